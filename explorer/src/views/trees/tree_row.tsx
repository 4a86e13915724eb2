// SPDX-License-Identifier: BSD-3-Clause
// A line of a tree: values with their colors, then the name, indented by its level. It is drawn anew only if it looks
// otherwise.
import { memo, type MouseEvent } from "react";

import type { CellText } from "../../model/tree_columns";

const INDENT = 14; // pixels

export interface RowEvents {
  onClick(node: number, event: MouseEvent): void;
  onToggle(node: number): void;
  onFocus(node: number): void;
}

export interface TreeRowProps {
  node: number;
  level: number;
  place: number; // among its siblings, from 1
  siblings: number; // how many these are, with itself
  top: number; // pixels
  height: number;
  name: string;
  title: string;
  cells: CellText[];
  isSelected: boolean;
  isFound: boolean;
  canOpen: boolean; // whether anything is below it
  isOpen: boolean;
  isHidden: boolean; // whether it is expanded, and a search hides all below it
  events: RowEvents; // always the same
}

// Whether two rows look the same.
export function isSameRow(a: TreeRowProps, b: TreeRowProps): boolean {
  const { cells: before, ...others } = a;
  const sameCell = (cell: CellText, i: number) => {
    const now = b.cells[i];
    return now !== undefined && cell.text === now.text && cell.title === now.title && cell.color === now.color;
  };
  return before.length === b.cells.length && before.every(sameCell) && Object.entries(others).every(([key, value]) => b[key as keyof TreeRowProps] === value);
}

export const TreeRow = memo(function TreeRow(row: TreeRowProps) {
  const { node, events, canOpen, isOpen } = row;
  return (
    <div
      role="treeitem"
      aria-level={row.level + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-selected={row.isSelected}
      aria-expanded={canOpen ? isOpen : undefined}
      tabIndex={-1}
      data-node={node}
      style={{ position: "absolute", top: row.top, left: 0, width: "100%", height: row.height }}
      onFocus={() => events.onFocus(node)}
      onClick={(event) => events.onClick(node, event)}
      onDoubleClick={() => events.onToggle(node)}
    >
      <div className={`tree-row${row.isSelected ? " selected" : ""}`}>
        {row.cells.map((cell, column) => (
          <span className="cell" key={column} title={cell.title}>
            <span className="number">{cell.text}</span>
            <span className="swatch" style={{ background: cell.color }} aria-hidden="true" />
          </span>
        ))}
        <span className="indented" style={{ paddingLeft: INDENT * row.level }}>
          <span
            className="twist"
            aria-hidden="true"
            title={row.isHidden ? "The search hides all below it" : undefined}
            onClick={(event) => {
              event.stopPropagation();
              events.onToggle(node);
            }}
          >
            {!canOpen ? "" : isOpen ? "▾" : "▸"}
          </span>
          <span className={row.isFound ? "name found" : "name"} title={row.title}>
            {row.name}
          </span>
        </span>
      </div>
    </div>
  );
}, isSameRow);
