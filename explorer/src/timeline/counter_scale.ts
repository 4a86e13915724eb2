// SPDX-License-Identifier: BSD-3-Clause
// The scale of a counter's curves: one for all lines, from the least to the largest value that is seen, and it has 0.
import type { CounterCurves, TimelineCounter } from "../data/schema";
import { quantity } from "../model/quantity";

export const LEAST_LINE = 8; // pixels of a line that holds a curve

export interface ValueRange {
  least: number; // 0, or less
  most: number; // 0, or more
}

export function valueRange({ lines }: CounterCurves): ValueRange {
  let [least, most] = [0, 0];
  for (const { values } of lines ?? [])
    for (const value of values) {
      if (value === null) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  return { least, most };
}

// Returns the values that are written beside a line.
export function markedValues({ least, most }: ValueRange): number[] {
  return [...new Set([least, 0, most])];
}

// Returns where a value lies in a line: 0 is its bottom, 1 its top.
export function heightOf(value: number, { least, most }: ValueRange): number {
  return most > least ? (value - least) / (most - least) : 0;
}

// Returns a value with its unit; "#" is what the counters of events have.
export function valueText(value: number, { unit, per_second }: TimelineCounter, perSecond = "/s"): string {
  const end = per_second && value !== 0 ? perSecond : "";
  if (unit === "B" || unit === "bytes") return quantity(value, "bytes") + end;
  return `${quantity(value, "occ")}${unit === "#" || value === 0 ? "" : ` ${unit}`}`.trimEnd() + end;
}

// Returns what the curves are.
export function scaleText(counter: TimelineCounter, curves: CounterCurves): string {
  const range = valueRange(curves);
  const [least, most] = [range.least, range.most].map((value) => valueText(value, counter, " per second"));
  const zero = range.least < 0 && range.most > 0 ? ", and the thin line is 0" : "";
  return `${counter.name}: a line's bottom is ${least}, its top is ${most}${zero}`;
}

// Returns why no curve is drawn, or null.
export function noCurvesText({ name }: TimelineCounter, { lines }: CounterCurves, lineHeight: number): string | null {
  if (!lines) return `too many events to draw ${name}; zoom in to see it`;
  if (lineHeight < LEAST_LINE) return `the lines are too low for curves of ${name}; make the rows taller`;
  return lines.some(({ values }) => values.some((value) => value !== null)) ? null : `${name} was not read here`;
}
