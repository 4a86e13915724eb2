// SPDX-License-Identifier: BSD-3-Clause
// Draws a counter as a curve over each line: the bottom of the line is nothing, its top the largest value
// that is seen.
import type { CounterCurves } from "../data/schema";
import { xInPlot, yOfLine } from "./geometry";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

export const LEAST_LINE = 8; // pixels of a line that holds a curve

export function largestValue({ lines }: CounterCurves): number {
  let most = 0;
  for (const { values } of lines ?? []) for (const value of values) if (value !== null) most = Math.max(most, value);
  return most;
}

// Returns the parts of a curve without gaps, in pixels: a step for each column.
export function curveParts(values: (number | null)[], xOf: (column: number) => number, yOf: (value: number) => number): [number, number][][] {
  const parts: [number, number][][] = [];
  values.forEach((value, i) => {
    if (value === null) return;
    const isNew = i === 0 || values[i - 1] === null;
    if (isNew) parts.push([]);
    parts[parts.length - 1]!.push([xOf(i), yOf(value)], [xOf(i + 1), yOf(value)]);
  });
  return parts;
}

export function drawCounter(pen: Pen, { counter, geometry, colors }: Scene): void {
  if (!counter || geometry.lineHeight < LEAST_LINE) return;
  const most = largestValue(counter) || 1;
  const column_s = (counter.to_s - counter.from_s) / Math.max(counter.columns, 1);
  const xOf = (column: number) => xInPlot(geometry, counter.from_s + column * column_s);
  for (const { line, values } of counter.lines ?? []) {
    const bottom = yOfLine(geometry, line + 1) - 2;
    const height = geometry.lineHeight - 4;
    for (const points of curveParts(values, xOf, (value) => bottom - (Math.max(value, 0) / most) * height)) {
      pen.line(points, { color: colors.paper, width: 3.5 });
      pen.line(points, { color: colors.ink, width: 1.5 });
    }
  }
}
