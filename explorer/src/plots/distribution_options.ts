// SPDX-License-Identifier: BSD-3-Clause
// What Plot draws of a distribution over locations.
import * as Plot from "@observablehq/plot";
import { bin } from "d3-array";

import type { Location } from "../data/schema";
import { quantity } from "../model/quantity";
import { locationNamer } from "../model/system_tree";
import type { Distribution } from "../state/view_state";
import type { PageColors } from "./page_colors";
import { kernelDensity, type ParetoPoint, paretoCurve, sortedValues, summaryOf } from "./statistics";
import { wholeTicks } from "./whole_ticks";

export type Kind = Distribution;

const HEIGHT = { box: 120, histogram: 238, violin: 190, pareto: 268 };
const MARGINS = { marginLeft: 58, marginRight: 40, marginTop: 18, marginBottom: 38 };
export const BELOW_LABEL = 26; // pixels, so that the highest number of an axis stands below the axis' name

const TICK = 100; // pixels for each: a label has half of them, and some more ticks may be drawn

export interface Shown {
  values: Float64Array;
  locations: Location[];
  unit: string;
  title: string;
  selected: number[] | null;
  compared?: { title: string; values: Float64Array };
  colors: PageColors;
  width: number;
}

// Returns groups of locations by value: what a bar of the histogram stands for.
export function histogramBins(values: Float64Array): { from: number; to: number; locations: number[] }[] {
  const positions = Array.from(values.keys()).filter((i) => Number.isFinite(values[i]!));
  return bin<number, number>().value((i) => values[i]!)(positions)
    .map((found) => ({ from: found.x0!, to: found.x1!, locations: [...found] }));
}

function valueAxis({ unit, title, width }: Shown): Plot.ScaleOptions {
  const ticks = Math.floor((width - MARGINS.marginLeft - MARGINS.marginRight) / TICK);
  return { label: title, tickFormat: (value: number) => quantity(value, unit), ticks: Math.min(Math.max(ticks, 2), 6), nice: true };
}

function points({ values, selected }: Shown): { position: number; value: number; y: number }[] {
  // A fixed spread keeps dots of equal values apart.
  return drawnDots(values, selected).map((position) => ({ position, value: values[position]!, y: ((position * 0.618034) % 1) - 0.5 }));
}

export const MOST_DOTS = 400; // more take longer to draw than a person wants to wait

// Returns the positions that get a dot, in order: all if they are few, otherwise the lowest, the highest, some between
// them, and those that are selected.
export function drawnDots(values: Float64Array, selected: number[] | null): number[] {
  if (values.length <= MOST_DOTS) return Array.from(values.keys());
  const sorted = sortedValues(values);
  const part = MOST_DOTS / 4;
  const step = Math.max(Math.ceil((sorted.length - 2 * part) / (2 * part)), 1);
  const dots = new Map<number, number>(); // by value: how many
  const highest = sorted.length - part;
  for (let i = 0; i < sorted.length; i += i < part || i >= highest ? 1 : Math.min(step, highest - i))
    dots.set(sorted[i]!, (dots.get(sorted[i]!) ?? 0) + 1);
  return [...new Set([...spread(values, dots), ...(selected ?? []).slice(0, MOST_DOTS)])].sort((a, b) => a - b);
}

