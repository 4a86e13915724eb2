// SPDX-License-Identifier: BSD-3-Clause
// Where things lie in the timeline's picture. Every line has the same height, which may be less than
// a pixel; rows of a picture lie where their lines lie.
import type { TimeWindow } from "./visible_window";
import { timeAt, xOf } from "./visible_window";

export const AXIS_HEIGHT = 26;
export const LANE_HEIGHT = 14; // of one level of nested visits
export const MOST_LANES = 16;

export const LEAST_ROW = 3; // pixels; more lines are united
const LABELLED_ROW = 16; // has room for its label
const TALLEST = 28;
const TALLEST_ENLARGED = 64;
const LANE_GAP = 4; // between lines with lanes

export interface Layout {
  lineHeight: number;
  contentHeight: number;
  rowsWanted: number; // of a picture
}

// `enlarged` is how many times as tall the lines shall be as they need to be to fit, unless that is less than `least`.
export function flatLayout(lineCount: number, plotHeight: number, enlarged: number, least = 0): Layout {
  const tallest = enlarged > 1 ? TALLEST_ENLARGED : TALLEST;
  const lineHeight = Math.min(Math.max((plotHeight * enlarged) / Math.max(lineCount, 1), least), tallest);
  const contentHeight = lineHeight * lineCount;
  const rowsWanted = Math.max(1, Math.min(lineCount, Math.floor(contentHeight / LEAST_ROW)));
  return { lineHeight, contentHeight, rowsWanted };
}

// Returns how many rows of lines that are alike have room for a label each.
export function foldedRowsWanted(plotHeight: number, enlarged: number): number {
  return Math.max(1, Math.floor((plotHeight * enlarged) / LABELLED_ROW));
}

export function nestedLayout(lineCount: number, plotHeight: number, depths: number): Layout {
  const lanes = Math.min(Math.max(depths, 1), MOST_LANES);
  const lineHeight = lanes * LANE_HEIGHT + LANE_GAP;
  const flat = flatLayout(lineCount, plotHeight, 1);
  return { lineHeight, contentHeight: lineHeight * lineCount, rowsWanted: flat.rowsWanted };
}

export interface Geometry {
  width: number; // of the whole picture
  height: number;
  gutter: number; // width of the labels
  window: TimeWindow;
  scrollTop: number;
  lineHeight: number;
}

export const plotWidth = ({ width, gutter }: Geometry) => Math.max(width - gutter, 1);
export const plotHeight = ({ height }: Geometry) => Math.max(height - AXIS_HEIGHT, 1);

export function xInPlot(geometry: Geometry, time_s: number): number {
  return geometry.gutter + xOf(time_s, geometry.window, plotWidth(geometry));
}

// Returns the top of a line; fractions are positions inside of lines.
export function yOfLine(geometry: Geometry, line: number): number {
  return AXIS_HEIGHT + line * geometry.lineHeight - geometry.scrollTop;
}

export function timeOfX(geometry: Geometry, x: number): number {
  return timeAt(x - geometry.gutter, geometry.window, plotWidth(geometry));
}

export function lineOfY(geometry: Geometry, y: number): number {
  return Math.floor((y - AXIS_HEIGHT + geometry.scrollTop) / geometry.lineHeight);
}

// Returns the first line that is seen and the line after the last one.
export function visibleLines(geometry: Geometry, lineCount: number): [first: number, end: number] {
  const first = Math.max(0, Math.floor(geometry.scrollTop / geometry.lineHeight));
  const end = Math.ceil((geometry.scrollTop + plotHeight(geometry)) / geometry.lineHeight);
  return [Math.min(first, lineCount), Math.min(end, lineCount)];
}

// Returns the level of nested visits at a height, or null between two lines.
export function laneOfY(geometry: Geometry, y: number): number | null {
  const inLine = y - yOfLine(geometry, lineOfY(geometry, y));
  const lane = Math.floor((inLine - LANE_GAP / 2) / LANE_HEIGHT);
  return inLine >= LANE_GAP / 2 && lane < MOST_LANES ? lane : null;
}

export const laneTop = (geometry: Geometry, line: number, depth: number) =>
  yOfLine(geometry, line) + LANE_GAP / 2 + depth * LANE_HEIGHT;
