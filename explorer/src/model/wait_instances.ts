// SPDX-License-Identifier: BSD-3-Clause
// The largest instances of a metric: single waits, each with the ranks that wait until the same time.
import type { LongWait, Timeline } from "../data/schema";
import type { ViewState } from "../state/view_state";
import { rangesText } from "./ranges";
import type { ReportModel } from "./report_model";

export const MOST_INSTANCES = 20;
const MARGIN = 0.5; // part of the wait that is shown before and after it

// Returns the wait states of the timeline that are a metric or a part of it.
export function statesOf(model: ReportModel, timeline: Timeline, metrics: number[]): number[] {
  const wanted = new Set(metrics);
  const isWanted = (metric: number | undefined): boolean => {
    for (let at = metric ?? -1; at >= 0; at = model.metrics.parents[at]!) if (wanted.has(at)) return true;
    return false;
  };
  return timeline.states.flatMap(({ metric }, state) => (metric !== undefined && isWanted(model.metricAt.get(metric)) ? [state] : []));
}

// Returns what the instances are instances of: a wait state, or the waiting in a metric that contains wait states.
export function instancesOf(model: ReportModel, timeline: Timeline, states: number[], metric: number): string {
  const chosen = model.structure.metrics[metric];
  if (!chosen) return "this metric";
  return states.some((state) => timeline.states[state]?.metric === chosen.id) ? chosen.name : `waiting in ${chosen.name}`;
}

// "ranks 0-2 of 4", or the first ones of many.
export function whoWaits(model: ReportModel, timeline: Timeline, wait: LongWait): string {
  const { locations } = model.structure;
  const rankOf = (line: number) => locations[timeline.locations[line] ?? -1]?.rank ?? line;
  const ranks = [...new Set(wait.lines.map(rankOf))];
  if (wait.line_count > wait.lines.length) return `${wait.line_count} locations`;
  const text = `rank${ranks.length === 1 ? "" : "s"} ${rangesText(ranks)}`;
  return wait.lines.length > ranks.length ? `${text}, ${wait.lines.length} threads` : text;
}

// What a click on an instance shows: the timeline around it.
export function instanceTarget(model: ReportModel, timeline: Timeline, wait: LongWait): Partial<ViewState> {
  const margin = MARGIN * Math.max(wait.end_s - wait.begin_s, 1e-9);
  const metric = timeline.states[wait.state]?.metric;
  const call = timeline.states[wait.call]?.name;
  return {
    view: "timeline",
    finding: null,
    window: [Math.max(wait.begin_s - margin, timeline.begin_s), Math.min(wait.end_s + margin, timeline.end_s)],
    locations: wait.lines.flatMap((line) => timeline.locations[line] ?? []),
    ...(metric !== undefined && model.metricAt.has(metric) && { metrics: [metric], openMetrics: false }),
    callpaths: model.structure.callpaths.flatMap(({ region }, i) => (region === call ? [i] : [])),
    isFlat: false,
  };
}
