// SPDX-License-Identifier: BSD-3-Clause
// What the selected metric means, and where it stands among the others.
import { areCosts, hasBothModels, MODELS_EXAMPLE, MODELS_TEXT } from "../../model/cost_models";
import { ancestors } from "../../model/forest";
import { unitName } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import type { Change } from "../../state/use_view_state";
import { PatternHelp } from "./pattern_help";

function MetricLink({ model, metric, change }: { model: ReportModel; metric: number; change: Change }) {
  const { id, name } = model.structure.metrics[metric]!;
  return (
    <button type="button" className="link" onClick={() => change({ metrics: [id], openMetrics: false })}>
      {name}
    </button>
  );
}

export function MetricHelp({ model, metric, change }: { model: ReportModel; metric: number; change: Change }) {
  const found = model.structure.metrics[metric];
  if (!found) return null;
  const parts = model.metrics.children[metric]!;
  const above = ancestors(model.metrics, metric).reverse();
  return (
    <article className="metric-help">
      <h2>{found.name}</h2>
      <p>{found.description?.split("\n")[0] || "This metric has no description."}</p>
      {areCosts(found.id) && hasBothModels(model) && (
        <p>
          The report has these costs by two models; the names of those of the second end with "(wait states first)". {MODELS_TEXT} For example: {MODELS_EXAMPLE}
        </p>
      )}
      <dl>
        <dt>Unit</dt>
        <dd>{unitName(found.unit)}</dd>
        <dt>Name in reports and files</dt>
        <dd>
          <code>{found.id}</code>
        </dd>
        {above.length > 0 && <dt>It is a part of</dt>}
        {above.length > 0 && (
          <dd>
            {above.map((each) => (
              <MetricLink key={each} model={model} metric={each} change={change} />
            ))}
          </dd>
        )}
        {parts.length > 0 && <dt>It contains</dt>}
        {parts.length > 0 && (
          <dd>
            {parts.map((each) => (
              <MetricLink key={each} model={model} metric={each} change={change} />
            ))}
          </dd>
        )}
      </dl>
      <PatternHelp id={found.id} />
    </article>
  );
}
