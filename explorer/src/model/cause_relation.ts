// SPDX-License-Identifier: BSD-3-Clause
// How the amounts of a cause's card are found again in the trees. The excess is a part of a call path's
// computation that no line shows by itself; its costs are those of the call path, where time without a core and
// threads that start late count, too.
import type { Finding, ReportStructure } from "../data/schema";
import type { Source } from "../data/source";
import { ranksText, locationsOf } from "./place_names";
import { seconds } from "./quantity";
import type { ReportModel } from "./report_model";

const LEAST = 0.005; // part of an amount: less is not told

export interface CauseAmounts {
  own_s: number; // computation of the named ranks, with the next; their time if the call path is no computation
  isComputation: boolean;
  withoutCore_s: number;
  costs_s: number; // of the call path on all ranks, with the next two
  ofLostCores_s: number;
  ofLateStarts_s: number;
  otherCosts_s: number | null; // of the call path on all ranks by the other model; null if the report has one model
}

function otherModelText({ model }: Finding, costs_s: number): string {
  const what = model === "waitfirst" ? "waits first, which charges earlier waits of a late rank before its work" : "proportional, which divides costs between work and earlier waits of a late rank by their lengths";
  const other = model === "waitfirst" ? "the proportional one, which divides them by their lengths" : "waits first, which charges the earlier waits before the work";
  return `That is by the model ${what}; by ${other}, it is ${seconds(costs_s)}.`;
}

export async function causeAmounts(source: Source, report: number, model: ReportModel, finding: Finding): Promise<CauseAmounts> {
  const sum = async (id: string, locations: number[] | null) => {
    const metric = model.metricAt.get(id);
    if (metric === undefined) return 0;
    const values = await source.locationSums(report, metric, [finding.callpath], false);
    return locations === null ? values.reduce((all, value) => all + value, 0) : locations.reduce((all, at) => all + (values[at] ?? 0), 0);
  };
  const [end, otherEnd] = finding.model === "waitfirst" ? ["__waitfirst", ""] : ["", "__waitfirst"];
  const named = locationsOf(model.structure, finding);
  const [computing_s, time_s, withoutCore_s, costs_s, ofLostCores_s, ofLateStarts_s, otherCosts_s] = await Promise.all([
    sum("comp", named),
    sum("time", named),
    sum("lost_cores_comp", named),
    sum(`delay${end}`, null),
    sum(`delay_lost_cores${end}`, null),
    sum(`delay_fork_and_join${end}`, null),
    model.metricAt.has(`delay${otherEnd}`) ? sum(`delay${otherEnd}`, null) : null,
  ]);
  const isComputation = computing_s > 0;
  return { own_s: isComputation ? computing_s : time_s, isComputation, withoutCore_s, costs_s, ofLostCores_s, ofLateStarts_s, otherCosts_s };
}

// Returns sentences; none for what the report does not have.
export function causeRelation(structure: ReportStructure, finding: Finding, amounts: CauseAmounts): string[] {
  const sentences: string[] = [];
  const { own_s, isComputation, withoutCore_s, costs_s, ofLostCores_s, ofLateStarts_s, otherCosts_s } = amounts;
  const isNotable = (part: number, whole: number) => part > LEAST * whole;
  if (isComputation && finding.delay_s > (1 + LEAST) * own_s) {
    sentences.push(
      `Only ${seconds(own_s)} of the ${seconds(finding.delay_s)} are Computation there; for the rest threads started late, or had no core when they were to start.`,
    );
  } else if (own_s > 0) {
    const onACore = isNotable(withoutCore_s, own_s) ? `, of it ${seconds(withoutCore_s)} without a core, which is no part of the excess` : "";
    sentences.push(
      `The ${seconds(finding.delay_s)} are a part of the ${seconds(own_s)} that the trees show as ${isComputation ? "Computation" : "Time"} there on ` +
        `${ranksText(structure, finding.ranks, finding.threads)}${onACore}.`,
    );
  }
  if (costs_s > 0) {
    const parts = [
      `${seconds(finding.cost_s)} for the excess`,
      ...(isNotable(ofLostCores_s, costs_s) ? [`${seconds(ofLostCores_s)} for computation without a core`] : []),
      ...(isNotable(ofLateStarts_s, costs_s) ? [`${seconds(ofLateStarts_s)} for threads that started late`] : []),
    ];
    const told = (finding.victims ?? []).reduce((all, { wait_s }) => all + wait_s, 0);
    sentences.push(
      parts.length > 1
        ? `The trees show ${seconds(costs_s)} of own delay costs there on all ranks: ${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}.`
        : `The trees show the waiting of others as ${seconds(costs_s)} of own delay costs there on all ranks.`,
    );
    if (otherCosts_s !== null && Math.abs(otherCosts_s - costs_s) > LEAST * costs_s) sentences.push(otherModelText(finding, otherCosts_s));
    if (told > 0 && isNotable(finding.cost_s - told, finding.cost_s))
      sentences.push(`Waits of ${seconds(finding.cost_s - told)} are too short to be named above.`);
  }
  return sentences;
}
