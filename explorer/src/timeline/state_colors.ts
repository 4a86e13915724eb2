// SPDX-License-Identifier: BSD-3-Clause
// Colors of states. Of each family, the names that take most time in the run have a color each; all others share
// one. A name begins at the same color in every run and takes the next free one. Waits have one striking color,
// MPI the blue ones. People who cannot see some colors tell all of these apart, as the test measures it.
import type { State } from "../data/schema";

export type Theme = "light" | "dark";

interface Palette {
  paper: string;
  ink: string;
  muted: string;
  wait: string;
  notWaiting: string; // in the picture of waiting
  cause: string;
  curve: string; // of a counter; the critical path is drawn in ink
  families: Record<Family, string[]>;
  others: Record<Family, string>; // what has no color of its own
}

export type Family = "user" | "mpi" | "threads" | "io" | "idle" | "wait";

export const PALETTES: Record<Theme, Palette> = {
  light: {
    paper: "#ffffff",
    ink: "#1d2430",
    muted: "#5a6372",
    wait: "#d9480f",
    notWaiting: "#dfe5ea",
    cause: "#111111",
    curve: "#a82b7d",
    families: {
      wait: ["#d9480f"],
      mpi: ["#4435bc", "#0ec3f1", "#373a57", "#6495f7", "#6c6af3"],
      threads: ["#86068a", "#a453b9"],
      io: ["#563504"],
      user: ["#89a88a", "#eed86d", "#abfcb0", "#c4a032", "#a2c397", "#d4be52"],
      idle: ["#eceff1"],
    },
    others: { wait: "#d9480f", mpi: "#7a7a7a", threads: "#a287aa", io: "#5f4f42", user: "#cad4cc", idle: "#eceff1" },
  },
  dark: {
    paper: "#16191f",
    ink: "#e6e9ee",
    muted: "#a2acba",
    wait: "#ff8b3d",
    notWaiting: "#39424d",
    cause: "#ffffff",
    curve: "#eb37b0",
    families: {
      wait: ["#ff8b3d"],
      mpi: ["#6c6af3", "#59b2fe", "#524ad0", "#1396d7", "#1a5274"],
      threads: ["#9d29a0", "#d1c4fd"],
      io: ["#a77612"],
      user: ["#4f7a5a", "#756208", "#abf1c4", "#6e9075", "#5c4c02", "#f0df7d"],
      idle: ["#262b33"],
    },
    others: { wait: "#ff8b3d", mpi: "#9facbe", threads: "#83738e", io: "#d4b8a1", user: "#525b54", idle: "#262b33" },
  },
};

export function familyOf(kind: string): Family {
  if (kind === "wait" || kind === "mpi" || kind === "io" || kind === "idle") return kind;
  return kind === "openmp" || kind === "pthread" ? "threads" : "user";
}

// A number of a name that no run changes (FNV-1a).
export function hashOf(name: string): number {
  let hash = 2166136261;
  for (let i = 0; i < name.length; ++i) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return hash >>> 0;
}

export interface StateColors {
  colors: string[]; // of each state
  isOther: boolean[]; // whether it shares its color with all others of its family
}

// `times`: seconds in the whole run by name, so that no color depends on the window that is seen.
export function stateColors(states: State[], theme: Theme, times: ReadonlyMap<string, number>): StateColors {
  const names = new Map<Family, Set<string>>();
  for (const { name, kind } of states) names.set(familyOf(kind), (names.get(familyOf(kind)) ?? new Set()).add(name));
  const own = new Map([...names].map(([family, all]) => [family, ownSlots(all, PALETTES[theme].families[family].length, times)]));
  const slots = states.map(({ name, kind }) => (kind === "wait" ? 0 : own.get(familyOf(kind))!.get(name)));
  return {
    colors: states.map(({ kind }, i) => PALETTES[theme].families[familyOf(kind)][slots[i] ?? -1] ?? PALETTES[theme].others[familyOf(kind)]),
    isOther: slots.map((slot) => slot === undefined),
  };
}

// Gives each of the `count` names with most time a number below `count`, if it can the one that it has in every run.
function ownSlots(names: ReadonlySet<string>, count: number, times: ReadonlyMap<string, number>): Map<string, number> {
  const timeOf = (name: string) => times.get(name) ?? 0;
  const longest = [...names].sort((a, b) => timeOf(b) - timeOf(a) || (a < b ? -1 : 1)).slice(0, count);
  const slots = new Map<string, number>();
  const taken = new Set<number>();
  for (const name of longest) {
    let slot = hashOf(name) % count;
    while (taken.has(slot)) slot = (slot + 1) % count;
    taken.add(slot);
    slots.set(name, slot);
  }
  return slots;
}

export type Rgb = [red: number, green: number, blue: number];

export function rgbOf(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export function mixed(under: Rgb, over: Rgb, alpha: number): Rgb {
  return [0, 1, 2].map((i) => Math.round(under[i]! + (over[i]! - under[i]!) * alpha)) as Rgb;
}

export function hexOf([red, green, blue]: Rgb): string {
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
}

function luminance(color: string): number {
  const [r, g, b] = rgbOf(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Returns black or white, whichever is read better on a color.
export function textOn(color: string): string {
  return luminance(color) > 0.179 ? "#111111" : "#ffffff";
}
