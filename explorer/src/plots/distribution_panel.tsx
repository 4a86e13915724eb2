// SPDX-License-Identifier: BSD-3-Clause
// How a metric is spread over the locations: a box plot, a histogram, a violin or a Pareto curve.
import { useMemo } from "react";

import type { Location } from "../data/schema";
import { csv } from "../model/csv";
import { quantity } from "../model/quantity";
import { distributionOptions, drawnDots, histogramBins, type Kind, marksText, MOST_DOTS, paretoDots } from "./distribution_options";
import { usePageColors } from "./page_colors";
import { PlotFigure } from "./plot_figure";
import { fileName } from "./save_picture";
import { locationsFor, paretoCurve, summaryOf } from "./statistics";
import { useWidth } from "./use_width";
import "./plots.css";

const KINDS: [Kind, string][] = [["box", "Box plot"], ["histogram", "Histogram"], ["violin", "Violin"], ["pareto", "Pareto curve"]];

export interface DistributionPanelProps {
  values: Float64Array;
  locations: Location[];
  unit: string;
  title: string;
  selected: number[] | null;
  onSelect: (locations: number[]) => void;
  kind: Kind;
  onKind: (kind: Kind) => void;
  compared?: { title: string; values: Float64Array };
}

export function DistributionPanel(props: DistributionPanelProps) {
  const { values, locations, unit, title, selected, onSelect, compared, kind, onKind } = props;
  const colors = usePageColors();
  const [frame, width, isKnown] = useWidth(240);
  const summary = useMemo(() => summaryOf(values), [values]);
  const options = useMemo(
    () => (isKnown ? distributionOptions(kind, { values, locations, unit, title, selected, compared, colors, width }) : null),
    [kind, values, locations, unit, title, selected, compared, colors, width, isKnown],
  );
  const table = () => {
    const head = ["rank", "thread", title, ...(compared ? [compared.title] : [])];
    return csv(head, locations.map(({ rank, thread }, i) => [rank, thread, values[i] ?? null, ...(compared ? [compared.values[i] ?? null] : [])]));
  };
  if (!summary) return <div className="distribution-panel muted">No location has a value of {title}.</div>;

  const explained = marksText(kind, (selected ?? []).length > 0, colors.theme);
  const curve = kind === "pareto" ? paretoCurve(values) : [];
  const numbers: [string, number][] = [
    ["least", summary.least], ["lower quartile", summary.lower], ["median", summary.median],
    ["upper quartile", summary.upper], ["most", summary.most], ["mean", summary.mean],
  ];
  const label = `${title} over ${summary.count} locations: ${numbers.map(([name, value]) => `${name} ${quantity(value, unit)}`).join(", ")}`;
  const pick = (mark: string, index: number) => {
    if (mark === "locations") onSelect(drawnDots(values, selected).slice(index, index + 1));
    if (mark === "bins") onSelect(histogramBins(values)[index]?.locations ?? []);
    if (mark === "largest") {
      const largest = paretoCurve(values);
      onSelect(largest.slice(0, paretoDots(largest)[index]?.count ?? 0).map(({ location }) => location));
    }
  };
  return (
    <div className="distribution-panel" ref={frame}>
      <div className="plot-choice" role="group" aria-label="Kind of picture">
        {KINDS.map(([each, name]) => (
          <button type="button" key={each} aria-pressed={each === kind} onClick={() => onKind(each)}>{name}</button>
        ))}
      </div>
      {values.length > MOST_DOTS && (kind === "box" || kind === "violin") && (
        <p className="muted">Of {values.length} locations the lowest, the highest and some others have a dot.</p>
      )}
      {options && <PlotFigure name={fileName(title, kind)} label={label} options={options} table={table} onPick={pick} />}
      {explained && <p className="muted">{explained}</p>}
      <dl className="plot-numbers">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{quantity(value, unit)}</dd>
          </div>
        ))}
      </dl>
      {kind === "pareto" && summary.total > 0 && (
        <p className="muted">
          Half of the total is on {locationsFor(curve, 0.5)} of {curve.length} locations, 80 % on {locationsFor(curve, 0.8)}. The
          dotted line is what equal values would give.
        </p>
      )}
    </div>
  );
}
