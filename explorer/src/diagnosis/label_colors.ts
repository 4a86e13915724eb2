// SPDX-License-Identifier: BSD-3-Clause
// Colors of what call paths do. Frames of one kind have several shades, by name, so that neighbors can be
// told apart; the lightness differs between kinds.
import { hashOf, type Theme } from "../timeline/state_colors";

export type Doing = "computation" | "communication" | "transfer" | "io" | "wait";

export const DOINGS: [doing: Doing, text: string][] = [
  ["computation", "computes"],
  ["communication", "communicates, synchronizes"],
  ["transfer", "moves data"],
  ["io", "reads or writes files"],
  ["wait", "waits"],
];

// Takes the name of a label (docs/formats/labels.md).
export function doingOf(label: string): Doing {
  if (label.startsWith("wait")) return "wait";
  if (label === "io") return "io";
  if (["transfer", "message", "copy", "device"].includes(label)) return "transfer";
  return label === "communication" || label === "synchronization" ? "communication" : "computation";
}

// The first one is the one of the legend, and the others are like it.
const SHADES: Record<Theme, Record<Doing, string[]>> = {
  light: {
    computation: ["#8fcfae", "#a9dcc2", "#7dbd9b", "#bfe5d2"],
    communication: ["#1f5fa8", "#3f7fc4", "#2f6fb6", "#2b4a86"],
    transfer: ["#7a4fa3", "#9a6fc0", "#5f3a86", "#b08fd0"],
    io: ["#8a6d1f", "#a8893a", "#6d5412"],
    wait: ["#e8743b", "#d9480f", "#f0955f"],
  },
  dark: {
    computation: ["#3f7d62", "#35694f", "#4b8f72", "#2f5c46"],
    communication: ["#5a9be6", "#3c78c2", "#4b89d4", "#86b9f2"],
    transfer: ["#b48be0", "#9468c8", "#cbb0ec", "#7d55ac"],
    io: ["#cdb25a", "#a8903f", "#e0cb84"],
    wait: ["#ff8b3d", "#e07428", "#ffa869"],
  },
};

export function shadesOf(doing: Doing, theme: Theme): string[] {
  return SHADES[theme][doing];
}

export function frameColor(name: string, label: string, theme: Theme): string {
  const shades = shadesOf(doingOf(label), theme);
  return shades[hashOf(name) % shades.length]!;
}
