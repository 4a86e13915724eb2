// SPDX-License-Identifier: BSD-3-Clause
import { drawCellsWithPen } from "./draw_cells";
import { drawTimeline } from "./draw_timeline";
import { SvgPen } from "./pen";
import type { Scene } from "./scene";

// Returns the scene as the text of an SVG file.
export function timelineSvg(scene: Scene, title: string): string {
  const pen = new SvgPen();
  drawTimeline(pen, scene, () => scene.pictures.forEach((each) => drawCellsWithPen(pen, each, scene.geometry)));
  return pen.picture(scene.geometry.width, scene.geometry.height, title);
}
