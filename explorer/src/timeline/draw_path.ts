// SPDX-License-Identifier: BSD-3-Clause
// Draws the critical path over the timeline: a band on the location that is on it, and a line to where it
// goes on. The band has an outline, so that it is seen on every color.
import type { PathPiece } from "../data/schema";
import { xInPlot, yOfLine } from "./geometry";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

const BAND = 4; // pixels

export function drawPath(pen: Pen, { path, geometry, colors }: Scene): void {
  if (!path) return;
  const { pieces, isWhole } = path;
  const height = Math.min(BAND, Math.max(geometry.lineHeight, 2));
  const middle = ({ line }: PathPiece) => yOfLine(geometry, line + 0.5);
  // Pieces that follow each other are known to do so only if none is left out.
  for (let i = 1; i < pieces.length && isWhole; ++i) {
    const [from, to] = [pieces[i - 1]!, pieces[i]!];
    const points: [number, number][] = [[xInPlot(geometry, from.end_s), middle(from)], [xInPlot(geometry, to.begin_s), middle(to)]];
    pen.line(points, { color: colors.paper, width: 4 });
    pen.line(points, { color: colors.ink, width: 1.8 });
  }
  for (const piece of pieces) {
    const x = Math.max(xInPlot(geometry, piece.begin_s), geometry.gutter);
    const width = Math.max(Math.min(xInPlot(geometry, piece.end_s), geometry.width) - x, 1);
    pen.fill(x, middle(piece) - height / 2 - 1, width, height + 2, colors.paper);
    pen.fill(x, middle(piece) - height / 2, width, height, colors.ink);
  }
}
