// SPDX-License-Identifier: BSD-3-Clause
// Time in which threads stood still for want of a core. It has no number among the causes, since no change of
// the program removes it.
import { causeTarget } from "../../model/finding_targets";
import { type LostCoresText, lostCoresText } from "../../model/finding_text";
import type { ReportModel } from "../../model/report_model";
import type { Change } from "../../state/use_view_state";

interface LostCoresCardProps {
  position: number; // in the report's findings
  model: ReportModel;
  change: Change;
}

export function LostCoresCard({ position, model, change }: LostCoresCardProps) {
  const text = lostCoresText(model.structure, model.structure.findings[position]!);
  return (
    <li className="card">
      <h3>{text.title}</h3>
      {text.all && (
        <p>
          For <strong>{text.all}</strong> of all threads together, a thread was ready to run and had no core. Most of that lies in calls: a thread
          that waits in a call often keeps asking, and takes the core from one that has work.
        </p>
      )}
      <p>
        {text.all ? "Computation" : "Threads were ready to compute, but"} had no core for <strong>{text.lost}</strong> in all call paths.
        {text.cost && (
          <>
            {" "}Others waited <strong>{text.cost}</strong> for {text.all ? "it" : "them"}.
          </>
        )}
      </p>
      <p><Gain text={text} /></p>
      {text.advice && <p>{text.advice}</p>}
      <p className="hint">
        This comes from the machine, not from the program. The other causes are counted without it.
      </p>
      <div className="actions">
        <button type="button" onClick={() => change(causeTarget(model, position))}>Show in the trees</button>
      </div>
    </li>
  );
}

function Gain({ text }: { text: LostCoresText }) {
  if (!text.gain) return "None of this computation is on the critical path.";
  if (text.all)
    return (
      <>
        Of that, <strong>{text.gain}</strong> is on the critical path. Nobody knows how much shorter the run would be if calls lost no core, either.
      </>
    );
  return (
    <>
      With a core for each of them, the computation on the critical path would take up to <strong>{text.gain}</strong> less.
    </>
  );
}
