// SPDX-License-Identifier: BSD-3-Clause
// One of the coupled trees. The selection belongs to the caller; react-arborist holds which nodes are
// expanded, and the caller hears of it, since an expanded node stands for less than a collapsed one. It goes
// through all nodes when one of its properties changes, so these stay the same as long as they can.
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type NodeApi, Tree, type TreeApi } from "react-arborist";

import { csv } from "../../model/csv";
import { ancestors, largestPath } from "../../model/forest";
import { type ColumnStyle, cellsOf, columnNames, type TreeValues } from "../../model/tree_columns";
import { countMatches, largeNodes, matches, nodesAboveMatches, type TreeItem, treeItems } from "../../model/tree_items";
import { tableOfTree } from "../../model/tree_table";
import { download } from "../../state/download";
import type { TreeLines } from "../../state/view_state";
import { useSize } from "../../state/use_size";
import { useStable } from "../../state/use_stable";
import { RowContext } from "./row_context";
import { TreeRow, TreeRowFrame } from "./tree_row";
import { TreeToolbar } from "./tree_toolbar";

const ROW_HEIGHT = 24;
const TALL_ROW_HEIGHT = 54; // the name, of up to two lines, above the values of two reports and their difference

export interface ValueTreeProps {
  label: string;
  names: string[];
  explanations?: string[]; // of the names
  values: TreeValues;
  style: ColumnStyle;
  selected: number[];
  expanded: ReadonlySet<number>;
  onSelect(nodes: number[], expanded: ReadonlySet<number>): void;
  onExpanded(expanded: ReadonlySet<number>): void;
  tools?: ReactNode;
  lines: TreeLines;
  onLines(lines: TreeLines): void;
}

const isMatch = (node: NodeApi<TreeItem>, term: string) => matches(node.data.name, term);

