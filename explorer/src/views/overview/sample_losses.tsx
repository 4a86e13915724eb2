// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis of samples found, in short, with the way to all of it.
import type { Diagnosis } from "../../data/diagnosis";
import { PhaseStrip } from "../../diagnosis/phase_strip";
import type { Change } from "../../state/use_view_state";
import { ErrorBoundary } from "../../widgets/error_boundary";
import { UnbrokenNames } from "../../widgets/unbroken_names";

const MOST_LOSSES = 5;
const CAUSE = "cause: "; // begins the detail of a loss that names a call path

interface SampleLossesProps {
  diagnosis: Diagnosis;
  hasCauses: boolean; // from a trace, above
  change: Change;
}

export function SampleLosses({ diagnosis, hasCauses, change }: SampleLossesProps) {
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
      {hasCauses && findings.length > 0 && (
        <p className="hint">
          Losses and causes have different sizes for one call path. A loss is what the run could save at most, estimated from samples. A cause
          has three sizes from the trace: how much its ranks take too long, the waiting of all others together, and what the run would gain.
        </p>
      )}
      <ol>
        {findings.slice(0, MOST_LOSSES).map(({ headline, details, kind }, position) => (
          <li key={position}>
            <button type="button" className="link" onClick={() => change({ view: "diagnosis", loss: position, phase: null, phaseKind: kind, frame: null })}>
              <UnbrokenNames text={headline} />
            </button>
            <div className="hint"><UnbrokenNames text={diagnosis.kinds[kind]!.title} /></div>
            {details[0]?.startsWith(CAUSE) && <div className="hint"><UnbrokenNames text={details[0]} /></div>}
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