// Returns as many positions with each value as are wanted. Of equal values these are not neighbors.
function spread(values: Float64Array, wanted: ReadonlyMap<number, number>): number[] {
  const counts = new Map<number, number>();
  const possible: number[] = [];
  for (let position = 0; position < values.length; ++position) {
    const value = values[position]!;
    if (!wanted.has(value)) continue;
    possible.push(position);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const before = new Map<number, number>();
  return possible.filter((position) => {
    const value = values[position]!;
    const at = before.get(value) ?? 0;
    before.set(value, at + 1);
    const part = wanted.get(value)! / counts.get(value)!;
    return Math.floor((at + 1) * part + 1e-9) > Math.floor(at * part + 1e-9);
  });
}

function dots(shown: Shown, spread: number): Plot.Markish {
  const chosen = new Set(shown.selected ?? []);
  const { ink, accent } = shown.colors;
  const nameOf = locationNamer(shown.locations);
  // What is the same for all dots stands at their group, not at each.
  const ifChosen = <T>(chosenOne: T, other: T) => (chosen.size === 0 ? other : ({ position }: { position: number }) => (chosen.has(position) ? chosenOne : other));
  return Plot.dot(points(shown), {
    className: "pick-locations", x: "value", y: (each: { y: number }) => each.y * spread, r: ifChosen(5, 2.6), fill: ifChosen(accent, ink), fillOpacity: 0.65,
    title: (each: { position: number; value: number }) => `${nameOf(each.position)}: ${quantity(each.value, shown.unit)}`,
  });
}

function quartileMarks({ values, colors }: Shown, height: number): Plot.Markish[] {
  const summary = summaryOf(values);
  if (!summary) return [];
  const { lower, upper, median, lowWhisker, highWhisker } = summary;
  return [
    Plot.ruleY([0], { x1: lowWhisker, x2: highWhisker, stroke: colors.ink }),
    Plot.rect([0], { x1: lower, x2: upper, y1: -height, y2: height, fill: colors.accent, fillOpacity: 0.35, stroke: colors.ink }),
    Plot.ruleX([median], { y1: -height, y2: height, stroke: colors.ink, strokeWidth: 3 }),
  ];
}

// Returns the points of a Pareto curve that get a dot: the first ones, and some of the others.
export function paretoDots(curve: ParetoPoint[]): ParetoPoint[] {
  const step = Math.ceil(curve.length / MOST_DOTS);
  return curve.filter(({ count }) => count <= MOST_DOTS / 4 || count % step === 0);
}

function pareto(shown: Shown): Plot.PlotOptions {
  const { values, compared, colors, locations, unit, title } = shown;
  const nameOf = locationNamer(locations);
  const first = paretoCurve(values);
  const second = compared ? paretoCurve(compared.values) : [];
  const most = Math.max(first.length, second.length, 1);
  const line = (curve: typeof first, dash: string | undefined, stroke: string) =>
    Plot.line([{ count: 0, share: 0 }, ...curve], { x: "count", y: "share", stroke, strokeWidth: 2.2, strokeDasharray: dash });
  const other = colors.theme === "light" ? "#b34700" : "#ffb454";
  // Below the diagonal is room, since no curve lies there.
  const name = (text: string, fill: string, dy: number) =>
    compared ? [Plot.text([text], { frameAnchor: "bottom-right", text: (each: string) => each, fill, dx: -8, dy, fontSize: 12, fontWeight: 600 })] : [];
  return {
    width: shown.width, height: HEIGHT.pareto, ...MARGINS, marginTop: BELOW_LABEL,
    x: { label: "largest locations", domain: [0, most], tickFormat: "d", ticks: wholeTicks(0, most) },
    y: { label: `share of ${title}`, domain: [0, 1], tickFormat: "%", grid: true },
    marks: [
      Plot.line([[0, 0], [Math.max(first.length, 1), 1]], { stroke: colors.muted, strokeDasharray: "2 4" }),
      line(first, undefined, colors.accent),
      ...(compared ? [line(second, "6 3", other)] : []),
      Plot.dot(paretoDots(first), {
        className: "pick-largest", x: "count", y: "share", r: 3, fill: colors.accent,
        title: ({ count, share, location }: { count: number; share: number; location: number }) =>
          `${count} largest: ${(100 * share).toFixed(1)} %, the last is ${nameOf(location)} with ${quantity(values[location]!, unit)}`,
      }),
      ...name(`${title} (solid)`, colors.accent, -28),
      ...name(`${compared?.title ?? ""} (dashed)`, other, -10),
    ],
  };
}

// Says what the marks of a picture stand for; a Pareto curve has a text of its own.
export function marksText(kind: Kind, hasSelected: boolean, theme: PageColors["theme"]): string | null {
  if (kind === "pareto") return null;
  if (kind === "histogram") {
    const selected = `; ${theme === "light" ? "black" : "white"} bars have selected ones`;
    return `A bar counts the locations whose value is in its range${hasSelected ? selected : ""}.`;
  }
  const box =
    `Each dot is a location${hasSelected ? ", a large one is selected" : ""}. The box has the middle half of all values, the thick line ` +
    "is the median; the thin line has all but outliers.";
  return kind === "box" ? box : `${box} The shape is wide where many values are; it is smoothed, so it also goes beyond them.`;
}

export function distributionOptions(kind: Kind, shown: Shown): Plot.PlotOptions {
  const { width, colors } = shown;
  const base = { width, height: HEIGHT[kind], ...MARGINS, x: valueAxis(shown), r: { type: "identity" } } satisfies Plot.PlotOptions;
  if (kind === "pareto") return pareto(shown);
  if (kind === "histogram") {
    const chosen = new Set(shown.selected ?? []);
    const bins = histogramBins(shown.values);
    return {
      ...base, marginTop: BELOW_LABEL, y: { label: "locations", grid: true, tickFormat: "d", ticks: wholeTicks(0, Math.max(...bins.map((each) => each.locations.length), 1)) },
      marks: [
        Plot.rect(bins, {
          className: "pick-bins", x1: "from", x2: "to", y1: 0, y2: (each: { locations: number[] }) => each.locations.length, insetLeft: 1,
          fill: (each: { locations: number[] }) => (each.locations.some((location) => chosen.has(location)) ? colors.ink : colors.accent),
          title: (each: { from: number; to: number; locations: number[] }) =>
            `${each.locations.length} locations from ${quantity(each.from, shown.unit)} to ${quantity(each.to, shown.unit)}`,
        }),
        Plot.ruleY([0], { stroke: colors.ink }),
      ],
    };
  }
  if (kind === "box") return { ...base, y: { axis: null, domain: [-1, 1] }, marks: [...quartileMarks(shown, 0.55), dots(shown, 0.8)] };
  const density = kernelDensity(shown.values);
  const highest = Math.max(...density.map((each) => each.density), Number.MIN_VALUE);
  return {
    ...base, y: { axis: null, domain: [-1.05, 1.05] },
    marks: [
      Plot.areaY(density, {
        x: "value", y1: (each: { density: number }) => -each.density / highest, y2: (each: { density: number }) => each.density / highest,
        fill: colors.accent, fillOpacity: 0.3, stroke: colors.accent,
      }),
      ...quartileMarks(shown, 0.12),
      dots(shown, 0.2),
    ],
  };
}
