// SPDX-License-Identifier: BSD-3-Clause
// Draws who ended waits: lines from the place where a location entered a call to where the others began to
// wait for it.
import { xInPlot, yOfLine } from "./geometry";
import type { Pen } from "./pen";
import type { Scene } from "./scene";

const MOST_LINES = 2000;

export function drawFans(pen: Pen, { fans, geometry, colors }: Scene): void {
  let left = MOST_LINES;
  for (const { from, end_s, waits } of fans) {
    const x = xInPlot(geometry, end_s);
    const y = yOfLine(geometry, from + 0.5);
    for (const { line, begin_s } of waits) {
      if (--left < 0) return;
      pen.line([[x, y], [xInPlot(geometry, begin_s), yOfLine(geometry, line + 0.5)]], { color: colors.accent, width: 1.2 });
    }
    pen.disc(x, y, 3, colors.accent);
  }
}
