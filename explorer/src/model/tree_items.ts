// SPDX-License-Identifier: BSD-3-Clause
// The nodes of a tree in the order and choice in which they are shown.
import type { Forest } from "./forest";

export interface TreeItem {
  id: string; // the node's number as text
  node: number;
  name: string;
  children?: TreeItem[];
}

export const ORDERS = ["as it is", "by value", "by name"] as const;
export type Order = (typeof ORDERS)[number];

const collator = new Intl.Collator("en", { numeric: true }); // rank 2 before rank 10

export const CHOICES = ["all", "without zeros", "without small ones"] as const;
export type Hiding = (typeof CHOICES)[number];

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
  const shown = Uint8Array.from(forest.parents, (_, node) => (isLarge(node) ? 1 : 0));
  for (const node of staying) shown[node] = 1;
  for (let i = forest.order.length; i-- > 0; ) {
    const node = forest.order[i]!;
    const parent = forest.parents[node]!;
    if (parent >= 0 && shown[node]) shown[parent] = 1;
  }
  return shown;
}

export function treeItems(
  forest: Forest,
  names: string[],
  values: ArrayLike<number>,
  order: Order,
  shown: Uint8Array | null,
): TreeItem[] {
  const compare = {
    "as it is": null,
    "by value": (a: number, b: number) => values[b]! - values[a]! || a - b,
    "by name": (a: number, b: number) => collator.compare(names[a]!, names[b]!) || a - b,
  }[order];
  const listed = (nodes: number[]): number[] => {
    const chosen = shown ? nodes.filter((node) => shown[node]) : nodes;
    return compare ? [...chosen].sort(compare) : chosen;
  };
  const item = (node: number): TreeItem => ({ id: String(node), node, name: names[node]! });
  const top = listed(forest.roots).map(item);
  const stack = [...top];
  while (stack.length > 0) {
    const parent = stack.pop()!;
    const children = listed(forest.children[parent.node]!).map(item);
    if (children.length === 0) continue;
    parent.children = children;
    stack.push(...children);
  }
  return top;
}

export function matches(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}

// Returns the nodes that have something below them that a search shows; none without a search.
export function nodesAboveMatches(items: TreeItem[], search: string): Set<number> {
  const above = new Set<number>();
  if (search.trim() === "") return above;
  const listed: { item: TreeItem; parent: number | null }[] = items.map((item) => ({ item, parent: null }));
  for (let i = 0; i < listed.length; ++i)
    for (const child of listed[i]!.item.children ?? []) listed.push({ item: child, parent: listed[i]!.item.node });
  for (const { item, parent } of listed.reverse())
    if (parent !== null && (above.has(item.node) || matches(item.name, search))) above.add(parent);
  return above;
}

export function countMatches(names: string[], search: string): number {
  if (search.trim() === "") return 0;
  return names.reduce((count, name) => count + (matches(name, search) ? 1 : 0), 0);
}
