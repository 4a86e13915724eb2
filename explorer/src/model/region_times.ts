// SPDX-License-Identifier: BSD-3-Clause
// How long all locations are in each region in the whole run, without the regions that it calls.
import type { Source } from "../data/source";
import type { ReportModel } from "./report_model";

// Returns seconds by the name of the region; of the session's first report, whose trace the timeline shows.
export async function regionTimes(source: Source, model: ReportModel): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const metric = model.metricAt.get("time");
  if (metric === undefined) return times;
  const sums = await source.callpathSums(0, metric);
  model.structure.callpaths.forEach(({ region }, i) => times.set(region, (times.get(region) ?? 0) + (sums[i] ?? 0)));
  return times;
}
