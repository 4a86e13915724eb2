// SPDX-License-Identifier: BSD-3-Clause
// The regions of a program, each with the values of all its call paths. A region that calls itself
// counts once in its inclusive value.
import type { CallPath } from "../data/schema";
import type { ReportModel } from "./report_model";

export interface FlatRegion {
  name: string;
  callpaths: number[];
  outermost: number[]; // those that have no call path of the region above them
}

export function flatRegions(model: ReportModel): FlatRegion[] {
  const regions = new Map<string, FlatRegion>();
  const { callpaths } = model.structure;
  const active: string[] = [];
  const counts = new Map<string, number>();
  const levels = new Int32Array(callpaths.length);
  const leave = () => {
    const name = active.pop()!;
    counts.set(name, counts.get(name)! - 1);
  };
  for (const node of model.callpaths.order) {
    const parent = model.callpaths.parents[node]!;
    levels[node] = parent < 0 ? 0 : levels[parent]! + 1;
    while (active.length > levels[node]!) leave();
    const name = callpaths[node]!.region;
    const region = regions.get(name) ?? { name, callpaths: [], outermost: [] };
    regions.set(name, region);
    region.callpaths.push(node);
    if (!counts.get(name)) region.outermost.push(node);
    active.push(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...regions.values()];
}

export const CALLPATH_LISTS = ["tree", "own", "total"] as const; // the call tree; regions with their own value; with what they call

// Returns what shall be selected when another list takes the place of the one in which `selected` are: all call paths of
// their regions, or these themselves in the tree.
export function pathsInList(regions: FlatRegion[], callpaths: CallPath[], selected: number[], list: (typeof CALLPATH_LISTS)[number]): number[] {
  if (list === "tree") return selected;
  const names = new Set(selected.map((path) => callpaths[path]!.region));
  return regions.filter(({ name }) => names.has(name)).flatMap((region) => (list === "own" ? region.callpaths : region.outermost));
}
