// SPDX-License-Identifier: BSD-3-Clause
// The regions of a program, each with the values of all its call paths. A region that calls itself
// counts once in its inclusive value.
import { type Forest, forestOf } from "./forest";
import type { ReportModel } from "./report_model";
import type { TreeValues } from "./tree_columns";

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

// The regions as a list of lines.
export interface FlatProfile {
  regions: FlatRegion[];
  names: string[];
  forest: Forest; // without anything below anything
  regionOf: Int32Array; // by call path
}

const known = new WeakMap<ReportModel, FlatProfile>();

// Takes a while for a large report, but once only.
export function flatProfileOf(model: ReportModel): FlatProfile {
  const before = known.get(model);
  if (before) return before;
  const regions = flatRegions(model);
  const regionOf = new Int32Array(model.structure.callpaths.length);
  regions.forEach(({ callpaths }, region) => callpaths.forEach((path) => (regionOf[path] = region)));
  const made = { regions, names: regions.map(({ name }) => name), forest: forestOf(regions.map(() => null)), regionOf };
  known.set(model, made);
  return made;
}

// Returns the regions of call paths, each once, in the order of the list.
export function regionsOfPaths({ regionOf }: FlatProfile, callpaths: number[]): number[] {
  return [...new Set(callpaths.map((path) => regionOf[path]!))].sort((a, b) => a - b);
}

function sums(values: ArrayLike<number>, regions: FlatRegion[], list: "callpaths" | "outermost"): Float64Array {
  const all = new Float64Array(regions.length);
  regions.forEach((region, i) => {
    let sum = 0;
    for (const callpath of region[list]) sum += values[callpath] ?? 0;
    all[i] = sum;
  });
  return all;
}

// Returns the values of the regions; `isOwn`: without what they call, also in place of the collapsed ones.
export function flatValues({ regions, forest }: FlatProfile, callpaths: TreeValues, isOwn: boolean): TreeValues {
  return {
    ...callpaths,
    forest,
    series: callpaths.series.map((each) => {
      const exclusive = sums(each.exclusive, regions, "callpaths");
      return { name: each.name, inclusive: isOwn ? exclusive : sums(each.inclusive, regions, "outermost"), exclusive };
    }),
  };
}

export const CALLPATH_LISTS = ["tree", "own", "total"] as const; // the call tree; regions with their own value; with what they call

// Returns what shall be selected when another list takes the place of the one in which `selected` are: all call paths of
// their regions, or these themselves in the tree.
export function pathsInList(profile: FlatProfile, selected: number[], list: (typeof CALLPATH_LISTS)[number]): number[] {
  if (list === "tree") return selected;
  return regionsOfPaths(profile, selected).flatMap((region) => profile.regions[region]![list === "own" ? "callpaths" : "outermost"]);
}
