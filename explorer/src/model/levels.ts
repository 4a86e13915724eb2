// SPDX-License-Identifier: BSD-3-Clause
import type { Forest } from "./forest";

// Returns for each node the largest value of the nodes at its level.
export function largestOfLevel(forest: Forest, values: ArrayLike<number>): Float64Array {
  const levels = new Int32Array(forest.parents.length);
  const largest: number[] = [];
  for (const node of forest.order) {
    const parent = forest.parents[node]!;
    const level = parent < 0 ? 0 : levels[parent]! + 1;
    levels[node] = level;
    largest[level] = Math.max(largest[level] ?? 0, Math.abs(values[node]!));
  }
  return Float64Array.from(levels, (level) => largest[level]!);
}
