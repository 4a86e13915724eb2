// SPDX-License-Identifier: BSD-3-Clause
// What the trees' selections stand for. A collapsed node stands for all below it, an expanded one for
// what none of its children has (Wolf 2003, table 4.1). Each tree shows values of the selection in
// the trees to its left.
import type { Forest } from "./forest";
import type { ReportModel } from "./report_model";
import type { Values } from "./values";

export interface Chosen {
  nodes: number[];
  expanded: ReadonlySet<number>; // those of all nodes that are expanded
}

// Whether a chosen node stands for itself alone. One without children has no other value.
export function isOwn(forest: Forest, chosen: Chosen, node: number): boolean {
  return chosen.expanded.has(node) && (forest.children[node]?.length ?? 0) > 0;
}

// Drops nodes that lie below a chosen collapsed node, so that nothing counts twice.
export function disjoint(forest: Forest, chosen: Chosen): number[] {
  const collapsed = new Set(chosen.nodes.filter((node) => !chosen.expanded.has(node)));
  const isBelow = (node: number) => {
    let above = forest.parents[node] ?? -1;
    while (above >= 0 && !collapsed.has(above)) above = forest.parents[above]!;
    return above >= 0;
  };
  return [...new Set(chosen.nodes)].filter((node) => !isBelow(node));
}

interface Term {
  metric: number;
  sign: 1 | -1;
}

// Stored values are inclusive along the tree of metrics, so an expanded metric is the difference
// between its own values and those of its children. Metrics of another unit than the first are left
// out.
export function metricTerms(model: ReportModel, chosen: Chosen): Term[] {
  const unit = model.structure.metrics[chosen.nodes[0] ?? 0]?.unit;
  const same = chosen.nodes.filter((node) => model.structure.metrics[node]?.unit === unit);
  return disjoint(model.metrics, { ...chosen, nodes: same }).flatMap((metric): Term[] => [
    { metric, sign: 1 },
    ...(chosen.expanded.has(metric)
      ? model.metrics.children[metric]!.map((child): Term => ({ metric: child, sign: -1 }))
      : []),
  ]);
}

async function total(length: number, parts: Promise<{ values: Float64Array; sign: number }>[]): Promise<Float64Array> {
  const sums = new Float64Array(length);
  for (const { values, sign } of await Promise.all(parts))
    for (let i = 0; i < length; ++i) sums[i]! += sign * values[i]!;
  return sums;
}

// Returns the values of the chosen metrics, one for each call path alone.
export function callpathValues(model: ReportModel, values: Values, metrics: Chosen): Promise<Float64Array> {
  return total(
    model.structure.callpaths.length,
    metricTerms(model, metrics).map(async ({ metric, sign }) => ({ values: await values.callpathSums(metric), sign })),
  );
}

// Returns the values of the chosen metrics and call paths, one for each location. Without call paths
// all of them are meant.
export function locationValues(
  model: ReportModel,
  values: Values,
  metrics: Chosen,
  callpaths: Chosen | null,
): Promise<Float64Array> {
  const paths = callpaths === null ? null : disjoint(model.callpaths, callpaths);
  const collapsed = paths?.filter((path) => !callpaths!.expanded.has(path)) ?? [];
  const expanded = paths?.filter((path) => callpaths!.expanded.has(path)) ?? [];
  const parts = metricTerms(model, metrics).flatMap(({ metric, sign }) => {
    const part = async (chosen: number[] | null, withBelow: boolean) => ({
      values: await values.locationSums(metric, chosen, withBelow),
      sign,
    });
    if (paths === null) return [part(null, true)];
    return [
      ...(collapsed.length > 0 ? [part(collapsed, true)] : []),
      ...(expanded.length > 0 ? [part(expanded, false)] : []),
    ];
  });
  return total(model.structure.locations.length, parts);
}
