// SPDX-License-Identifier: BSD-3-Clause
// Two cost models side by side: their curves in one picture, and what costs most as a table.
import { useMemo } from "react";

import { csv } from "../model/csv";
import { percent, quantity } from "../model/quantity";
import { type CostCurve, costCurveOptions, costlyPoints, thinned } from "./cost_curves";
import { costRows, fewestText } from "./cost_rows";
import { usePageColors } from "./page_colors";
import { PlotFigure } from "./plot_figure";
import { fileName } from "./save_picture";
import { useWidth } from "./use_width";
import "./plots.css";
import { UnbrokenNames } from "../widgets/unbroken_names";

const MOST_ROWS = 12;

export interface CostModelsPanelProps {
  curves: [CostCurve, CostCurve];
  title: string;
  what: string; // the items in the plural: "call paths"
  unit: string;
  nameOf: (item: number) => string;
  onPick: (model: number, item: number) => void;
}

export function CostModelsPanel({ curves, title, what, unit, nameOf, onPick }: CostModelsPanelProps) {
  const colors = usePageColors();
  const [frame, width, isKnown] = useWidth(240);
  const options = useMemo(
    () => (isKnown ? costCurveOptions(curves, what, unit, nameOf, colors, Math.min(width, 640)) : null),
    [curves, what, unit, nameOf, colors, width, isKnown],
  );
  const rows = useMemo(() => costRows(curves), [curves]);
  const points = useMemo(() => curves.map(costlyPoints), [curves]);
  const table = () =>
    csv([what, ...curves.flatMap(({ name }) => [name, `${name}, place`])], rows.map(({ item, costs, places }) => [nameOf(item), ...costs.flatMap((cost, i) => [cost, places[i] ?? null])]));
  if (rows.length === 0) return <p className="muted">Nothing has delay costs here.</p>;
  const fewest = fewestText(curves, rows.length, what);
  const totals = curves.map(({ values }) => values.reduce((sum, value) => sum + Math.max(value, 0), 0));
  const label = `${title} by two cost models, as shares of the largest ${what}. ${fewest}`;
  const isLogarithmic = options?.x?.type === "log";
  const pick = (mark: string, index: number) => {
    const model = mark === "model0" ? 0 : mark === "model1" ? 1 : -1;
    const point = model < 0 ? undefined : thinned(points[model]!, isLogarithmic)[index];
    if (point) onPick(model, point.location);
  };
  return (
    <div className="cost-models" ref={frame}>
      {options && <PlotFigure name={fileName(title, "cost models")} label={label} options={options} table={table} onPick={pick} />}
      <div className="cost-table">
        <p>{fewest}</p>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              {curves.map(({ name }) => (
                <th scope="col" key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map(({ item, costs }) => (
              <tr key={item}>
                <th scope="row">
                  <button type="button" className="link" onClick={() => onPick(1, item)}><UnbrokenNames text={nameOf(item)} /></button>
                </th>
                {costs.map((cost, i) => (
                  <td key={i}>
                    {quantity(cost, unit)} <span className="cost-part">{percent(cost, totals[i]!)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > MOST_ROWS && <p className="muted">and {rows.length - MOST_ROWS} more, in the CSV file</p>}
      </div>
    </div>
  );
}
