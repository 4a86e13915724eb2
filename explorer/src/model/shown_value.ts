// SPDX-License-Identifier: BSD-3-Clause
// How a value is shown: as it is, or as a part of something.
import { percent, quantity } from "./quantity";

export const MODES = ["absolute", "root", "selection", "peer", "other"] as const;
export type Mode = (typeof MODES)[number];

export const MODE_NAMES: Record<Mode, string> = {
  absolute: "absolute",
  root: "percent of root",
  selection: "percent of selection",
  peer: "percent of largest peer",
  other: "percent of the other report",
};

// What 100 % is, for one tree.
export interface Wholes {
  root: number; // total of the selected metric's root
  selection: number; // value selected in the tree to the left
  peer: number; // largest value of a node at the same level with the same unit
  other: number; // value of the same node in the other report
}

export function wholeOf(mode: Mode, wholes: Wholes): number {
  return mode === "absolute" ? wholes.root : wholes[mode];
}

export function shownValue(value: number, unit: string, mode: Mode, wholes: Wholes): string {
  if (mode === "absolute") return quantity(value, unit);
  const whole = wholeOf(mode, wholes);
  return whole === 0 && value !== 0 ? "none there" : percent(value, whole);
}

// The part that decides the color.
export function shareOf(value: number, mode: Mode, wholes: Wholes): number {
  const whole = wholeOf(mode, wholes);
  return whole === 0 ? 0 : value / whole;
}
