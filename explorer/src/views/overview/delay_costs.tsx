// SPDX-License-Identifier: BSD-3-Clause
// Who makes others wait, by what that costs them, in a report that names no cause without which the run would be
// shorter.
import type { DelayCost } from "../../data/schema";
import { costTarget } from "../../model/finding_targets";
import { quantity } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import type { Change } from "../../state/use_view_state";
import { UnbrokenNames } from "../../widgets/unbroken_names";

interface DelayCostsProps {
  costs: DelayCost[];
  model: ReportModel;
  change: Change;
}

export function DelayCosts({ costs, model, change }: DelayCostsProps) {
  if (costs.length === 0) return null;
  return (
    <section aria-label="Costs of waiting">
      <h2>Causes of waiting, by what they cost others</h2>
      <p className="hint">
        Seconds that others wait for this call path, over all ranks. No gain is known: without it, the run need not be shorter.
      </p>
      <ol>
        {costs.map(({ place, callpath, cost_s }) => (
          <li key={callpath}>
            <strong>{quantity(cost_s, "sec")}</strong>{" "}
            <button type="button" className="link" onClick={() => change(costTarget(model, callpath))}>
              <UnbrokenNames text={place} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
