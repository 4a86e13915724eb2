// SPDX-License-Identifier: BSD-3-Clause
// Draws a counter as a curve over each line, a thin line where it is 0, and its scale beside the line.
import { heightOf, LEAST_LINE, markedValues, type ValueRange, valueRange, valueText } from "./counter_scale";
import { type Geometry, visibleLines, xInPlot, yOfLine } from "./geometry";
import type { Pen } from "./pen";
import type { Scene } from "./scene";
import { PALETTES } from "./state_colors";

export const SCALE_WIDTH = 84; // pixels between the labels of lines and the plot
const LEAST_LABELLED = 24; // pixels of a line beside which two numbers have room
const SIZE = 10; // of numbers
const MARK = 4;

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

function yOfValue(value: number, line: number, range: ValueRange, geometry: Geometry): number {
  return yOfLine(geometry, line + 1) - 2 - heightOf(value, range) * (geometry.lineHeight - 4);
}

export function drawCounter(pen: Pen, { counter, geometry, colors }: Scene): void {
  if (!counter || geometry.lineHeight < LEAST_LINE) return;
  const range = valueRange(counter);
  const column_s = (counter.to_s - counter.from_s) / Math.max(counter.columns, 1);
  const xOf = (column: number) => xInPlot(geometry, counter.from_s + column * column_s);
  for (const { line, values } of counter.lines ?? []) {
    const zero = yOfValue(0, line, range, geometry);
    pen.line([[geometry.gutter, zero], [geometry.width, zero]], { color: colors.paper, width: 2 });
    pen.line([[geometry.gutter, zero], [geometry.width, zero]], { color: colors.ink, width: 0.8 });
    for (const points of curveParts(values, xOf, (value) => yOfValue(value, line, range, geometry))) {
      pen.line(points, { color: colors.paper, width: 3.5 });
      pen.line(points, { color: PALETTES[colors.theme].curve, width: 1.5 });
    }
  }
}

// Beside each line that is seen, where there is room: an axis with the values at its ends, and 0.
export function drawScales(pen: Pen, { counter, counterOf, geometry, colors, lineCount }: Scene): void {
  if (!counter || !counterOf || geometry.lineHeight < LEAST_LABELLED) return;
  const range = valueRange(counter);
  const x = geometry.gutter - 6;
  const [first, end] = visibleLines(geometry, lineCount);
  for (const { line } of counter.lines ?? []) {
    if (line < first || line >= end) continue;
    const [top, bottom] = [range.most, range.least].map((value) => yOfValue(value, line, range, geometry)) as [number, number];
    pen.line([[x, top], [x, bottom]], { color: colors.muted });
    for (const value of markedValues(range)) {
      const y = yOfValue(value, line, range, geometry);
      pen.line([[x - MARK, y], [x, y]], { color: colors.muted });
      const isBetween = y > top && y < bottom;
      if (isBetween && Math.min(y - top, bottom - y) < SIZE) continue; // numbers at the ends are in its way
      const textY = Math.min(Math.max(y, top + SIZE / 2 - 1), bottom - SIZE / 2 + 1);
      pen.text(x - MARK - 2, textY, valueText(value, counterOf), { color: colors.muted, anchor: "end", size: SIZE });
    }
  }
}
