// SPDX-License-Identifier: BSD-3-Clause
// A line of a tree: values with their colors, then the name, indented by its level.
import type { NodeApi, NodeRendererProps, RowRendererProps } from "react-arborist";

import { matches, type TreeItem } from "../../model/tree_items";
import { useRowContents } from "./row_context";

const INDENT = 14;

export function TreeRow({ node }: NodeRendererProps<TreeItem>) {
  const { cells, selected, search, titleOf, isOpen } = useRowContents();
  const opened = isOpen(node);
  const isFound = search !== "" && matches(node.data.name, search);
  const name = `name${isFound ? " found" : ""}`;
  return (
    <div className={`tree-row${selected.has(node.data.node) ? " selected" : ""}`}>
      {cells(node.data.node, opened).map((cell, column) => (
        <span className="cell" key={column} title={cell.title}>
          <span className="number">{cell.text}</span>
          <span className="swatch" style={{ background: cell.color }} aria-hidden="true" />
        </span>
      ))}
      <span className="indented" style={{ paddingLeft: INDENT * node.level }}>
        <span
          className="twist"
          aria-hidden="true"
          title={node.isOpen && !opened ? "The search hides all below it" : undefined}
          onClick={(event) => {
            event.stopPropagation();
            node.toggle();
          }}
        >
          {node.isLeaf ? "" : opened ? "▾" : "▸"}
        </span>
        <span className={name} title={titleOf(node.data.node)}>
          {node.data.name}
        </span>
      </span>
    </div>
  );
}

// The element around a row, with the role that assistive technology needs.
export function TreeRowFrame({ node, attrs, innerRef, children }: RowRendererProps<TreeItem>) {
  const { isOpen } = useRowContents();
  return (
    <div
      {...attrs}
      ref={innerRef}
      aria-expanded={node.isLeaf ? undefined : isOpen(node)}
      tabIndex={0}
      onFocus={(event) => {
        event.stopPropagation();
        if (!node.isFocused) node.tree.focus(node, { scroll: false });
      }}
      onDoubleClick={() => node.toggle()}
      onClick={(event) => {
        if (event.ctrlKey && node.isSelected) withoutRow(node);
        else if (event.ctrlKey) node.selectMulti();
        else node.handleClick(event);
      }}
    >
      {children}
    </div>
  );
}

// The tree does not tell about this by itself. One row stays selected.
function withoutRow(node: NodeApi<TreeItem>): void {
  if (node.isOnlySelection) return;
  node.deselect();
  node.tree.props.onSelect?.(node.tree.selectedNodes);
}
