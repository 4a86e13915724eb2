// SPDX-License-Identifier: BSD-3-Clause
// What keys do in a tree: they move from line to line, expand and collapse.
import type { TreeLineList } from "./tree_items";

export interface OpenLines {
  lines: TreeLineList;
  canOpen(node: number): boolean; // whether anything is below it
  isOpen(node: number): boolean;
}

// To another line, by its position, or to the other state of nodes: expanded or collapsed.
export type KeyStep = { to: number } | { toggle: number[] };

function above({ levels }: TreeLineList, at: number): number {
  let i = at - 1;
  while (i >= 0 && levels[i]! >= levels[at]!) --i;
  return i;
}

// Nodes with the same parent as a line's that are expanded like it, and this one.
function alikeSiblings({ lines, canOpen, isOpen }: OpenLines, at: number): number[] {
  const { nodes, levels } = lines;
  const level = levels[at]!;
  let first = at;
  while (first > 0 && levels[first - 1]! >= level) --first;
  let end = at + 1;
  while (end < nodes.length && levels[end]! >= level) ++end;
  const state = isOpen(nodes[at]!);
  return nodes.slice(first, end).filter((node, i) => levels[first + i] === level && canOpen(node) && isOpen(node) === state);
}

// Returns what a key does at a line; null if nothing. `page`: how many lines are seen.
export function stepOfKey(key: string, at: number, tree: OpenLines, page: number): KeyStep | null {
  const { lines, canOpen, isOpen } = tree;
  const last = lines.nodes.length - 1;
  const node = lines.nodes[at];
  if (node === undefined) return null;
  const to = (line: number): KeyStep => ({ to: Math.min(Math.max(line, 0), last) });
  switch (key) {
    case "ArrowDown": return to(at + 1);
    case "ArrowUp": return to(at - 1);
    case "PageDown": return to(at + page);
    case "PageUp": return to(at - page);
    case "Home": return to(0);
    case "End": return to(last);
    case "ArrowRight": return !canOpen(node) ? null : isOpen(node) ? to(at + 1) : { toggle: [node] };
    case "ArrowLeft": return canOpen(node) && isOpen(node) ? { toggle: [node] } : lines.levels[at]! > 0 ? to(above(lines, at)) : null;
    case "*": return { toggle: alikeSiblings(tree, at) };
    default: return null;
  }
}

// Returns the first line whose name begins with what was typed; -1 if there is none.
export function lineOfLetters(lines: TreeLineList, names: readonly string[], typed: string): number {
  const begin = typed.toLowerCase();
  return lines.nodes.findIndex((node) => names[node]!.toLowerCase().startsWith(begin));
}
