// SPDX-License-Identifier: BSD-3-Clause
// Computation that stood still for want of a core. It has no number among the causes, since no change of
// the program removes it.
import { causeTarget } from "../../model/finding_targets";
import { lostCoresText } from "../../model/finding_text";
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
      <p>
        Threads were ready to compute, but had no core, for <strong>{text.lost}</strong> in all call paths.
        {text.cost && (
          <>
            {" "}Others waited <strong>{text.cost}</strong> for them.
          </>
        )}
      </p>
      <p>
        {text.gain ? (
          <>
            With a core for each of them, the computation on the critical path would take up to{" "}
            <strong>{text.gain}</strong> less.
          </>
        ) : (
          "None of this computation is on the critical path."
        )}
      </p>
      <p className="hint">This comes from the machine, not from the program. The other causes are counted without it.</p>
      <div className="actions">
        <button type="button" onClick={() => change(causeTarget(model, position))}>Show in the trees</button>
      </div>
    </li>
  );
}
