// SPDX-License-Identifier: BSD-3-Clause
// The values of one report as the trees ask for them. In a comparison there are two of these, for
// the same united metrics, call paths and locations.
import type { ReportStructure } from "../data/schema";
import type { Source } from "../data/source";

export interface Values {
  name: string;
  totals: ArrayLike<number>; // by metric, with the metrics below
  callpathSums(metric: number): Promise<Float64Array>;
  locationSums(metric: number, callpaths: number[] | null, inclusive: boolean): Promise<Float64Array>;
}

export function valuesOfReport(source: Source, report: number, structure: ReportStructure, name: string): Values {
  return {
    name,
    totals: structure.metrics.map(({ total }) => total ?? 0),
    callpathSums: (metric) => source.callpathSums(report, metric),
    locationSums: (metric, callpaths, inclusive) => source.locationSums(report, metric, callpaths, inclusive),
  };
}
