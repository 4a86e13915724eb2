// SPDX-License-Identifier: BSD-3-Clause
import type { Forest } from "./forest";

// Returns for each node the largest value of the nodes at its level that have its unit.
export function largestOfLevel(forest: Forest, values: ArrayLike<number>, unitOf: (node: number) => string): Float64Array {
  const levels = new Int32Array(forest.parents.length);
  const largest = new Map<string, number>();
  const peersOf = (node: number) => `${levels[node]} ${unitOf(node)}`;
  for (const node of forest.order) {
    const parent = forest.parents[node]!;
    levels[node] = parent < 0 ? 0 : levels[parent]! + 1;
    largest.set(peersOf(node), Math.max(largest.get(peersOf(node)) ?? 0, Math.abs(values[node]!)));
  }
  return Float64Array.from(levels, (_, node) => largest.get(peersOf(node))!);
}
