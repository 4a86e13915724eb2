// SPDX-License-Identifier: BSD-3-Clause
import { fileName, saveCanvas, saveSvg } from "../plots/save_picture";
import { drawCellsOnCanvas } from "./draw_cells";
import { drawTimeline } from "./draw_timeline";
import { CanvasPen } from "./pen";
import type { Scene } from "./scene";
import { timelineSvg } from "./timeline_svg";

const SHARPNESS = 2; // pixels of a file for one of the page

// Saves the picture as it is seen; `place` says which part of the run that is.
export function saveTimeline(kind: "png" | "svg", scene: Scene, program: string, place: string): void {
  const name = fileName("timeline", program.split("/").pop() ?? "", place);
  if (kind === "svg") return saveSvg(name, timelineSvg(scene, `Timeline, ${place}`));
  const { geometry, pictures } = scene;
  const canvas = document.createElement("canvas");
  canvas.width = SHARPNESS * geometry.width;
  canvas.height = SHARPNESS * geometry.height;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(SHARPNESS, SHARPNESS);
  drawTimeline(new CanvasPen(context), scene, () => pictures.forEach((each) => drawCellsOnCanvas(context, each, geometry)));
  saveCanvas(name, canvas);
}
