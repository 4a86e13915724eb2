// SPDX-License-Identifier: BSD-3-Clause
// Draws a scene except for the cells of its pictures, which `drawCells` draws: a canvas has a faster way.
import { drawCounter, drawScales, SCALE_WIDTH } from "./draw_counter";
import { drawFans } from "./draw_fans";
import { drawMarks } from "./draw_marks";
import { drawNested } from "./draw_nested";
import { drawPath } from "./draw_path";
import { LETTER, shortened } from "./fitted_text";
import { AXIS_HEIGHT, plotHeight, plotWidth, visibleLines, xInPlot, yOfLine } from "./geometry";
import { type Cursor, placeOfCursor } from "./keyboard_cursor";
import type { Pen } from "./pen";
import { labelStep } from "./rows";
import type { Scene } from "./scene";
import { ticksOf } from "./ticks";

function drawAxis(pen: Pen, { geometry, colors }: Scene): void {
  const { gutter, width } = geometry;
  const { ticks, base } = ticksOf(geometry.window, plotWidth(geometry));
  pen.text(gutter - 8, AXIS_HEIGHT / 2, base ? `from ${base}` : "time", { color: colors.muted, anchor: "end", size: 11 });
  for (const { time_s, label } of ticks) {
    const x = xInPlot(geometry, time_s);
    pen.line([[x, AXIS_HEIGHT - 5], [x, AXIS_HEIGHT]], { color: colors.muted });
    const half = (label.length * LETTER) / 2;
    const anchor = x - half < gutter ? "start" : x + half > width ? "end" : "middle";
    pen.text(x, AXIS_HEIGHT / 2 - 2, label, { color: colors.ink, anchor, size: 12 });
  }
  pen.line([[gutter, AXIS_HEIGHT - 0.5], [width, AXIS_HEIGHT - 0.5]], { color: colors.line });
}

function drawGrid(pen: Pen, { geometry, colors }: Scene): void {
  for (const { time_s } of ticksOf(geometry.window, plotWidth(geometry)).ticks) {
    const x = xInPlot(geometry, time_s);
    pen.fill(x, AXIS_HEIGHT, 1, plotHeight(geometry), colors.ink, 0.12);
  }
}

function drawLabels(pen: Pen, scene: Scene): void {
  const { geometry, colors, rows, rowLabels, nested, lineCount, selectedLines } = scene;
  const right = geometry.gutter - (scene.counterOf ? SCALE_WIDTH : 0);
  const label = (line: number, lines: number, text: string, isSelected: boolean) => {
    const middle = yOfLine(geometry, line) + (nested ? 10 : (lines * geometry.lineHeight) / 2);
    // The label of a low row at the top is not cut.
    const y = geometry.scrollTop === 0 ? Math.max(middle, AXIS_HEIGHT + 7) : middle;
    const color = isSelected ? colors.accent : colors.ink;
    pen.text(right - 10, y, shortened(text, right - 14), { color, anchor: "end", bold: isSelected });
  };
  const [first, end] = visibleLines(geometry, lineCount);
  for (const line of selectedLines)
    if (line >= first && line < end)
      pen.fill(right - 5, yOfLine(geometry, line), 4, Math.max(geometry.lineHeight, 1.5), colors.accent);
  if (nested) {
    for (let line = first; line < end; ++line) label(line, 1, scene.labelOfLine(line), selectedLines.has(line));
    return;
  }
  const rowHeight = (geometry.lineHeight * lineCount) / Math.max(rows.length, 1);
  const step = labelStep(rowHeight, rowHeight < 14 ? 20 : 15);
  rows.forEach((row, i) => {
    if (i % step !== 0 || row.first + row.count <= first || row.first >= end) return;
    let isSelected = false;
    for (let line = row.first; line < row.first + row.count && !isSelected; ++line) isSelected = selectedLines.has(line);
    label(row.first, row.count, rowLabels[i] ?? "", isSelected);
  });
}

function drawMessages(pen: Pen, { geometry, messages, colors }: Scene): void {
  const color = colors.ink;
  for (const { from, to, sent_s, received_s } of messages) {
    const x = xInPlot(geometry, received_s);
    const y = yOfLine(geometry, to + 0.5);
    pen.line([[xInPlot(geometry, sent_s), yOfLine(geometry, from + 0.5)], [x, y]], { color, width: 0.8 });
    pen.disc(x, y, 1.8, color);
  }
}

function drawCursor(pen: Pen, { geometry, nested, colors }: Scene, cursor: Cursor): void {
  const { x, y } = placeOfCursor(cursor, geometry, nested);
  pen.clipped(geometry.gutter, AXIS_HEIGHT, plotWidth(geometry), plotHeight(geometry), () => {
    pen.line([[x, AXIS_HEIGHT], [x, geometry.height]], { color: colors.ink, dash: [2, 3] });
    pen.outline(x - 5, y - 5, 10, 10, { color: colors.ink, width: 2 });
  });
}

export function drawTimeline(pen: Pen, scene: Scene, drawCells: () => void): void {
  const { geometry, colors } = scene;
  pen.fill(0, 0, geometry.width, geometry.height, colors.paper);
  pen.clipped(geometry.gutter, AXIS_HEIGHT, plotWidth(geometry), plotHeight(geometry), () => {
    if (scene.nested) drawNested(pen, scene, scene.nested);
    else drawCells();
    drawGrid(pen, scene);
    drawMessages(pen, scene);
    drawFans(pen, scene);
    drawCounter(pen, scene);
    drawPath(pen, scene);
  });
  pen.clipped(0, AXIS_HEIGHT, geometry.width, plotHeight(geometry), () => {
    drawLabels(pen, scene);
    drawScales(pen, scene);
  });
  pen.clipped(geometry.gutter, AXIS_HEIGHT, plotWidth(geometry), plotHeight(geometry), () => drawMarks(pen, scene));
  if (scene.cursor) drawCursor(pen, scene, scene.cursor);
  drawAxis(pen, scene);
  if (scene.range) {
    const [from, to] = scene.range.map((time_s) => xInPlot(geometry, time_s)) as [number, number];
    pen.fill(Math.min(from, to), AXIS_HEIGHT, Math.abs(to - from), plotHeight(geometry), colors.accent, 0.25);
  }
}
