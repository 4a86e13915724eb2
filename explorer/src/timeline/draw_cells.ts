// SPDX-License-Identifier: BSD-3-Clause
// Draws the cells of pictures: on a canvas as one scaled image for each row, in a file as rectangles.
import type { Picture } from "../data/schema";
import { runsOf } from "./cell_colors";
import { AXIS_HEIGHT, type Geometry, plotHeight, plotWidth, xInPlot, yOfLine } from "./geometry";
import type { Pen } from "./pen";
import type { ColoredPicture } from "./scene";

const GAP_FROM = 6; // rows at least as tall have a gap of a pixel below

// Smoothing takes pixels from the rows of an image above and below, which would show what others do.
// So each row of cells has several, of which the middle one is drawn.
const COPIES = 3;

// Returns an image with a column of equal pixels for each cell; null where there is no canvas.
export function cellImage(picture: Picture, colors: Uint32Array): HTMLCanvasElement | null {
  const image = document.createElement("canvas");
  image.width = picture.columns;
  image.height = COPIES * picture.rows.length;
  const context = image.getContext("2d");
  if (!context || colors.length === 0) return null;
  const pixels = context.createImageData(image.width, image.height);
  putCells(colors, image.width, new Uint32Array(pixels.data.buffer));
  context.putImageData(pixels, 0, 0);
  return image;
}

// Writes the rows of cells, each several times. In memory, a pixel of `to` is a byte each of red, green, blue and
// opacity. Machines with browsers keep the lowest byte of a number first.
export function putCells(colors: Uint32Array, width: number, to: Uint32Array): void {
  for (let cell = 0, row = 0; cell < colors.length; cell += width, row += COPIES * width) {
    for (let column = 0; column < width; ++column) {
      const color = colors[cell + column]!;
      to[row + column] = (255 << 24) | ((color & 255) << 16) | (color & 0xff00) | (color >> 16);
    }
    for (let copy = 1; copy < COPIES; ++copy) to.copyWithin(row + copy * width, row, row + width);
  }
}

interface RowBox {
  row: number;
  y: number;
  height: number;
}

// Where the rows lie that can be seen.
export function rowBoxes(picture: Picture, geometry: Geometry): RowBox[] {
  const bottom = AXIS_HEIGHT + plotHeight(geometry);
  return picture.rows.flatMap(({ first, count }, row) => {
    const y = yOfLine(geometry, first);
    const whole = count * geometry.lineHeight;
    if (y + whole < AXIS_HEIGHT || y > bottom) return [];
    return [{ row, y, height: whole >= GAP_FROM ? whole - 1 : whole }];
  });
}

export function drawCellsOnCanvas(context: CanvasRenderingContext2D, { picture, image }: ColoredPicture, geometry: Geometry): void {
  if (!image) return;
  const x = xInPlot(geometry, picture.from_s);
  const width = xInPlot(geometry, picture.to_s) - x;
  if (!(width > 0)) return;
  // Only the columns in view are drawn, with those around them: a far stretched image has no end.
  const column = width / picture.columns;
  const first = Math.max(0, Math.floor((geometry.gutter - x) / column) - 1);
  const end = Math.min(picture.columns, Math.ceil((geometry.gutter + plotWidth(geometry) - x) / column) + 1);
  if (end <= first) return;
  context.imageSmoothingEnabled = column < 0.95; // several columns in a pixel
  for (const { row, y, height } of rowBoxes(picture, geometry))
    context.drawImage(image, first, COPIES * row + 1, end - first, 1, x + first * column, y, (end - first) * column, height);
}

export function drawCellsWithPen(pen: Pen, { picture, colors }: ColoredPicture, geometry: Geometry): void {
  const boxes = new Map(rowBoxes(picture, geometry).map((box) => [box.row, box]));
  const column_s = (picture.to_s - picture.from_s) / picture.columns;
  const left = geometry.gutter;
  const right = left + plotWidth(geometry);
  for (const { row, from, to, color } of runsOf(colors, picture.columns, picture.rows.length)) {
    const box = boxes.get(row);
    const x = Math.max(xInPlot(geometry, picture.from_s + from * column_s), left);
    const end = Math.min(xInPlot(geometry, picture.from_s + to * column_s), right);
    if (box && end > x) pen.fill(x, box.y, end - x, box.height, `#${(color | (1 << 24)).toString(16).slice(1)}`);
  }
}
