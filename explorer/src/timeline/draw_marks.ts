// SPDX-License-Identifier: BSD-3-Clause
// Draws the chain of an episode over the timeline: the cause with a solid frame, the waits with their
// numbers, indirect ones hatched and dashed, and arrows from the end of each to the end of the next.
import { type Geometry, xInPlot, yOfLine } from "./geometry";
import type { Mark } from "./episode_marks";
import type { Pen } from "./pen";
import type { Scene } from "./scene";
import { PALETTES } from "./state_colors";

const LEAST_HEIGHT = 9;
const RADIUS = 8;
const LEAST_ARROW = 10; // pixels

function boxOf(mark: Mark, geometry: Geometry) {
  const height = Math.max(geometry.lineHeight - 2, LEAST_HEIGHT);
  const middle = yOfLine(geometry, mark.line + 0.5);
  const x = xInPlot(geometry, mark.span.begin_s);
  const end = xInPlot(geometry, mark.span.end_s);
  return { x, y: middle - height / 2, width: Math.max(end - x, 2), height, middle, end };
}

function drawArrow(pen: Pen, [x, y]: [number, number], [toX, toY]: [number, number], color: string, dash: number[]): void {
  pen.line([[x, y], [toX, toY]], { color, width: 2, dash });
  const angle = Math.atan2(toY - y, toX - x);
  for (const turn of [-0.45, 0.45])
    pen.line([[toX - 9 * Math.cos(angle + turn), toY - 9 * Math.sin(angle + turn)], [toX, toY]], { color, width: 2 });
}

export function drawMarks(pen: Pen, { marks, geometry, colors }: Scene): void {
  const palette = PALETTES[colors.theme];
  const shown = marks.filter(({ line }) => line >= 0);
  for (const mark of shown) {
    const { x, y, width, height } = boxOf(mark, geometry);
    if (mark.role === "indirect") pen.hatch(x, y, width, height, palette.cause);
    pen.outline(x, y, width, height, { color: palette.cause, width: 2.5, dash: mark.role === "indirect" ? [5, 3] : [] });
  }
  for (let i = 1; i < shown.length; ++i) {
    const from = boxOf(shown[i - 1]!, geometry);
    const to = boxOf(shown[i]!, geometry);
    if (Math.hypot(to.end - from.end, to.middle - from.middle) < LEAST_ARROW) continue;
    const isIndirect = shown[i]!.role === "indirect";
    drawArrow(pen, [from.end, from.middle], [to.end, to.middle], palette.cause, isIndirect ? [5, 3] : []);
  }
  // Badges lie over all of it, in what is seen of their mark; none hides another one.
  const placed: [x: number, y: number][] = [];
  for (const mark of shown) {
    const { x, width, middle } = boxOf(mark, geometry);
    const left = Math.max(x, geometry.gutter);
    const right = Math.min(x + width, geometry.width);
    if (right < left) continue;
    const center = (left + right) / 2;
    if (placed.some(([x, y]) => Math.abs(x - center) < 4 * RADIUS && Math.abs(y - middle) < 2 * RADIUS)) continue;
    placed.push([center, middle]);
    if (mark.role === "cause") {
      pen.fill(center - 22, middle - RADIUS, 44, 2 * RADIUS, palette.cause);
      pen.text(center, middle, "cause", { color: colors.paper, anchor: "middle", bold: true, size: 11 });
    } else {
      pen.disc(center, middle, RADIUS, palette.cause);
      pen.text(center, middle, String(mark.number), { color: colors.paper, anchor: "middle", bold: true, size: 11 });
    }
  }
}
