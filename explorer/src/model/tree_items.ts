// SPDX-License-Identifier: BSD-3-Clause
// The lines of a tree: which nodes are listed, in which order, and which of them are shown while some are expanded.
// Only what is shown is put into order, so that a large tree costs no more than a small one.
import type { Forest } from "./forest";

export const ORDERS = ["as it is", "by value", "by name"] as const;
export type Order = (typeof ORDERS)[number];

const collator = new Intl.Collator("en", { numeric: true }); // rank 2 before rank 10

export const CHOICES = ["all", "without zeros", "without small ones"] as const;
export type Hiding = (typeof CHOICES)[number];

// Also marks all nodes above a marked one.
export function withAllAbove(forest: Forest, marked: Uint8Array): Uint8Array {
  const all = Uint8Array.from(marked);
  for (let i = forest.order.length; i-- > 0; ) {
    const node = forest.order[i]!;
    const parent = forest.parents[node]!;
    if (parent >= 0 && all[node]) all[parent] = 1;
  }
  return all;
}

// Returns for each node whether it is shown when others are hidden: those of at least `leastOf(node)`
// other than zero, those that must stay, and all above them.
export function largeNodes(
  forest: Forest,
  series: ArrayLike<number>[],
  leastOf: (node: number) => number,
  staying: number[],
): Uint8Array {
  const isLarge = (node: number) =>
    series.some((values) => values[node] !== 0 && Math.abs(values[node]!) >= leastOf(node));
  const large = Uint8Array.from(forest.parents, (_, node) => (isLarge(node) ? 1 : 0));
  for (const node of staying) large[node] = 1;
  return withAllAbove(forest, large);
}

// Returns the listed nodes below a node, or the roots below NO_NODE.
export type ChildrenOf = (node: number) => readonly number[];
export const NO_NODE = -1;

// Returns nodes in order, without those that are not shown.
export function listedChildren(
  forest: Forest,
  names: string[],
  values: ArrayLike<number>,
  order: Order,
  shown: Uint8Array | null,
): ChildrenOf {
  const compare = {
    "as it is": null,
    "by value": (a: number, b: number) => values[b]! - values[a]! || a - b,
    "by name": (a: number, b: number) => collator.compare(names[a]!, names[b]!) || a - b,
  }[order];
  const known: (readonly number[] | undefined)[] = new Array(forest.children.length);
  let roots: readonly number[] | undefined;
  const listed = (all: readonly number[]) => {
    const chosen = shown ? all.filter((each) => shown[each]) : all;
    return compare ? [...chosen].sort(compare) : chosen;
  };
  return (node) => {
    if (node === NO_NODE) return (roots ??= listed(forest.roots));
    const all = forest.children[node] ?? [];
    return all.length === 0 ? all : (known[node] ??= listed(all));
  };
}

// Lines from the top: the node of each, how many nodes are above it in the tree, and its place among how many below the
// same node.
export interface TreeLineList {
  nodes: number[];
  levels: number[];
  places: number[]; // from 1
  siblings: number[]; // with itself
}

export function shownLines(childrenOf: ChildrenOf, isOpen: (node: number) => boolean): TreeLineList {
  const lines: TreeLineList = { nodes: [], levels: [], places: [], siblings: [] };
  const lists = [childrenOf(NO_NODE)]; // the one that is being gone through last, those around it before
  const next = [0];
  while (lists.length > 0) {
    const level = lists.length - 1;
    const list = lists[level]!;
    const i = next[level]!;
    next[level] = i + 1;
    if (i >= list.length) {
      lists.pop();
      next.pop();
      continue;
    }
    const node = list[i]!;
    lines.nodes.push(node);
    lines.levels.push(level);
    lines.places.push(i + 1);
    lines.siblings.push(list.length);
    if (!isOpen(node)) continue;
    lists.push(childrenOf(node));
    next.push(0);
  }
  return lines;
}
