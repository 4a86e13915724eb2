// SPDX-License-Identifier: BSD-3-Clause
// The first screen: the run in a few sentences, the run over time, the causes of waiting, and the losses in
// its samples.
import type { Diagnosis } from "../../data/diagnosis";
import type { ReportTitle, Timeline } from "../../data/schema";
import type { Source } from "../../data/source";
import { numberedFindings } from "../../model/numbered_findings";
import type { ReportModel } from "../../model/report_model";
import type { Change } from "../../state/use_view_state";
import { TimelineStrip } from "../../timeline/timeline_strip";
import { ErrorBoundary } from "../../widgets/error_boundary";
import { UnbrokenNames } from "../../widgets/unbroken_names";
import { DelayCosts } from "./delay_costs";
import { FindingCard } from "./finding_card";
import { SampleLosses } from "./sample_losses";
import { TimeParts } from "./time_parts";

interface OverviewProps {
  source: Source;
  report: number;
  model: ReportModel;
  title: ReportTitle | undefined;
  timeline: Timeline | null;
  diagnosis: Diagnosis | null;
  change: Change;
}

export function Overview({ source, report, model, title, timeline, diagnosis, change }: OverviewProps) {
  const { structure } = model;
  const { findings } = structure;
  const { warnings } = structure.experiment;
  // A run of which there are only samples has no causes of waiting, but losses.
  const hasOnlySamples = diagnosis !== null && timeline === null && findings.length === 0;
  const headline = (title?.headline ?? []).filter((line) => line.trim() !== "");
  return (
    <div className="overview">
      <section className="headline" aria-label="Summary">
        <h1>{headline[0] ?? structure.experiment.program}</h1>
        {headline.slice(1).map((line, i) => (
          <p key={i}><UnbrokenNames text={line} /></p>
        ))}
        <TimeParts parts={title?.time_parts ?? []} model={model} change={change} />
        {warnings.length > 0 && (
          <p>
            <button type="button" className="link" onClick={() => change({ view: "warnings" })}>
              {warnings.length} {warnings.length === 1 ? "warning" : "warnings"} about the recording
            </button>
          </p>
        )}
      </section>
      {timeline && (
        <section aria-label="The run over time">
          <h2>The run over time</h2>
          <p className="hint">Ranks from top to bottom, time from left to right. Click to open the timeline there.</p>
          <ErrorBoundary>
            <TimelineStrip
              source={source}
              timeline={timeline}
              report={structure}
              onOpen={(from_s, to_s) => change({ view: "timeline", window: [from_s, to_s] })}
            />
          </ErrorBoundary>
        </section>
      )}
      {!hasOnlySamples && (
        <section aria-label="Causes of waiting">
          <h2>Causes of waiting, by potential gain</h2>
          {findings.length === 0 ? (
            <p>
              {model.metricAt.has("delay")
                ? "No cause was found without which the run would be shorter. The trees show where the time is."
                : "This report names no cause of waiting. The trees show where the time is."}
            </p>
          ) : (
            <ol className="cards">
              {numberedFindings(findings).map(({ position, number }) => (
                <FindingCard
                  key={position}
                  source={source}
                  report={report}
                  position={position}
                  number={number}
                  model={model}
                  hasTimeline={timeline !== null}
                  change={change}
                />
              ))}
            </ol>
          )}
        </section>
      )}
      <DelayCosts costs={title?.costs ?? []} model={model} change={change} />
      {diagnosis && <SampleLosses diagnosis={diagnosis} hasCauses={findings.length > 0} change={change} />}
      <p>
        <button type="button" onClick={() => change({ view: "trees" })}>
          Show all metrics, call paths and ranks
        </button>
      </p>
    </div>
  );
}
