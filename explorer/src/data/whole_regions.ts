// SPDX-License-Identifier: BSD-3-Clause
// Finds regions of which all call paths are chosen. A region may have thousands of them, so it is named by
// one of its call paths rather than by all.
import type { CallPath } from "./schema";

const FEW = 64; // call paths that are not worth looking for regions

export interface Parts {
  regions: number[]; // a call path of each region that is chosen as a whole
  others: number[]; // chosen call paths of other regions
}

// `inclusive`: a region is chosen as a whole if exactly those of its call paths are that have none of it above them.
export function wholeRegions(callpaths: CallPath[], chosen: number[], inclusive: boolean): Parts {
  if (chosen.length < FEW) return { regions: [], others: chosen };
  const nameOf = (path: number) => callpaths[path]!.region;
  const isBelowOwn = (path: number) => {
    let above = callpaths[path]!.parent;
    while (above !== null && nameOf(above) !== nameOf(path)) above = callpaths[above]!.parent;
    return above !== null;
  };
  const areChosen = new Set(chosen);
  const wholes = new Map(chosen.map((path) => [nameOf(path), path]));
  callpaths.forEach(({ region }, path) => {
    if (wholes.has(region) && areChosen.has(path) === (inclusive && isBelowOwn(path))) wholes.delete(region);
  });
  return { regions: [...wholes.values()], others: chosen.filter((path) => !wholes.has(nameOf(path))) };
}
