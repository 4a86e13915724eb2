// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis of samples found, in short, with the way to all of it.
import type { Diagnosis } from "../../data/diagnosis";
import { PhaseStrip } from "../../diagnosis/phase_strip";
import type { Change } from "../../state/use_view_state";
import { ErrorBoundary } from "../../widgets/error_boundary";

const MOST_LOSSES = 5;

export function SampleLosses({ diagnosis, change }: { diagnosis: Diagnosis; change: Change }) {
  const { findings } = diagnosis;
  const more = findings.length - MOST_LOSSES;
  return (
    <section aria-label="Losses in the samples">
      <h2>Losses in the samples, by what the run could save at most</h2>
      <ErrorBoundary>
        <PhaseStrip
          diagnosis={diagnosis}
          choice={{ of: "run" }}
          loss={null}
          onChoice={(phases) => change({ view: "diagnosis", loss: null, ...phases })}
          hint="A click shows what was lost in a phase."
        />
      </ErrorBoundary>
      {findings.length === 0 && <p>No significant loss was found.</p>}
      <ol>
        {findings.slice(0, MOST_LOSSES).map(({ headline, kind }, position) => (
          <li key={position}>
            <button type="button" className="link" onClick={() => change({ view: "diagnosis", loss: position, phase: null, phaseKind: kind, frame: null })}>
              {headline}
            </button>
          </li>
        ))}
      </ol>
      {more > 0 && <p>and {more} more</p>}
      <p>
        <button type="button" onClick={() => change({ view: "diagnosis" })}>Show phases, losses and flame graph</button>
      </p>
    </section>
  );
}
