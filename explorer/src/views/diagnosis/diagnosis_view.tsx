// SPDX-License-Identifier: BSD-3-Clause
// Where a sampled run loses time: its phases, the losses in them, and what their time was spent on.
import { useMemo } from "react";

import type { Diagnosis } from "../../data/diagnosis";
import { FlameGraph, type Mark } from "../../diagnosis/flame_graph";
import { flameTree } from "../../diagnosis/flame_tree";
import { PhaseStrip } from "../../diagnosis/phase_strip";
import { choiceOf, chosenTimes } from "../../model/phase_choice";
import { percent, seconds } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import type { Source } from "../../data/source";
import { useAnswer } from "../../state/use_answer";
import type { Change } from "../../state/use_view_state";
import type { ViewState } from "../../state/view_state";
import { ErrorBoundary } from "../../widgets/error_boundary";
import { Losses } from "./losses";
import { RowChoice } from "./row_choice";

interface DiagnosisViewProps {
  source: Source;
  diagnosis: Diagnosis;
  model: ReportModel;
  state: ViewState;
  change: Change;
}

// Returns the frames that a loss is about; a frame may be both, then it is a symptom.
export function marksOf({ findings }: Diagnosis, loss: number | null): Map<number, Mark> {
  const chosen = loss === null ? undefined : findings[loss];
  const marks = new Map<number, Mark>();
  chosen?.causes.forEach((frame) => marks.set(frame, "cause"));
  chosen?.symptoms.forEach((frame) => marks.set(frame, "symptom"));
  return marks;
}

export function DiagnosisView({ source, diagnosis, model, state, change }: DiagnosisViewProps) {
  const choice = useMemo(() => choiceOf(diagnosis, state), [diagnosis, state.phase, state.phaseKind]);
  const row = state.row !== null && diagnosis.rows.includes(state.row) ? state.row : null;
  const { value: known, error } = useAnswer(async () => (row === null ? null : source.diagnosisRow(row)), [source, row]);
  const ofRow = known?.row === row ? known : null; // not that of the row before
  const { title, times, isWider } = useMemo(() => chosenTimes(diagnosis, choice, ofRow), [diagnosis, choice, ofRow]);
  const root = useMemo(() => flameTree(diagnosis.frames, times), [diagnosis, times]);
  const marks = useMemo(() => marksOf(diagnosis, state.loss), [diagnosis, state.loss]);
  const whole = useMemo(() => diagnosis.kind_times.flat().reduce((sum, value, i) => (i % 2 ? sum + value : sum), 0), [diagnosis]);
  const { threads } = diagnosis.diagnosis.experiment;
  const noun = diagnosis.picture.run.row;
  return (
    <div className="diagnosis-view">
      <h1>Diagnosis of {diagnosis.picture.run.program}: {diagnosis.run}</h1>
      <section aria-label="Phases over time">
        <ErrorBoundary>
          <PhaseStrip diagnosis={diagnosis} choice={choice} loss={state.loss} onChoice={(phases) => change({ ...phases, loss: null })} window={state.strip} onWindow={(strip) => change({ strip })} />
        </ErrorBoundary>
      </section>
      <div className="diagnosis-columns">
        <Losses diagnosis={diagnosis} model={model} choice={choice} loss={state.loss} change={change} />
        <section aria-label="Flame graph">
          <h2>Where the time of {title} was spent{ofRow && `, ${noun} ${ofRow.row}`}</h2>
          {diagnosis.rows.length > 1 && <RowChoice count={diagnosis.picture.run.rows} noun={noun} rows={diagnosis.rows} row={row} onRow={(number) => change({ row: number, frame: null })} />}
          {error && row !== null && <p className="error" role="alert">{error}</p>}
          <p className="hint">
            {seconds(root.value ?? 0)} {ofRow ? `on ${noun} ${ofRow.row}` : `over ${threads} ${threads === 1 ? "thread" : "threads"}`}
            {choice.of !== "run" && `, ${percent(root.value ?? 0, whole)} of the sampled time`}. The width of a call path is its time.
            {isWider && ` The time of phase ${choice.of === "phase" ? choice.phase : ""} alone is not kept${ofRow ? ` for each ${noun}` : ": there are too many phases"}.`}
            {marks.size > 0 && " ▲ where the chosen loss shows, ● its cause."}
          </p>
          <ErrorBoundary>
            <FlameGraph
              root={root}
              title={ofRow ? `${title}, ${noun} ${ofRow.row}` : title}
              labels={diagnosis.picture.labels}
              marks={marks}
              threads={threads}
              enlarged={state.frame}
              onEnlarge={(frame) => change({ frame })}
              search={state.search}
              onSearch={(search) => change({ search })}
            />
          </ErrorBoundary>
        </section>
      </div>
    </div>
  );
}
