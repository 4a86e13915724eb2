// SPDX-License-Identifier: BSD-3-Clause
// Search, order and filter of one tree.
import type { ReactNode } from "react";

import { CHOICES, type Hiding, ORDERS, type Order } from "../../model/tree_items";
import type { TreeLines } from "../../state/view_state";

export interface TreeToolbarProps {
  label: string;
  choice: TreeLines;
  found: number;
  onChoice(choice: TreeLines): void;
  onLargest(): void;
  onCollapse(): void;
  onCsv(): void;
  children?: ReactNode;
}

export function TreeToolbar({ label, choice, found, onChoice, children, ...actions }: TreeToolbarProps) {
  return (
    <div className="tree-toolbar" role="toolbar" aria-label={`${label}: search and order`}>
      <input
        type="search"
        placeholder="Search"
        aria-label={`Search in ${label}`}
        value={choice.search}
        onChange={(event) => onChoice({ ...choice, search: event.target.value })}
      />
      {choice.search.trim() !== "" && <span className="found-count" role="status">{found} found</span>}
      <select
        aria-label={`Order of ${label}`}
        value={choice.order}
        onChange={(event) => onChoice({ ...choice, order: event.target.value as Order })}
      >
        {ORDERS.map((order) => (
          <option key={order}>{order}</option>
        ))}
      </select>
      <select
        aria-label={`Lines of ${label}`}
        title="Small is what is gray"
        value={choice.hiding}
        onChange={(event) => onChoice({ ...choice, hiding: event.target.value as Hiding })}
      >
        {CHOICES.map((hiding) => (
          <option key={hiding}>{hiding}</option>
        ))}
      </select>
      {children}
      <button type="button" onClick={actions.onLargest} title="Expand along the largest values">
        largest
      </button>
      <button type="button" onClick={actions.onCollapse} title="Collapse all">
        collapse
      </button>
      <button type="button" onClick={actions.onCsv} title="Save this table as CSV">
        CSV
      </button>
    </div>
  );
}
