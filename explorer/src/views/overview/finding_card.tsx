// SPDX-License-Identifier: BSD-3-Clause
// One cause of waiting: what takes too long and on which ranks, whom it holds up, and what the run
// would gain.
import { useMemo } from "react";

import type { Finding } from "../../data/schema";
import { type CauseAmounts, causeAmounts, causeRelation } from "../../model/cause_relation";
import { findingText } from "../../model/finding_text";
import { causeTarget, victimTarget } from "../../model/finding_targets";
import { shownPath } from "../../model/place_names";
import type { ReportModel } from "../../model/report_model";
import { allWaits, victimRows, victimText } from "../../model/victim_rows";
import type { Source } from "../../data/source";
import { useAnswer } from "../../state/use_answer";
import type { Change } from "../../state/use_view_state";
import { ChainPicture } from "../../timeline/chain_picture";
import { ErrorBoundary } from "../../widgets/error_boundary";
import { UnbrokenNames } from "../../widgets/unbroken_names";
import { GainBar } from "./gain_bar";
import { LostCoresCard } from "./lost_cores_card";

interface FindingCardProps {
  source: Source;
  report: number;
  position: number; // in the report's findings
  number: number | null; // null if it is none that could be removed by itself
  model: ReportModel;
  hasTimeline: boolean;
  change: Change;
}

const MOST_VICTIMS = 4;

export function FindingCard(props: FindingCardProps) {
  const { position, model, change } = props;
  const isOfMachine = model.structure.findings[position]!.kind === "lost_cores";
  return isOfMachine ? <LostCoresCard position={position} model={model} change={change} /> : <CauseCard {...props} />;
}

function CauseCard({ source, report, position, number, model, hasTimeline, change }: FindingCardProps) {
  const { structure } = model;
  const finding = structure.findings[position]!;
  const victims = useMemo(() => victimRows(finding), [finding]);
  const { value: waits } = useAnswer<number[]>(() => allWaits(source, report, model, finding), [source, report, model, finding]);
  const { value: amounts } = useAnswer<CauseAmounts>(() => causeAmounts(source, report, model, finding), [source, report, model, finding]);
  const text = findingText(structure, finding);
  const { episode } = finding;
  return (
    <li className="card">
      <h3>
        {number}. <UnbrokenNames text={text.place} />
        {text.source && <span className="source-place"> <UnbrokenNames text={`(${text.source})`} /></span>}
      </h3>
      <p>
        takes <strong>{text.excess}</strong> too long on <strong>{text.who}</strong>. <UnbrokenNames text={text.victims} />
      </p>
      <p>
        Removing this excess would save <strong>{text.gain}</strong>
        {text.range && `, ${text.range}`}.
      </p>
      <GainBar finding={finding} duration_s={structure.experiment.duration_s} />
      <ErrorBoundary>
        <ChainPicture report={structure} finding={finding} />
      </ErrorBoundary>
      {text.notes.map((note, i) => (
        <p className="hint" key={i}>{note}</p>
      ))}
      <p className="hint"><UnbrokenNames text={`Call path: ${shownPath(structure, finding.callpath)}`} /></p>
      <p className="hint relation">{amounts && causeRelation(structure, finding, amounts).join(" ")}</p>
      <div className="actions">
        <button type="button" onClick={() => change(causeTarget(model, position))}>Show the cause in the trees</button>
        {hasTimeline && episode && (
          <button
            type="button"
            onClick={() => change({ view: "timeline", finding: position, window: windowOf(episode) })}
          >
            Show one of its worst instances in the timeline
          </button>
        )}
      </div>
      {victims.length > 0 && (
        <details>
          <summary>Who waits, and where</summary>
          <ul className="victims">
            {victims.slice(0, MOST_VICTIMS).map((row, i) => {
              const { what, part, why } = victimText(model, finding, row, waits?.[i]);
              return (
                <li key={i}>
                  <button type="button" className="link" onClick={() => change(victimTarget(model, position, row.victim))}>
                    <UnbrokenNames text={what} />
                  </button>{" "}
                  {part} ({why})
                </li>
              );
            })}
            {victims.length > MOST_VICTIMS && <li>and {victims.length - MOST_VICTIMS} more</li>}
          </ul>
        </details>
      )}
    </li>
  );
}

// The episode with a little of what is around it.
function windowOf(episode: NonNullable<Finding["episode"]>): [number, number] {
  const spans = [episode.cause, ...episode.waits];
  const from = Math.min(...spans.map((span) => span.begin_s));
  const to = Math.max(...spans.map((span) => span.end_s));
  const margin = 0.1 * Math.max(to - from, 1e-9);
  return [Math.max(from - margin, 0), to + margin];
}
