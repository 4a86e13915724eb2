// SPDX-License-Identifier: BSD-3-Clause
// The timeline, linked with the trees: what is selected there stands out here, and a click here
// selects there.
import type { Finding, Timeline } from "../../data/schema";
import type { Source } from "../../data/source";
import { regionTimes } from "../../model/region_times";
import type { ReportModel } from "../../model/report_model";
import { useAnswer } from "../../state/use_answer";
import type { Change } from "../../state/use_view_state";
import type { ViewState } from "../../state/view_state";
import { TimelineView } from "../../timeline/timeline_view";
import { findingText } from "../../model/finding_text";
import { timelineTarget } from "../../model/timeline_targets";

const NO_TIMES: ReadonlyMap<string, number> = new Map(); // of a report that turns out to be damaged

interface TimelinePageProps {
  source: Source;
  model: ReportModel;
  timeline: Timeline;
  state: ViewState;
  change: Change;
}

export function TimelinePage({ source, model, timeline, state, change }: TimelinePageProps) {
  const callpath = model.structure.callpaths[state.callpaths[0] ?? -1];
  const times = useAnswer(() => regionTimes(source, model), [source, model]);
  const finding = state.finding === null ? undefined : model.structure.findings[state.finding];
  return (
    <>
      <h1 className="unseen">Timeline</h1>
      {finding?.episode && <FindingLine model={model} finding={finding} />}
      {!times.isLoading && (
        <TimelineView
          source={source}
          timeline={timeline}
          report={model.structure}
          regionTimes={times.value ?? NO_TIMES}
          window={state.window}
          onWindow={(window) => change({ window })}
          finding={finding ?? null}
          selectedLocations={state.locations}
          selectedRegion={callpath?.region ?? null}
          selectedMetric={state.metrics.length === 1 ? state.metrics[0]! : null}
          shown={state.shown}
          onShown={(shown) => change({ shown })}
          unfolded={state.unfolded}
          onUnfolded={(unfolded) => change({ unfolded })}
          counter={state.counter}
          onCounter={(counter) => change({ counter })}
          onSelect={(what) => change(timelineTarget(model, what))}
        />
      )}
    </>
  );
}

// What the marks in the timeline are about.
function FindingLine({ model, finding }: { model: ReportModel; finding: Finding }) {
  const text = findingText(model.structure, finding);
  return (
    <p className="finding-line">
      <strong>{text.place}</strong>
      {text.source && ` (${text.source})`} takes {text.excess} too long on <strong>{text.who}</strong>. {text.victims} Removing
      this excess would save <strong>{text.gain}</strong>. The marks show one of its worst instances.
    </p>
  );
}
