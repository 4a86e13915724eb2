// SPDX-License-Identifier: BSD-3-Clause
// The delay costs of the selected metric by both cost models, over call paths or locations. They are
// those of the whole run: costs stand where the cause is, which the selected call paths seldom are.
import { useCallback, useMemo, useState } from "react";

import { costMetrics, type CostsBy, costValues, earlierWaitsText, MODEL_NAMES, MODELS_EXAMPLE, MODELS_TEXT, noCostsText } from "../../model/cost_models";
import { shownPath, shortPath } from "../../model/place_names";
import type { ReportModel } from "../../model/report_model";
import { locationNames } from "../../model/system_tree";
import type { Values } from "../../model/values";
import type { CostCurve } from "../../plots/cost_curves";
import { CostModelsPanel } from "../../plots/cost_models_panel";
import { useAnswer } from "../../state/use_answer";
import type { Change } from "../../state/use_view_state";

const CHOICES: [CostsBy, string][] = [["callpaths", "call paths"], ["locations", "locations"]];
const SHORT_NAMES_UP_TO = 2000; // call paths; it takes a look at all of them to shorten a name

interface CostModelsProps {
  model: ReportModel;
  values: Values;
  metrics: number[];
  change: Change;
}

export function CostModels({ model, values, metrics, change }: CostModelsProps) {
  const { structure } = model;
  const [by, setBy] = useState<CostsBy>("callpaths");
  const costs = useMemo(() => costMetrics(model, metrics), [model, metrics]);
  const answer = useAnswer(
    async () => costs && { by, sums: await costValues(model, values, costs, by) },
    [model, values, costs, by],
  );
  const curves = useMemo(
    () => answer.value && (answer.value.sums.map((sums, i): CostCurve => ({ name: MODEL_NAMES[i]!, values: sums })) as [CostCurve, CostCurve]),
    [answer.value],
  );
  const shownBy = answer.value?.by ?? by;
  const places = useMemo(() => locationNames(structure.locations), [structure]);
  const nameOf = useCallback(
    (item: number) => {
      if (shownBy === "locations") return places[item]!;
      return structure.callpaths.length <= SHORT_NAMES_UP_TO ? shortPath(structure, item) : shownPath(structure, item);
    },
    [structure, places, shownBy],
  );
  if (!costs) return <p className="hint">{noCostsText(structure, metrics[0] ?? 0)}</p>;
  return (
    <article className="cost-models-view">
      <p>
        {costs.name}: the waiting time, charged to what caused it. {MODELS_TEXT} {earlierWaitsText(costs.longTerm)}
      </p>
      <details className="hint">
        <summary>An example</summary>
        {MODELS_EXAMPLE}
      </details>
      <div className="plot-choice" role="group" aria-label="Costs by">
        {CHOICES.map(([each, name]) => (
          <button type="button" key={each} aria-pressed={each === by} onClick={() => setBy(each)}>{name}</button>
        ))}
      </div>
      {answer.error && <p className="error">{answer.error}</p>}
      {curves && (
        <CostModelsPanel
          curves={curves}
          title={costs.name}
          what={CHOICES.find(([each]) => each === shownBy)![1]}
          unit={structure.metrics[metrics[0] ?? 0]!.unit}
          nameOf={nameOf}
          onPick={(of, item) =>
            change({ metrics: costs.ids[of]!, openMetrics: false, isFlat: false, ...(shownBy === "callpaths" ? { callpaths: [item] } : { locations: [item] }) })
          }
        />
      )}
    </article>
  );
}
