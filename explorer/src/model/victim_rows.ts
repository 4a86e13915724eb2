// SPDX-License-Identifier: BSD-3-Clause
// Who waits for a cause. A finding may name one place several times: for waits that the cause made directly, and for
// those that came through the waits of others.
import type { Finding } from "../data/schema";
import type { Source } from "../data/source";
import { locationsOf, ranksText, regionOf } from "./place_names";
import { seconds } from "./quantity";
import type { ReportModel } from "./report_model";

type Victim = NonNullable<Finding["victims"]>[number];

export interface VictimRow {
  victim: number; // the first of them in the finding
  wait_s: number;
  steps: number; // 1: the cause made them wait directly
}

function keyOf({ metric, callpath, ranks, threads = [] }: Victim, steps: number): string {
  return JSON.stringify([metric, callpath, ranks, threads, steps]);
}

// Returns a row for each place, metric and way, in the order of the finding.
export function victimRows(finding: Finding): VictimRow[] {
  const rows = new Map<string, VictimRow>();
  (finding.victims ?? []).forEach((each, victim) => {
    const steps = Math.max(1, Math.round(each.steps));
    const row = rows.get(keyOf(each, steps));
    if (row) row.wait_s += each.wait_s;
    else rows.set(keyOf(each, steps), { victim, wait_s: each.wait_s, steps });
  });
  return [...rows.values()];
}

// Returns how long the ranks of each row wait there in all, for whatever reason: what the trees show.
export function allWaits(source: Source, report: number, model: ReportModel, finding: Finding): Promise<number[]> {
  return Promise.all(
    victimRows(finding).map(async ({ victim }) => {
      const each = finding.victims![victim]!;
      const metric = model.metricAt.get(each.metric);
      if (metric === undefined) return 0;
      const values = await source.locationSums(report, metric, [each.callpath], false);
      return locationsOf(model.structure, each).reduce((all, at) => all + (values[at] ?? 0), 0);
    }),
  );
}

function wayText(steps: number): string {
  if (steps === 1) return "directly";
  return steps === 2 ? "through another wait" : `through ${steps - 1} other waits`;
}

export interface VictimText {
  what: string; // where who waits how long: what a click shows
  part: string; // of all waiting there; empty if it is not known
  why: string; // the metric, and the way from the cause
}

export function victimText(model: ReportModel, finding: Finding, row: VictimRow, all_s: number | undefined): VictimText {
  const { structure } = model;
  const { metric, callpath, ranks, threads } = finding.victims![row.victim]!;
  const name = structure.metrics[model.metricAt.get(metric) ?? -1]?.name ?? metric;
  return {
    what: `${seconds(row.wait_s)} in ${regionOf(structure, callpath)} on ${ranksText(structure, ranks, threads)}`,
    part: all_s ? `of the ${seconds(all_s)} that the trees show there` : "",
    why: `${name}, ${wayText(row.steps)}`,
  };
}
