// SPDX-License-Identifier: BSD-3-Clause
// The delay costs of a metric by both cost models: what waiting costs, where its cause is. Both share
// out the same waiting time; they differ in how much of it they leave to waits of the cause.
import type { ReportStructure } from "../data/schema";
import { ancestors } from "./forest";
import { percent } from "./quantity";
import type { ReportModel } from "./report_model";
import type { Values } from "./values";

const WAITS_FIRST = "__waitfirst";

export const MODEL_NAMES = ["proportional", "waits first"] as const;

// What both count, and why they differ, for people who have never heard of either.
export const MODELS_TEXT =
  "Both models share out the same waiting time. They differ where somebody came late because of more work and because of an earlier wait, " +
  "too: the proportional model divides the costs between these by their lengths, and waits first charges the work only for what the earlier " +
  "wait does not explain. So with waits first, more of the costs lies where a chain of waits began.";
export const MODELS_EXAMPLE =
  "A rank waited 3 s for another one, then worked 1 s longer than a third one, which now waits 2 s for it. Proportional: 1.5 s of " +
  "these go to the earlier wait, and so to its cause, and 0.5 s to the work. Waits first: all 2 s go to the earlier wait.";

// Says which part of the costs came through earlier waits, by each model.
export function earlierWaitsText([proportional, waitsFirst]: [number, number]): string {
  const [byFirst, bySecond] = [percent(proportional, 1), percent(waitsFirst, 1)];
  if (byFirst === bySecond) return `Here, ${byFirst} of the costs came through earlier waits, by both models.`;
  return `Here, ${byFirst} (proportional) and ${bySecond} (waits first) of the costs came through earlier waits.`;
}

export function hasBothModels({ metricAt }: ReportModel): boolean {
  return metricAt.has("delay") && metricAt.has(`delay${WAITS_FIRST}`);
}

export function areCosts(metric: string): boolean {
  return /^delay(_|$)/.test(metric);
}

export interface CostMetrics {
  name: string;
  ids: [proportional: string[], waitsFirst: string[]];
  longTerm: [number, number]; // part of each model's total that came through other waits
}

function baseOf(id: string): string {
  return id.endsWith(WAITS_FIRST) ? id.slice(0, -WAITS_FIRST.length) : id;
}

function below(model: ReportModel, metric: number): number[] {
  return [metric, ...model.metrics.children[metric]!.flatMap((child) => below(model, child))];
}

function totalOf(model: ReportModel, id: string): number {
  return model.structure.metrics[model.metricAt.get(id) ?? -1]?.total ?? 0;
}

// A metric of delay costs is its own; other metrics have those of the wait states that they contain.
function costIds(model: ReportModel, metric: number): string[] {
  const { metrics } = model.structure;
  const own = baseOf(metrics[metric]!.id);
  if (model.metricAt.has(own) && model.metricAt.has(own + WAITS_FIRST)) return [own];
  return [...new Set(below(model, metric).flatMap((each) => metrics[each]!.costs ?? []))];
}

// Returns the metric of delay costs that has these and no others, or else these.
function united(model: ReportModel, ids: string[]): string[] {
  const total = ids.reduce((sum, id) => sum + totalOf(model, id), 0);
  const above = ids.map((id) => ancestors(model.metrics, model.metricAt.get(id)!));
  const common = above[0]!.filter((node) => above.every((each) => each.includes(node)));
  const { metrics } = model.structure;
  const found = common.find((node) => Math.abs(metrics[node]!.total - total) <= 1e-9 * Math.abs(total) && model.metricAt.has(metrics[node]!.id + WAITS_FIRST));
  return ids.length > 1 && found !== undefined ? [metrics[found]!.id] : ids;
}

// Returns null if the metrics have no delay costs, or the report has them by one model only.
export function costMetrics(model: ReportModel, chosen: number[]): CostMetrics | null {
  const { metrics } = model.structure;
  const all = [...new Set(chosen.filter((metric) => metrics[metric]).flatMap((metric) => costIds(model, metric)))];
  const both = all.filter((id) => model.metricAt.has(id) && model.metricAt.has(id + WAITS_FIRST));
  if (both.length === 0) return null;
  // Kinds of waits that the run has not are not asked for.
  const seen = both.filter((id) => totalOf(model, id) !== 0 || totalOf(model, id + WAITS_FIRST) !== 0);
  const used = united(model, seen.length > 0 ? seen : both.slice(0, 1));
  const ids: CostMetrics["ids"] = [used, used.map((id) => id + WAITS_FIRST)];
  const longTerm = ids.map((each) => {
    const total = each.reduce((sum, id) => sum + totalOf(model, id), 0);
    const parts = each.flatMap((id) => below(model, model.metricAt.get(id)!)).map((node) => metrics[node]!);
    const through = parts.filter(({ id }) => baseOf(id).endsWith("_longterm")).reduce((sum, part) => sum + part.total, 0);
    return total > 0 ? through / total : 0;
  }) as [number, number];
  const [first, ...others] = used;
  const nameOf = (id: string) => metrics[model.metricAt.get(id)!]!.name;
  const name = others.length === 0 ? nameOf(first!) : `${nameOf(first!)} and of ${others.length} other kind${others.length === 1 ? "" : "s"}`;
  return { name, ids, longTerm };
}

export type CostsBy = "callpaths" | "locations";

// Returns the costs of each call path, without those below it, or of each location; for each model.
export async function costValues(model: ReportModel, values: Values, costs: CostMetrics, by: CostsBy): Promise<[Float64Array, Float64Array]> {
  const ask = (id: string) => {
    const metric = model.metricAt.get(id)!;
    return by === "callpaths" ? values.callpathSums(metric) : values.locationSums(metric, null, true);
  };
  const sums = costs.ids.map(async (ids) => {
    const [first, ...others] = await Promise.all(ids.map(ask));
    const sum = Float64Array.from(first!);
    for (const other of others) other.forEach((value, i) => (sum[i]! += value));
    return sum;
  });
  return (await Promise.all(sums)) as [Float64Array, Float64Array];
}

// Says why there is nothing to be compared.
export function noCostsText(structure: ReportStructure, metric: number): string {
  const has = (end: string) => structure.metrics.some(({ id }) => id === `delay${end}`);
  if (!has("") && !has(WAITS_FIRST)) return "This report has no delay costs. 'tarry analyze' finds them in a trace.";
  if (!has("") || !has(WAITS_FIRST)) return "This report has one cost model only. 'tarry analyze --delay-model both' has both.";
  const name = structure.metrics[metric]?.name ?? "This metric";
  return `${name} has no delay costs: choose a wait state, or a metric that contains wait states, like Time.`;
}
