// SPDX-License-Identifier: BSD-3-Clause
// Visits of a window by line, for drawing them nested and for finding the one under the pointer.
import type { Slice } from "../data/schema";

export interface SliceIndex {
  byLine: Map<number, Slice[]>;
  depths: number; // levels of the deepest line
}

export function sliceIndex(slices: Slice[]): SliceIndex {
  const byLine = new Map<number, Slice[]>();
  let depths = 0;
  for (const slice of slices) {
    const line = byLine.get(slice.line);
    if (line) line.push(slice);
    else byLine.set(slice.line, [slice]);
    depths = Math.max(depths, slice.depth + 1);
  }
  return { byLine, depths };
}

// Returns the visit at a time on one level, or the innermost one without `depth`.
export function sliceAt(index: SliceIndex, line: number, time_s: number, depth?: number): Slice | null {
  let best: Slice | null = null;
  for (const slice of index.byLine.get(line) ?? []) {
    if (time_s < slice.begin_s || time_s >= slice.end_s) continue;
    if (depth === undefined ? best === null || slice.depth > best.depth : slice.depth === depth) best = slice;
  }
  return best;
}
