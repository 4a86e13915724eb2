// SPDX-License-Identifier: BSD-3-Clause
import type { ReportStructure } from "../data/schema";
import { sourcePlace } from "./place_names";

// Returns the name of each call path in the tree. Where a caller has several of the same region, their
// places in the source tell them apart.
export function callpathNames(structure: ReportStructure): string[] {
  const counts = new Map<string, number>();
  const key = (i: number) => `${structure.callpaths[i]!.parent} ${structure.callpaths[i]!.region}`;
  structure.callpaths.forEach((_, i) => counts.set(key(i), (counts.get(key(i)) ?? 0) + 1));
  return structure.callpaths.map(({ region }, i) => {
    const place = counts.get(key(i))! > 1 ? sourcePlace(structure, i) : "";
    return place === "" ? region : `${region} @ ${place}`;
  });
}
