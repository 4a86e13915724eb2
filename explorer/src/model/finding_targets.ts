// SPDX-License-Identifier: BSD-3-Clause
// What a click on a finding selects in the trees.
import type { ViewState } from "../state/view_state";
import { locationsOf } from "./place_names";
import type { ReportModel } from "./report_model";

type Target = Partial<ViewState>;

// The cost of delays, by the model that the finding was made with, at the call path that causes them; in
// a report without it, the time.
function metricOfCause(model: ReportModel, finding: number): string {
  const of = model.structure.findings[finding]!;
  const ofCores = of.without_core_s === undefined ? ["lost_cores_comp", "lost_cores"] : ["lost_cores"];
  const wanted = of.kind === "lost_cores" ? ofCores : [`delay__${of.model}`, "delay"];
  return wanted.find((id) => model.metricAt.has(id)) ?? model.structure.metrics[0]?.id ?? "time";
}

// The amounts of a finding are those of its call path alone, so it is selected expanded. Lost cores are those of all
// call paths.
export function causeTarget(model: ReportModel, finding: number): Target {
  const of = model.structure.findings[finding]!;
  const isOfAllPaths = of.kind === "lost_cores";
  return {
    view: "trees",
    finding,
    metrics: [metricOfCause(model, finding)],
    openMetrics: false,
    callpaths: isOfAllPaths ? [] : [of.callpath],
    openCallpaths: !isOfAllPaths,
    isFlat: false,
    locations: locationsOf(model.structure, of),
    panel: "system",
  };
}

// The costs of a call path that is no finding's; they are those of it alone.
export function costTarget(model: ReportModel, callpath: number): Target {
  const metric = ["delay", "delay__waitfirst"].find((id) => model.metricAt.has(id)) ?? "time";
  return {
    view: "trees", finding: null, metrics: [metric], openMetrics: false, callpaths: [callpath], openCallpaths: true, isFlat: false,
    locations: null, panel: "system",
  };
}

export function victimTarget(model: ReportModel, finding: number, victim: number): Target {
  const of = model.structure.findings[finding]!.victims![victim]!;
  return {
    ...causeTarget(model, finding),
    ...(model.metricAt.has(of.metric) && { metrics: [of.metric] }),
    callpaths: [of.callpath],
    locations: locationsOf(model.structure, of),
  };
}
