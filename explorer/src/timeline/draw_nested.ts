// SPDX-License-Identifier: BSD-3-Clause
// Draws visits as bars, those inside of others one level below them. Visits of less than a pixel would
// hide longer ones, so a pixel of a level is drawn once.
import { shortened } from "./fitted_text";
import { LANE_HEIGHT, laneTop, MOST_LANES, plotWidth, visibleLines, xInPlot } from "./geometry";
import type { Pen } from "./pen";
import type { Scene } from "./scene";
import type { SliceIndex } from "./slices";
import { hexOf, mixed, rgbOf, textOn } from "./state_colors";

export function drawNested(pen: Pen, scene: Scene, nested: SliceIndex): void {
  const { geometry, states, colors, region } = scene;
  const left = geometry.gutter;
  const right = left + plotWidth(geometry);
  const [first, end] = visibleLines(geometry, scene.lineCount);
  const paper = rgbOf(colors.paper);
  for (let line = first; line < end; ++line) {
    const lastPixel = new Array<number>(MOST_LANES).fill(-1);
    for (const slice of nested.byLine.get(line) ?? []) {
      if (slice.depth >= MOST_LANES) continue;
      const x = Math.max(xInPlot(geometry, slice.begin_s), left);
      const width = Math.min(xInPlot(geometry, slice.end_s), right) - x;
      if (width < 0 || x > right) continue;
      if (width < 1 && lastPixel[slice.depth] === Math.floor(x)) continue;
      lastPixel[slice.depth] = Math.floor(x);
      const name = states[slice.state]?.name ?? "unknown";
      const full = scene.stateColors[slice.state] ?? colors.muted;
      const isPale = region !== null && name !== region;
      const color = isPale ? hexOf(mixed(paper, rgbOf(full), 0.25)) : full;
      const y = laneTop(geometry, line, slice.depth);
      pen.fill(x, y, Math.max(width - (width > 4 ? 1 : 0), 0.7), LANE_HEIGHT - 1, color);
      const text = width > 24 ? shortened(name, width - 6) : "";
      if (text) pen.text(x + 3, y + LANE_HEIGHT / 2 - 0.5, text, { color: textOn(color), size: 11 });
    }
  }
}
