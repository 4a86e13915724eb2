// SPDX-License-Identifier: BSD-3-Clause
// The color of every cell of a picture. "what" shows the state that took most of a column, the paler
// the less it took; "waiting" shows how much of a column was waiting.
import type { Picture, State } from "../data/schema";
import { familyOf, mixed, PALETTES, rgbOf, type Theme } from "./state_colors";

export type Mode = "what" | "waiting";
export const NO_STATE = 65535;

const LEAST_ALPHA = 0.3; // what takes the most is seen, however little that is
const PALE = 0.22;
const LEVELS = 256; // of a share
const STEPS = 16; // levels of alpha: fewer colors make smaller files

export interface Coloring {
  states: State[];
  stateColors: string[]; // of each state
  theme: Theme;
  mode: Mode;
  region: string | null; // the only state in full color
  background?: string;
}

function quantized(part: number): number {
  return Math.ceil((part / 255) * STEPS) / STEPS;
}

// Returns the color of a cell, red * 65536 + green * 256 + blue, by position of the cell.
export function cellColors(picture: Picture, coloring: Coloring): Uint32Array {
  const { states, theme, mode, region } = coloring;
  const palette = PALETTES[theme];
  const paper = rgbOf(coloring.background ?? palette.paper);
  const colors = coloring.stateColors.map(rgbOf);
  const wait = rgbOf(palette.wait);
  const rest = rgbOf(palette.notWaiting);
  const known = new Int32Array((states.length + 1) * LEVELS).fill(-1); // the last state stands for none
  const cells = picture.columns * picture.rows.length;
  const out = new Uint32Array(cells);
  const levels = mode === "what" ? picture.share : picture.waiting;
  const shown = picture.state;
  for (let i = 0; i < cells; ++i) {
    const state = Math.min(shown[i]!, states.length);
    const level = levels[i]!;
    const key = state * LEVELS + level;
    let color = known[key]!;
    if (color < 0) {
      const found = states[state];
      let mix = paper;
      if (found && mode === "what") {
        const isPale = region !== null && found.name !== region;
        const alpha = LEAST_ALPHA + (1 - LEAST_ALPHA) * quantized(level);
        mix = mixed(paper, colors[state]!, isPale ? alpha * PALE : alpha);
      } else if (found || level > 0) {
        const idle = found && familyOf(found.kind) === "idle" && level === 0;
        mix = idle ? paper : mixed(rest, wait, quantized(level));
      }
      color = mix[0] * 65536 + mix[1] * 256 + mix[2];
      known[key] = color;
    }
    out[i] = color;
  }
  return out;
}

export interface Run {
  row: number;
  from: number; // column
  to: number; // column after the last
  color: number;
}

// Returns neighboring cells of one color as one, for pictures made of rectangles.
export function runsOf(colors: Uint32Array, columns: number, rows: number): Run[] {
  const runs: Run[] = [];
  for (let row = 0; row < rows; ++row) {
    for (let from = 0; from < columns; ) {
      const color = colors[row * columns + from]!;
      let to = from + 1;
      while (to < columns && colors[row * columns + to] === color) ++to;
      runs.push({ row, from, to, color });
      from = to;
    }
  }
  return runs;
}
