// SPDX-License-Identifier: BSD-3-Clause
import { useMemo } from "react";

import { valuesOfReport } from "../model/values";
import type { Change } from "../state/use_view_state";
import type { ViewState } from "../state/view_state";
import { ComparisonView } from "../views/comparison/comparison_view";
import { DiagnosisView } from "../views/diagnosis/diagnosis_view";
import { HelpView } from "../views/help/help_view";
import { Overview } from "../views/overview/overview";
import { TimelinePage } from "../views/timeline/timeline_page";
import { TreesView } from "../views/trees/trees_view";
import { WarningsView } from "../views/warnings/warnings_view";
import type { Loaded } from "./explorer_app";

interface ViewOfProps {
  loaded: Loaded;
  state: ViewState;
  change: Change;
}

export function ViewOf({ loaded, state, change }: ViewOfProps) {
  const { source, session, models, timeline, diagnosis } = loaded;
  const report = Math.min(state.report, models.length - 1);
  const model = models[report]!;
  const title = session.reports[report];
  const series = useMemo(
    () => [valuesOfReport(source, report, model.structure, title?.name ?? "value")],
    [source, report, model, title],
  );
  // The timeline and the diagnosis are those of the first report.
  const ownTimeline = report === 0 ? timeline : null;
  switch (state.view) {
    case "trees":
      return <TreesView key={report} source={source} timeline={ownTimeline} model={model} series={series} state={state} change={change} />;
    case "timeline":
      return timeline && <TimelinePage source={source} model={models[0]!} timeline={timeline} state={state} change={change} />;
    case "diagnosis":
      return diagnosis && <DiagnosisView source={source} diagnosis={diagnosis} model={models[0]!} state={state} change={change} />;
    case "comparison":
      return <ComparisonView loaded={loaded} state={state} change={change} />;
    case "warnings":
      return <WarningsView title={title} warnings={model.structure.experiment.warnings} />;
    case "help":
      return <HelpView />;
    default:
      return <Overview source={source} report={report} model={model} title={title} timeline={ownTimeline} diagnosis={report === 0 ? diagnosis : null} change={change} />;
  }
}
