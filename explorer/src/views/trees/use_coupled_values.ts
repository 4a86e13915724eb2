// SPDX-License-Identifier: BSD-3-Clause
// The values of the three trees for a selection. The left tree depends on nothing, the middle one on the
// chosen metrics, the right one on the chosen metrics and call paths.
import { useMemo } from "react";

import { type Forest, exclusive, inclusive } from "../../model/forest";
import { type ReportModel, rootTotal } from "../../model/report_model";
import { type Chosen, callpathValues, locationValues, metricTerms } from "../../model/selection";
import { systemSums } from "../../model/system_tree";
import type { TreeValues } from "../../model/tree_columns";
import type { Values } from "../../model/values";
import { type Answer, useAnswer } from "../../state/use_answer";

export interface CoupledValues {
  metrics: TreeValues;
  callpaths: TreeValues;
  system: TreeValues;
  byLocation: Float64Array[]; // for each report
  unit: string;
  error: string | null;
  isLoading: boolean;
  areCallpathsOld: boolean; // until their values are there
  areLocationsOld: boolean; // until their values are there: those of a large subtree may take a while
}

function sum(values: ArrayLike<number>, nodes: Iterable<number>): number {
  let total = 0;
  for (const node of nodes) total += values[node] ?? 0;
  return total;
}

function zeros(forest: Forest): Float64Array {
  return new Float64Array(forest.parents.length);
}

function useMetricValues(model: ReportModel, series: Values[]): TreeValues {
  return useMemo(
    () => ({
      forest: model.metrics,
      series: series.map(({ name, totals }) => ({ name, inclusive: totals, exclusive: exclusive(model.metrics, totals) })),
      unitOf: (node) => model.structure.metrics[node]?.unit ?? "",
      rootOf: (of, node) => rootTotal(model, series[of]!.totals, node),
      selectionOf: (of, node) => rootTotal(model, series[of]!.totals, node),
    }),
    [model, series],
  );
}

export function useCoupledValues(
  model: ReportModel,
  series: Values[],
  metrics: Chosen,
  callpaths: Chosen | null,
): CoupledValues {
  const metricValues = useMetricValues(model, series);
  const metricKey = metricTerms(model, metrics).map(({ metric, sign }) => metric * sign).join(",");
  const pathKey = useMemo(
    () => callpaths && `${callpaths.nodes.join()} ${callpaths.nodes.filter((node) => callpaths.expanded.has(node)).join()}`,
    [callpaths],
  );
  const paths: Answer<Float64Array[]> = useAnswer(
    () => Promise.all(series.map((values) => callpathValues(model, values, metrics))),
    [model, series, metricKey],
  );
  const locations: Answer<Float64Array[]> = useAnswer(
    () => Promise.all(series.map((values) => locationValues(model, values, metrics, callpaths))),
    [model, series, metricKey, pathKey],
  );
  const metric = metrics.nodes[0] ?? 0;
  const unit = model.structure.metrics[metric]?.unit ?? "";

  const common = useMemo(
    () => ({
      unitOf: () => unit,
      rootOf: (of: number) => rootTotal(model, series[of]!.totals, metric),
    }),
    [model, series, metric, unit],
  );

  // Sums do not depend on the metric itself, whose values may still be on their way.
  const callpathSums = useMemo(
    () =>
      series.map((_, of) => {
        const own = paths.value?.[of] ?? zeros(model.callpaths);
        return { own, all: inclusive(model.callpaths, own) };
      }),
    [series, model, paths.value],
  );
  const callpathTree = useMemo(
    (): TreeValues => ({
      ...common,
      forest: model.callpaths,
      series: callpathSums.map(({ own, all }, of) => ({ name: series[of]!.name, inclusive: all, exclusive: own })),
      selectionOf: (of) => sum(callpathSums[of]!.all, model.callpaths.roots),
    }),
    [common, callpathSums, series, model],
  );

  const locationSums = useMemo(
    () =>
      series.map((_, of) => {
        const all = systemSums(model.system, locations.value?.[of] ?? []);
        return { own: exclusive(model.system.forest, all), all };
      }),
    [series, model, locations.value],
  );
  const systemTree = useMemo(
    (): TreeValues => ({
      ...common,
      forest: model.system.forest,
      series: locationSums.map(({ own, all }, of) => ({ name: series[of]!.name, inclusive: all, exclusive: own })),
      selectionOf: (of) => sum(locationSums[of]!.all, model.system.forest.roots),
    }),
    [common, locationSums, series, model],
  );

  const byLocation = useMemo(
    () => locations.value ?? series.map(() => new Float64Array(model.structure.locations.length)),
    [locations.value, series, model],
  );
  const error = paths.error ?? locations.error;
  const [areCallpathsOld, areLocationsOld] = [paths.isLoading, locations.isLoading];
  return useMemo(
    () => ({
      metrics: metricValues, callpaths: callpathTree, system: systemTree, byLocation, unit, error,
      isLoading: areCallpathsOld || areLocationsOld, areCallpathsOld, areLocationsOld,
    }),
    [metricValues, callpathTree, systemTree, byLocation, unit, error, areCallpathsOld, areLocationsOld],
  );
}
