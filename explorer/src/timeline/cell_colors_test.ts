// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Picture, State } from "../data/schema";
import { cellColors, NO_STATE, runsOf } from "./cell_colors";
import { PALETTES, rgbOf, stateColors } from "./state_colors";

const STATES: State[] = [{ name: "work", kind: "user" }, { name: "Late Sender", kind: "wait" }];
const COLORS = stateColors(STATES, "light", new Map()).colors;
const number = (color: string) => rgbOf(color).reduce((sum, part) => sum * 256 + part, 0);

function picture(state: number[], share: number[], waiting: number[]): Picture {
  return {
    from_s: 0, to_s: state.length, columns: state.length, is_coarse: false, rows: [{ first: 0, count: 1 }],
    state: Uint16Array.from(state), share: Uint8Array.from(share), waiting: Uint8Array.from(waiting), wait: new Uint16Array(state.length).fill(NO_STATE),
  };
}

it("shows the state, the paler the smaller its share, and nothing as paper", () => {
  const shown = picture([0, 0, NO_STATE], [255, 60, 0], [0, 0, 0]);
  const [full, pale, none] = cellColors(shown, { states: STATES, stateColors: COLORS, theme: "light", mode: "what", region: null });
  expect(full).toBe(number(COLORS[0]!));
  expect(none).toBe(number("#ffffff"));
  expect(pale! >> 16).toBeGreaterThan(full! >> 16);
});

it("pales all states but the selected region", () => {
  const shown = picture([0, 1], [255, 255], [0, 255]);
  const plain = cellColors(shown, { states: STATES, stateColors: COLORS, theme: "light", mode: "what", region: null });
  const selected = cellColors(shown, { states: STATES, stateColors: COLORS, theme: "light", mode: "what", region: "work" });
  expect(selected[0]).toBe(plain[0]);
  expect(selected[1]).not.toBe(plain[1]);
});

it("shows how much was waiting in the other mode, whatever the state", () => {
  const shown = picture([0, 1, 0], [255, 255, 128], [0, 255, 127]);
  const [no, all, half] = cellColors(shown, { states: STATES, stateColors: COLORS, theme: "dark", mode: "waiting", region: null });
  expect(no).toBe(number(PALETTES.dark.notWaiting));
  expect(all).toBe(number(PALETTES.dark.wait));
  expect(half).not.toBe(no);
  expect(half).not.toBe(all);
});

it("joins neighboring cells of one color, row by row", () => {
  expect(runsOf(Uint32Array.from([7, 7, 8, 8, 8, 7]), 3, 2)).toEqual([
    { row: 0, from: 0, to: 2, color: 7 },
    { row: 0, from: 2, to: 3, color: 8 },
    { row: 1, from: 0, to: 2, color: 8 },
    { row: 1, from: 2, to: 3, color: 7 },
  ]);
});
