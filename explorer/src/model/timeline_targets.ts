// SPDX-License-Identifier: BSD-3-Clause
// What a click in the timeline selects in the trees.
import { FIRST_STATE, type ViewState } from "../state/view_state";
import type { ReportModel } from "./report_model";

export interface TimelineChoice {
  region?: string | null; // null: none in particular
  metric?: string | null;
  locations?: number[]; // none: all
}

export function timelineTarget(model: ReportModel, what: TimelineChoice): Partial<ViewState> {
  const target: Partial<ViewState> = {};
  if (what.metric === null) target.metrics = FIRST_STATE.metrics;
  else if (what.metric !== undefined && model.metricAt.has(what.metric)) target.metrics = [what.metric];
  if (what.locations) target.locations = what.locations.length > 0 ? what.locations : null;
  if (what.region !== undefined) {
    target.isFlat = false;
    target.callpaths = model.structure.callpaths.flatMap(({ region }, i) => (region === what.region ? [i] : []));
  }
  return target;
}
