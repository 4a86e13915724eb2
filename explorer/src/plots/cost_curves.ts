// SPDX-License-Identifier: BSD-3-Clause
// What Plot draws of two cost models: for each the share of all costs in the N items that cost most. The
// models differ at the small end, so N is logarithmic where there are many.
import * as Plot from "@observablehq/plot";

import { quantity } from "../model/quantity";
import { BELOW_LABEL } from "./distribution_options";
import type { PageColors } from "./page_colors";
import { type ParetoPoint, paretoCurve } from "./statistics";
import { wholeTicks } from "./whole_ticks";

const HEIGHT = 288;
const LOGARITHMIC_FROM = 24; // items
const MOST_POINTS = 120;

export interface CostCurve {
  name: string;
  values: Float64Array;
}

// Returns the items with costs, the most expensive first.
export function costlyPoints({ values }: CostCurve): ParetoPoint[] {
  return paretoCurve(values).filter(({ location }) => values[location]! > 0);
}

// Returns points at least so far apart that they can be told apart; the first and the last stay.
export function thinned(points: ParetoPoint[], isLogarithmic: boolean): ParetoPoint[] {
  const last = points.length;
  const place = (count: number) => (isLogarithmic ? Math.log(count) / Math.log(Math.max(last, 2)) : count / last);
  let before = -1;
  return points.filter(({ count }) => {
    if (count > 1 && count < last && place(count) - before < 1 / MOST_POINTS) return false;
    before = place(count);
    return true;
  });
}

// `nameOf`: of an item; `what`: "call paths".
export function costCurveOptions(curves: CostCurve[], what: string, unit: string, nameOf: (item: number) => string, colors: PageColors, width: number): Plot.PlotOptions {
  const costly = curves.map(costlyPoints);
  const most = Math.max(...costly.map((each) => each.length), 1);
  const isLogarithmic = most >= LOGARITHMIC_FROM;
  const strokes = [colors.accent, colors.theme === "light" ? "#b34700" : "#ffb454"];
  const marks = costly.flatMap((points, i): Plot.Markish[] => {
    const curve = curves[i]!;
    const shown = thinned(points, isLogarithmic);
    // Both curves end at the same count, where nothing is left.
    const line = points.length > 0 && points.length < most ? [...shown, { ...points[points.length - 1]!, count: most }] : shown;
    return [
      Plot.line(line, { x: "count", y: "share", stroke: strokes[i], strokeWidth: 2.2, strokeDasharray: i > 0 ? "6 3" : undefined }),
      Plot.dot(shown, {
        className: `pick-model${i}`, x: "count", y: "share", r: 3, fill: strokes[i], symbol: i > 0 ? "square" : "circle",
        title: ({ count, share, location }: ParetoPoint) =>
          `${curve.name}, ${count} largest: ${(100 * share).toFixed(1)} %; the last is ${nameOf(location)} with ${quantity(curve.values[location]!, unit)}`,
      }),
      Plot.text([`${curve.name} (${i > 0 ? "dashed, squares" : "solid, dots"})`], {
        frameAnchor: "bottom-right", text: (each: string) => each, fill: strokes[i], dx: -8, dy: i > 0 ? -10 : -28, fontSize: 12, fontWeight: 600,
      }),
    ];
  });
  return {
    width, height: HEIGHT, marginLeft: 58, marginRight: 24, marginTop: BELOW_LABEL, marginBottom: 38,
    x: {
      label: `largest ${what}${isLogarithmic ? " (logarithmic)" : ""}`, type: isLogarithmic ? "log" : "linear",
      domain: [1, Math.max(most, 2)], tickFormat: "d", ticks: isLogarithmic ? 8 : wholeTicks(1, Math.max(most, 2)),
    },
    y: { label: "share of all costs", domain: [0, 1], tickFormat: "%", grid: true },
    marks: [Plot.ruleY([0.5, 0.8], { stroke: colors.muted, strokeDasharray: "2 4" }), ...marks],
  };
}