export const ValueTree = memo(function ValueTree(props: ValueTreeProps) {
  const { label, names, explanations, values, style, selected, expanded, onSelect, onExpanded } = props;
  const api = useRef<TreeApi<TreeItem> | undefined>(undefined);
  const [area, size] = useSize();
  const choice = props.lines;
  const isTall = values.series.length > 1;
  const sorted = values.series[0]!.inclusive;
  const valueOrder = choice.order === "by value" || choice.hiding !== "all" ? values : null;

  const items = useMemo(() => {
    const part = choice.hiding === "without small ones" ? style.threshold : 0;
    const leastOf = (node: number) => part * Math.abs(values.rootOf(0, node));
    const all = values.series.map((each) => each.inclusive);
    const shown = choice.hiding === "all" ? null : largeNodes(values.forest, all, leastOf, selected);
    return treeItems(values.forest, names, sorted, choice.order, shown);
    // Values matter only for what depends on them; the selection must not build the tree anew.
  }, [values.forest, names, choice.order, choice.hiding, style.threshold, valueOrder]);

  const search = choice.search.trim();
  const aboveMatches = useMemo(() => nodesAboveMatches(items, search), [items, search]);
  const isOpen = useCallback(
    (row: NodeApi<TreeItem>) => row.isOpen && (search === "" || aboveMatches.has(row.data.node)),
    [aboveMatches, search],
  );
  const contents = useMemo(
    () => ({
      cells: cellsOf(values, style),
      selected: new Set(selected),
      search,
      titleOf: (node: number) => [names[node], explanations?.[node]].filter(Boolean).join(": "),
      isOpen,
    }),
    [values, style, selected, search, names, explanations, isOpen],
  );
  const found = useMemo(() => countMatches(names, choice.search), [names, choice.search]);
  const [openAtFirst] = useState(() => Object.fromEntries([...expanded].map((node) => [String(node), true])));

  // Follows a selection that comes from elsewhere.
  const selectedKey = selected.join(",");
  useEffect(() => {
    const tree = api.current;
    if (!tree) return;
    if (selected.length === 0) {
      if (tree.selectedIds.size > 0) tree.setSelection({ ids: [], anchor: null, mostRecent: null });
      return;
    }
    if ([...tree.selectedIds].sort().join(",") === selected.map(String).sort().join(",")) return;
    const ids = selected.map(String);
    const above = new Set(selected.slice(0, 100).flatMap((node) => ancestors(values.forest, node)));
    const closed = [...above].filter((node) => !tree.isOpen(String(node)));
    for (const node of closed) tree.open(String(node));
    // The tree tells about each alone, and all of them in the same moment.
    if (closed.length > 0) onExpanded(new Set([...expanded, ...above]));
    tree.setSelection({ ids, anchor: ids[0]!, mostRecent: ids[0]! });
    void tree.scrollTo(ids[0]!);
  }, [selectedKey, size.height > 0]);

  // What no row shows stays as it is known.
  const withState = (nodes: number[]): ReadonlySet<number> => {
    const next = new Set(expanded);
    for (const node of nodes) {
      const row = api.current?.get(String(node));
      if (row) next[isOpen(row) ? "add" : "delete"](node);
    }
    return next;
  };

  // What a search or a filter leaves of the rows below a selected one decides what this stands for.
  useEffect(() => {
    const next = withState(selected);
    if (selected.some((node) => next.has(node) !== expanded.has(node))) onExpanded(next);
  }, [items, search]);

  const select = (nodes: number[]) => {
    const isSame = nodes.length === selected.length && nodes.every((node) => contents.selected.has(node));
    if (nodes.length > 0 && !isSame) onSelect(nodes, withState(nodes));
  };

  // The tree tells about the rows that it shows; others may be selected, too.
  const onTreeSelect = useStable(() => select([...(api.current?.selectedIds ?? [])].map(Number)));
  const onTreeToggle = useStable((id: string) => onExpanded(withState([Number(id)])));

  const onKey = (event: KeyboardEvent) => {
    const focused = api.current?.focusedNode;
    if (event.key !== "Enter" || !focused) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.ctrlKey) focused.selectMulti();
    else focused.select();
  };

  const openLargest = () => {
    const roots = values.forest.roots;
    if (roots.length === 0) return;
    const top = selected[0] ?? roots.reduce((best, root) => (sorted[root]! > sorted[best]! ? root : best));
    const path = largestPath(values.forest, sorted, top).slice(0, -1);
    for (const node of path) api.current?.open(String(node));
    onExpanded(new Set([...expanded, ...path]));
  };
  const collapse = () => {
    for (const node of expanded) api.current?.close(String(node));
    onExpanded(new Set());
  };
  const save = () => {
    const table = tableOfTree(values, names, (node) => expanded.has(node));
    download(`${label.toLowerCase().replaceAll(" ", "-")}.csv`, csv(table.head, table.rows));
  };

  return (
    <section className={isTall ? "tree-panel tall" : "tree-panel"} aria-label={label}>
      <h2>{label}</h2>
      <TreeToolbar
        label={label}
        choice={choice}
        found={found}
        onChoice={props.onLines}
        onLargest={openLargest}
        onCollapse={collapse}
        onCsv={save}
      >
        {props.tools}
      </TreeToolbar>
      {isTall && (
        <div className="tree-head" aria-hidden="true">
          {columnNames(values).map((name) => (
            <span className="cell" key={name} title={name}>{name}</span>
          ))}
        </div>
      )}
      <div className="tree-area" ref={area} onKeyDownCapture={onKey}>
        {size.height > 0 && (
          <RowContext.Provider value={contents}>
            <Tree<TreeItem>
              ref={api}
              data={items}
              width={size.width}
              height={size.height}
              rowHeight={isTall ? TALL_ROW_HEIGHT : ROW_HEIGHT}
              openByDefault={false}
              initialOpenState={openAtFirst}
              disableDrag
              disableDrop
              disableEdit
              searchTerm={search}
              searchMatch={isMatch}
              renderRow={TreeRowFrame}
              onSelect={onTreeSelect}
              onToggle={onTreeToggle}
            >
              {TreeRow}
            </Tree>
          </RowContext.Provider>
        )}
      </div>
    </section>
  );
});
