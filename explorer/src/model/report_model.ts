// SPDX-License-Identifier: BSD-3-Clause
// A report with its trees, as all views use it.
import type { ReportStructure } from "../data/schema";
import { type Forest, forestOf, rootOf } from "./forest";
import { type SystemTree, systemTreeOf } from "./system_tree";

export interface ReportModel {
  structure: ReportStructure;
  metrics: Forest;
  callpaths: Forest;
  system: SystemTree;
  metricAt: Map<string, number>;
}

export function reportModelOf(structure: ReportStructure): ReportModel {
  return {
    structure,
    metrics: forestOf(structure.metrics.map(({ parent }) => parent)),
    callpaths: forestOf(structure.callpaths.map(({ parent }) => parent)),
    system: systemTreeOf(structure.locations),
    metricAt: new Map(structure.metrics.map(({ id }, position) => [id, position])),
  };
}

// Returns the total of the metric at the root of a metric's tree: 100 % of "percent of root".
export function rootTotal(model: ReportModel, totals: ArrayLike<number>, metric: number): number {
  return model.structure.metrics[metric] ? (totals[rootOf(model.metrics, metric)] ?? 0) : 0;
}
