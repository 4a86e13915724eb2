// SPDX-License-Identifier: BSD-3-Clause
// One of the coupled trees. The selection belongs to the caller. The tree knows which nodes are expanded, and the
// caller hears of it, since an expanded node stands for less than a collapsed one.
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";

import { csv } from "../../model/csv";
import { ancestors, largestPath } from "../../model/forest";
import { countFound, foundNames } from "../../model/name_search";
import { type ColumnStyle, cellsOf, columnNames, type TreeValues } from "../../model/tree_columns";
import { largeNodes, listedChildren, shownLines, withAllAbove } from "../../model/tree_items";
import { tableOfTree } from "../../model/tree_table";
import { download } from "../../state/download";
import type { TreeLines } from "../../state/view_state";
import { useSize } from "../../state/use_size";
import { useStable } from "../../state/use_stable";
import { type RowContents, TreeList } from "./tree_list";
import { TreeToolbar } from "./tree_toolbar";

const ROW_HEIGHT = 24;
const TALL_ROW_HEIGHT = 54; // the name, of up to two lines, above the values of two reports and their difference
const MOST_OPENED = 100; // selected nodes whose ancestors are expanded for them

export interface ValueTreeProps {
  label: string;
  names: string[];
  explanationOf?(node: number): string | null; // of its name
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

const NONE: ReadonlySet<number> = new Set();

const keyOf = (nodes: number[]) => [...nodes].sort((a, b) => a - b).join(",");

// Returns a set in which each of the nodes is the other way round.
function turned(all: ReadonlySet<number>, nodes: number[]): ReadonlySet<number> {
  const next = new Set(all);
  for (const node of nodes) if (!next.delete(node)) next.add(node);
  return next;
}

export const ValueTree = memo(function ValueTree(props: ValueTreeProps) {
  const { label, names, explanationOf, values, style, selected, expanded, onSelect, onExpanded } = props;
  const [area, size] = useSize();
  const choice = props.lines;
  const { forest } = values;
  const isTall = values.series.length > 1;
  const sorted = values.series[0]!.inclusive;

  // Values matter only for what depends on them, and the selection must not make the list anew.
  const shown = useMemo(() => {
    if (choice.hiding === "all") return null;
    const part = choice.hiding === "without small ones" ? style.threshold : 0;
    const leastOf = (node: number) => part * Math.abs(values.rootOf(0, node));
    return largeNodes(forest, values.series.map((each) => each.inclusive), leastOf, selected);
  }, [forest, choice.hiding, style.threshold, choice.hiding === "all" ? null : values]);
  const order = choice.order === "by value" ? sorted : null;
  const childrenOf = useMemo(() => listedChildren(forest, names, sorted, choice.order, shown), [forest, names, choice.order, shown, order]);

  const search = choice.search.trim();
  const found = useMemo(() => foundNames(names, search), [names, search]);
  const listedOf = useMemo(() => {
    if (!found) return childrenOf;
    const seen = shown ? found.map((each, node) => each & shown[node]!) : found;
    return listedChildren(forest, names, sorted, choice.order, withAllAbove(forest, seen));
  }, [childrenOf, found]);

  // A search expands all that it leaves, except for what a person collapses meanwhile.
  const [open, setOpen] = useState(expanded);
  const [closed, setClosed] = useState(NONE);
  const isSearch = found !== null;
  useEffect(() => setClosed(NONE), [isSearch]);
  const tree = useMemo(() => {
    const isOpen = (node: number) => (isSearch ? !closed.has(node) : open.has(node)) && listedOf(node).length > 0;
    return { lines: shownLines(listedOf, isOpen), isOpen, canOpen: (node: number) => childrenOf(node).length > 0 };
  }, [listedOf, childrenOf, isSearch, isSearch ? closed : open]);

  const chosen = useMemo(() => new Set(selected), [selected]);
  const cells = useMemo(() => cellsOf(values, style), [values, style]);
  const rowOf = useCallback(
    (node: number): RowContents => ({
      name: names[node]!,
      title: [names[node], explanationOf?.(node)].filter(Boolean).join(": "),
      cells: cells(node, tree.isOpen(node)),
      isFound: found !== null && found[node] === 1,
      isHidden: isSearch && open.has(node) && listedOf(node).length === 0 && childrenOf(node).length > 0,
    }),
    [names, explanationOf, cells, tree, found, open],
  );

  const openAll = (nodes: Iterable<number>) => {
    setOpen((last) => new Set([...last, ...nodes]));
    setClosed((last) => new Set([...last].filter((node) => ![...nodes].includes(node))));
    onExpanded(new Set([...expanded, ...nodes]));
  };

  // Follows a selection that comes from elsewhere.
  const selectedKey = useMemo(() => keyOf(selected), [selected]);
  const selectedHere = useRef("");
  const [wanted, setWanted] = useState<{ node: number } | null>(null);
  useEffect(() => {
    if (selected.length === 0 || selectedKey === selectedHere.current) return;
    selectedHere.current = selectedKey;
    const above = new Set(selected.slice(0, MOST_OPENED).flatMap((node) => ancestors(forest, node)));
    if ([...above].some((node) => !tree.isOpen(node))) openAll(above);
    setWanted({ node: selected[0]! });
  }, [selectedKey]);

  // What no line shows stays as it is known.
  const withState = (nodes: number[]): ReadonlySet<number> => {
    const asked = new Set(nodes);
    const next = new Set(expanded);
    for (const node of tree.lines.nodes) if (asked.has(node)) next[tree.isOpen(node) ? "add" : "delete"](node);
    return next;
  };

  // What a search or a filter leaves of the lines below a selected one decides what this stands for.
  useEffect(() => {
    const next = withState(selected);
    if (selected.some((node) => next.has(node) !== expanded.has(node))) onExpanded(next);
  }, [listedOf]);

  const select = useStable((nodes: number[]) => {
    const isSame = nodes.length === selected.length && nodes.every((node) => chosen.has(node));
    if (nodes.length === 0 || isSame) return;
    selectedHere.current = keyOf(nodes);
    onSelect(nodes, withState(nodes));
  });
  const toggle = useStable((nodes: number[]) => {
    const able = nodes.filter((node) => listedOf(node).length > 0);
    if (able.length === 0) return;
    const areOpen = new Map(able.map((node) => [node, !tree.isOpen(node)]));
    (isSearch ? setClosed : setOpen)((last) => turned(last, able));
    const next = new Set(expanded);
    areOpen.forEach((isOpen, node) => next[isOpen ? "add" : "delete"](node));
    onExpanded(next);
  });

  const openLargest = () => {
    const roots = forest.roots;
    if (roots.length === 0) return;
    const top = selected[0] ?? roots.reduce((best, root) => (sorted[root]! > sorted[best]! ? root : best));
    const path = largestPath(forest, sorted, top).slice(0, -1);
    openAll(path);
  };
  const collapse = () => {
    (isSearch ? setClosed : setOpen)(isSearch ? new Set(tree.lines.nodes.filter(tree.isOpen)) : NONE);
    onExpanded(NONE);
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
        found={countFound(found)}
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
      <div className="tree-area" ref={area}>
        {size && size.height > 0 && (
          <TreeList
            label={label}
            tree={tree}
            names={names}
            size={size}
            rowHeight={isTall ? TALL_ROW_HEIGHT : ROW_HEIGHT}
            selected={chosen}
            rowOf={rowOf}
            onSelect={select}
            onToggle={toggle}
            wanted={wanted}
          />
        )}
      </div>
    </section>
  );
});
