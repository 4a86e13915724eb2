// SPDX-License-Identifier: BSD-3-Clause
// Colors of what call paths do. Frames of one kind have several shades, by name, so that neighbors can be
// told apart; the lightness differs between kinds.
import { hashOf, PALETTES, type Theme } from "../timeline/state_colors";

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

const FAMILIES = { computation: "user", communication: "mpi", transfer: "threads", io: "io", wait: "wait" } as const;
const LIGHTER_WAITS: Record<Theme, string[]> = { light: ["#e8743b", "#d9480f", "#f0955f"], dark: ["#ff8b3d", "#e07428", "#ffa869"] };

export function shadesOf(doing: Doing, theme: Theme): string[] {
  return doing === "wait" ? LIGHTER_WAITS[theme] : PALETTES[theme].families[FAMILIES[doing]];
}

export function frameColor(name: string, label: string, theme: Theme): string {
  const shades = shadesOf(doingOf(label), theme);
  return shades[hashOf(name) % shades.length]!;
}
