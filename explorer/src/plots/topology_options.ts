// SPDX-License-Identifier: BSD-3-Clause
// What Plot draws of locations in the plane, and of a matrix of ranks.
import * as Plot from "@observablehq/plot";

import type { Location } from "../data/schema";
import { quantity } from "../model/quantity";
import { locationNames } from "../model/system_tree";
import type { Cell, Grid } from "./grid_layout";
import type { PageColors } from "./page_colors";
import type { ValueScale } from "./value_colors";

const LARGEST_CELL = 34;
const TALLEST = 520;
const NUMBERS_FROM = 24; // pixels of a cell that holds a rank's number

export interface PairValue {
  from: number; // rank, or the number of a bin of ranks
  to: number;
  value: number;
}

// Says which ranks a bin has; the last one may have fewer.
export function ranksOfBin(bin: number, ranksInBin: number, ranks: number): string {
  const first = bin * ranksInBin;
  const last = Math.min(first + ranksInBin, ranks) - 1;
  return last > first ? `ranks ${first}-${last}` : `rank ${first}`;
}

export function cellSize(grid: Grid, width: number): number {
  return Math.min(LARGEST_CELL, (width - 8) / Math.max(grid.width, 1), TALLEST / Math.max(grid.height, 1));
}

export function gridOptions(
  grid: Grid, values: Float64Array, locations: Location[], unit: string, selected: number[] | null, scale: ValueScale, colors: PageColors, width: number,
): Plot.PlotOptions {
  const cell = cellSize(grid, width);
  const gap = cell > 8 ? 1 : 0;
  const chosen = new Set(selected ?? []);
  const names = locationNames(locations);
  const value = ({ location }: Cell) => values[location] ?? Number.NaN;
  const marked = grid.cells.filter(({ location }) => chosen.has(location));
  const square = { x1: "x", x2: (each: Cell) => each.x + 1, y1: "y", y2: (each: Cell) => each.y + 1 };
  const isDarkCell = (each: Cell) => {
    const [red = 255, green = 255, blue = 255] = (scale.color(value(each)).match(/\d+/g) ?? []).map(Number);
    return 0.299 * red + 0.587 * green + 0.114 * blue < 130;
  };
  return {
    width: Math.ceil(cell * grid.width) + 8, height: Math.ceil(cell * grid.height) + 8, margin: 4,
    x: { axis: null, domain: [0, grid.width] }, y: { axis: null, domain: [grid.height, 0] },
    marks: [
      Plot.rect(grid.cells, {
        ...square, className: "pick-cells", insetRight: gap, insetBottom: gap, fill: (each: Cell) => scale.color(value(each)),
        title: (each: Cell) => `${names[each.location]}, ${each.text}: ${quantity(value(each), unit)}`,
      }),
      Plot.rect(marked, { ...square, className: "pick-selected", stroke: colors.ink, strokeWidth: 2.5, fill: "none", insetRight: gap, insetBottom: gap, pointerEvents: "none" }),
      Plot.rect(grid.boxes, {
        x1: "x", x2: (each: { x: number; width: number }) => each.x + each.width, y1: "y", y2: (each: { y: number; height: number }) => each.y + each.height,
        stroke: colors.muted, fill: "none", inset: -1.5, pointerEvents: "none",
      }),
      ...(cell >= 10
        ? [Plot.text(grid.boxes, { x: "x", y: "y", text: (each: { title: string; width: number }) => clipped(each.title, each.width * cell), textAnchor: "start", dy: -8, fill: colors.ink, fontSize: 11 })]
        : []),
      ...(cell >= NUMBERS_FROM
        ? [Plot.text(grid.cells, {
            x: (each: Cell) => each.x + 0.5, y: (each: Cell) => each.y + 0.5, text: ({ location }: Cell) => String(locations[location]?.rank ?? ""), fontSize: 10,
            fill: (each: Cell) => (isDarkCell(each) ? "#ffffff" : "#111111"), pointerEvents: "none",
          })]
        : []),
    ],
  };
}

function clipped(text: string, width: number): string {
  const most = Math.max(1, Math.floor(width / 6.4));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

// A cell stands for `ranksInBin` senders and as many receivers.
export function matrixOptions(pairs: PairValue[], ranks: number, ranksInBin: number, unit: string, scale: ValueScale, colors: PageColors, width: number): Plot.PlotOptions {
  const side = Math.min(width, TALLEST);
  const step = Math.max(1, Math.ceil((ranks * 40) / side));
  const ticks = Array.from({ length: Math.ceil(ranks / step) }, (_, i) => i * step + 0.5);
  const rankAt = (middle: number) => String(Math.floor(middle));
  return {
    width: side, height: side, marginLeft: 48, marginBottom: 36, marginTop: 16, marginRight: 16,
    x: { label: "receiving rank", domain: [0, ranks], tickFormat: rankAt, ticks },
    y: { label: "sending rank", domain: [ranks, 0], tickFormat: rankAt, ticks },
    marks: [
      Plot.rect(pairs, {
        className: "pick-pairs",
        x1: (each: PairValue) => each.to * ranksInBin, x2: (each: PairValue) => Math.min((each.to + 1) * ranksInBin, ranks),
        y1: (each: PairValue) => each.from * ranksInBin, y2: (each: PairValue) => Math.min((each.from + 1) * ranksInBin, ranks),
        fill: (each: PairValue) => scale.color(each.value), inset: ranks / ranksInBin <= 64 ? 0.5 : 0,
        title: ({ from, to, value }: PairValue) =>
          `${ranksOfBin(from, ranksInBin, ranks)} to ${ranksOfBin(to, ranksInBin, ranks)}: ${quantity(value, unit)}`,
      }),
      Plot.frame({ stroke: colors.line }),
    ],
  };
}
