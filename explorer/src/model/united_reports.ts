// SPDX-License-Identifier: BSD-3-Clause
// Two reports as one structure, so that they can be compared: metrics are united by id, call paths by
// name along the tree, locations by rank and thread. What one report lacks has no value there.
import type { CallPath, Location, Metric, ReportStructure } from "../data/schema";
import { type ReportModel, reportModelOf } from "./report_model";
import type { Values } from "./values";

const ABSENT = -1;

interface United<Item> {
  items: Item[];
  positions: Int32Array[]; // for each report: its items' positions in `items`
}

// Parents come before children in each report, so a parent's united position is known in time.
function unite<Item extends object>(
  lists: Item[][],
  keyOf: (item: Item, parent: number | null, count: (key: string) => number) => string,
): United<Item> {
  const known = new Map<string, number>();
  const items: Item[] = [];
  const positions = lists.map((list) => {
    const own = new Int32Array(list.length);
    const counts = new Map<string, number>();
    const count = (key: string) => {
      const before = counts.get(key) ?? 0;
      counts.set(key, before + 1);
      return before;
    };
    list.forEach((item, i) => {
      const before = "parent" in item ? (item.parent as number | null) : null;
      const parent = before === null ? null : own[before]!;
      const key = keyOf(item, parent, count);
      let position = known.get(key);
      if (position === undefined) {
        position = items.length;
        known.set(key, position);
        items.push("parent" in item ? { ...item, parent } : item);
      }
      own[i] = position;
    });
    return own;
  });
  return { items, positions };
}

const metricKey = ({ id }: Metric) => id;
const locationKey = ({ rank, thread, kind }: Location) => `${rank} ${thread} ${kind}`;

// Versions of a program have functions in other lines, so a function that a caller has several times is
// told apart by its number, as `tarry compare` does.
function callpathKey(path: CallPath, parent: number | null, count: (key: string) => number): string {
  const key = JSON.stringify([parent, path.region, path.callsite ?? "", path.inlined ?? false]);
  return `${key} ${count(key)}`;
}

function inverse(positions: Int32Array, count: number): Int32Array {
  const back = new Int32Array(count).fill(ABSENT);
  positions.forEach((united, own) => (back[united] = own));
  return back;
}

// Moves a report's values to the united positions.
function moved(values: ArrayLike<number>, positions: Int32Array, count: number): Float64Array {
  const result = new Float64Array(count);
  positions.forEach((united, own) => (result[united]! += values[own] ?? 0));
  return result;
}

export interface UnitedReports {
  model: ReportModel;
  // Returns what a report has, at the united positions.
  valuesOf(report: number, values: Values): Values;
}

export function unitedReports(structures: ReportStructure[]): UnitedReports {
  const metrics = unite(structures.map((each) => each.metrics), metricKey);
  const callpaths = unite(structures.map((each) => each.callpaths), callpathKey);
  const locations = unite(structures.map((each) => each.locations), locationKey);
  const ranks = Math.max(...structures.map((each) => each.experiment.ranks));
  const structure: ReportStructure = {
    ...structures[0]!,
    experiment: { ...structures[0]!.experiment, ranks },
    metrics: metrics.items,
    callpaths: callpaths.items.map((path, id) => ({ ...path, id })),
    locations: locations.items.map((location, id) => ({ ...location, id })),
    findings: [],
  };
  delete structure.topologies;
  const counts = { callpaths: callpaths.items.length, locations: locations.items.length };

  const valuesOf = (report: number, values: Values): Values => {
    const metricBack = inverse(metrics.positions[report]!, metrics.items.length);
    const pathBack = inverse(callpaths.positions[report]!, counts.callpaths);
    return {
      name: values.name,
      totals: moved(values.totals, metrics.positions[report]!, metrics.items.length),
      callpathSums: async (metric) => {
        const own = metricBack[metric]!;
        if (own === ABSENT) return new Float64Array(counts.callpaths);
        return moved(await values.callpathSums(own), callpaths.positions[report]!, counts.callpaths);
      },
      locationSums: async (metric, paths, isInclusive) => {
        const own = metricBack[metric]!;
        const ownPaths = paths?.map((path) => pathBack[path]!).filter((path) => path !== ABSENT) ?? null;
        if (own === ABSENT || ownPaths?.length === 0) return new Float64Array(counts.locations);
        const sums = await values.locationSums(own, ownPaths, isInclusive);
        return moved(sums, locations.positions[report]!, counts.locations);
      },
    };
  };
  return { model: reportModelOf(structure), valuesOf };
}
