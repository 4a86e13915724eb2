// SPDX-License-Identifier: BSD-3-Clause
// The losses of the chosen phases, in the words of `tarry diagnose`: those of all phases, or of one kind.
import { useEffect, useRef } from "react";

import type { Diagnosis } from "../../data/diagnosis";
import { kindColors } from "../../diagnosis/role_colors";
import { csv } from "../../model/csv";
import { losingKinds, type PhaseChoice, WHOLE_RUN } from "../../model/phase_choice";
import { rangesText } from "../../model/ranges";
import type { ReportModel } from "../../model/report_model";
import { fileName, saveCsv } from "../../plots/save_picture";
import type { Change } from "../../state/use_view_state";
import { useThemeName } from "../../state/theme_context";
import { UnbrokenNames } from "../../widgets/unbroken_names";

interface LossesProps {
  diagnosis: Diagnosis;
  model: ReportModel;
  choice: PhaseChoice;
  loss: number | null;
  change: Change;
}

// Returns the losses as a table.
export function lossesCsv({ diagnosis }: Diagnosis): string {
  const pathOf = ({ callpath, sites }: { callpath: string[]; sites: string[] }) =>
    callpath.map((name, i) => (sites[i] && !name.startsWith("loop") ? `${name}@${sites[i]}` : name)).join("/");
  return csv(
    ["loss", "phases", "seconds", "percent of the run", "symptom", "ranks", "waiting ranks", "causes", "advice"],
    diagnosis.findings.map((loss) => [
      loss.type, rangesText(loss.phases), loss.severity_s, loss.severity_percent, pathOf(loss.symptom), rangesText(loss.ranks),
      rangesText(loss.waiting_ranks), loss.causes.map((cause) => `${pathOf(cause)} (${cause.severity_s} s)`).join("; "), loss.advice,
    ]),
  );
}

export function Losses({ diagnosis, model, choice, loss, change }: LossesProps) {
  const losing = losingKinds(diagnosis);
  const kinds = choice.of === "run" ? losing : [choice.kind];
  const unresolved = diagnosis.unresolved.filter(({ kind }) => choice.of === "run" || kind === choice.kind);
  return (
    <section className="losses" aria-label="Losses">
      <div className="losses-head">
        <h2>{choice.of === "run" ? "Losses of the whole run" : "Losses of the chosen phases"}</h2>
        {choice.of !== "run" && <button type="button" onClick={() => change({ ...WHOLE_RUN, loss: null })}>Whole run</button>}
        <button type="button" onClick={() => saveCsv(fileName("losses of", diagnosis.picture.run.program), lossesCsv(diagnosis))}>Save all as CSV</button>
      </div>
      {choice.of === "phase" && <p className="hint">Losses are found in all phases between the same two calls together.</p>}
      {kinds.length === 0 && <p>No significant loss was found.</p>}
      {kinds.map((kind) => (
        <KindCard key={kind} {...{ diagnosis, model, choice, loss, change, kind }} />
      ))}
      {unresolved.length > 0 && (
        <>
          <h3>Long communication whose purpose samples cannot tell</h3>
          <ul>
            {unresolved.map(({ text }, i) => (
              <li key={i}><UnbrokenNames text={text} /></li>
            ))}
          </ul>
        </>
      )}
      <details className="limits">
        <summary>What this diagnosis cannot know</summary>
        <ul>
          {diagnosis.diagnosis.limits.map((limit, i) => (
            <li key={i}>{limit}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function KindCard({ diagnosis, model, choice, loss, change, kind }: LossesProps & { kind: number }) {
  const theme = useThemeName();
  const { title, parts } = diagnosis.kinds[kind]!;
  const findings = diagnosis.findings.map((finding, position) => ({ finding, position })).filter(({ finding }) => finding.kind === kind);
  const isKind = choice.of === "kind" && choice.kind === kind;
  const color = kindColors(diagnosis, theme)[kind];
  // A loss that was chosen on the first screen comes into view.
  const marked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView?.({ block: "nearest" });
  }, [loss]);
  return (
    <section className="card" aria-label={title} style={{ borderLeftColor: color }}>
      <h3><span className="flame-swatch" style={{ background: color }} /><UnbrokenNames text={title} /></h3>
      <p className="hint"><UnbrokenNames text={parts} /></p>
      <button type="button" aria-pressed={isKind} onClick={() => change(isKind ? WHOLE_RUN : { phase: null, phaseKind: kind })}>
        Choose these phases
      </button>
      {findings.length === 0 && <p>No significant loss was found in these phases.</p>}
      {findings.map(({ finding, position }) => {
        const isMarked = loss === position;
        const { type } = diagnosis.diagnosis.findings[position]!;
        return (
          <div key={position} ref={isMarked ? marked : undefined} className={isMarked ? "loss chosen" : "loss"}>
            <strong><UnbrokenNames text={finding.headline} /></strong>
            <ul>
              {finding.details.map((line, i) => (
                <li key={i}><UnbrokenNames text={line} /></li>
              ))}
            </ul>
            <div className="losses-head">
              <button
                type="button"
                aria-pressed={isMarked}
                onClick={() => change(isMarked ? { loss: null } : { loss: position, phase: null, phaseKind: kind, frame: null })}
              >
                Mark it in the pictures
              </button>
              {model.metricAt.has(type) && (
                <button type="button" onClick={() => change({ view: "trees", metrics: [type], openMetrics: false, callpaths: [], locations: null })}>
                  Show it in the trees
                </button>
              )}
            </div>
          </div>
        );
      })}
    </section>
  );
}
