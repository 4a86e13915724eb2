// SPDX-License-Identifier: BSD-3-Clause
// Two reports side by side in the three trees: both values of each line and their difference.
import { useMemo } from "react";

import type { Loaded } from "../../app/explorer_app";
import { lastPart } from "../../model/place_names";
import { seconds } from "../../model/quantity";
import { unitedReports } from "../../model/united_reports";
import { valuesOfReport } from "../../model/values";
import type { Change } from "../../state/use_view_state";
import { NO_PLACES, type ViewState } from "../../state/view_state";
import { TreesView } from "../trees/trees_view";
import { ReportChoice } from "./report_choice";

interface ComparisonViewProps {
  loaded: Loaded;
  state: ViewState;
  change: Change;
}

export function ComparisonView({ loaded, state, change }: ComparisonViewProps) {
  const { source, session, models } = loaded;
  const [before, after] = state.pair.map((report) => Math.min(report, models.length - 1)) as [number, number];
  const pair = useMemo(() => [before, after], [before, after]);
  const choose = (next: [number, number]) => change({ ...NO_PLACES, pair: next });
  const { model, series } = useMemo(() => {
    const united = unitedReports(pair.map((report) => models[report]!.structure));
    const names = pair.map((report) => lastPart(session.reports[report]?.name ?? `report ${report}`));
    return {
      model: united.model,
      series: pair.map((report, i) =>
        united.valuesOf(i, valuesOfReport(source, report, models[report]!.structure, names[0] === names[1] ? `${names[i]} (${i + 1})` : names[i]!)),
      ),
    };
  }, [pair, models, session, source]);
  const [first, second] = pair.map((report) => models[report]!.structure.experiment.duration_s) as [number, number];
  return (
    <div className="comparison">
      <p className="comparison-line">
        <ReportChoice label="Before" reports={session.reports} chosen={before} onChoice={(report) => choose([report, after])} />
        ran {seconds(first)};{" "}
        <ReportChoice label="after" reports={session.reports} chosen={after} onChoice={(report) => choose([before, report])} />
        ran {seconds(second)}. The difference is after minus before: blue is less, orange is more; a strong color is a large
        part of the metric at the root of its tree.
      </p>
      <p className="comparison-line hint">
        Repeated runs of one program differ, too. To see whether a difference is more than that, compare several runs: <code>tarry compare --spread</code>.
      </p>
      <TreesView key={pair.join()} source={source} model={model} series={series} state={state} change={change} />
    </div>
  );
}
