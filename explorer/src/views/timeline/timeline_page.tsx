// SPDX-License-Identifier: BSD-3-Clause
// The timeline, linked with the trees: what is selected there stands out here, and a click here
// selects there.
import type { Timeline } from "../../data/schema";
import type { Source } from "../../data/source";
import type { ReportModel } from "../../model/report_model";
import type { Change } from "../../state/use_view_state";
import type { ViewState } from "../../state/view_state";
import { TimelineView } from "../../timeline/timeline_view";
import { timelineTarget } from "../../model/timeline_targets";

interface TimelinePageProps {
  source: Source;
  model: ReportModel;
  timeline: Timeline;
  state: ViewState;
  change: Change;
}

export function TimelinePage({ source, model, timeline, state, change }: TimelinePageProps) {
  const callpath = model.structure.callpaths[state.callpaths[0] ?? -1];
  return (
    <TimelineView
      source={source}
      timeline={timeline}
      report={model.structure}
      window={state.window}
      onWindow={(window) => change({ window })}
      finding={state.finding === null ? null : (model.structure.findings[state.finding] ?? null)}
      selectedLocations={state.locations}
      selectedRegion={callpath?.region ?? null}
      onSelect={(what) => change(timelineTarget(model, what))}
    />
  );
}
