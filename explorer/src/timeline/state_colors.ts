// SPDX-License-Identifier: BSD-3-Clause
// Colors of states. A name has the same color in every run unless two names of one timeline meet at
// one color; then the later one takes the next that is free. Waits have one striking color and MPI
// the blue ones; these differ in lightness too (after Okabe and Ito), so that they stay apart without red
// or green.
import type { State } from "../data/schema";

export type Theme = "light" | "dark";

interface Palette {
  paper: string;
  ink: string;
  muted: string;
  wait: string;
  notWaiting: string; // in the picture of waiting
  cause: string;
  families: Record<Family, string[]>;
}

type Family = "user" | "mpi" | "threads" | "io" | "idle" | "wait";

export const PALETTES: Record<Theme, Palette> = {
  light: {
    paper: "#ffffff",
    ink: "#1d2430",
    muted: "#5a6372",
    wait: "#d9480f",
    notWaiting: "#dfe5ea",
    cause: "#111111",
    families: {
      wait: ["#d9480f"],
      mpi: ["#1f5fa8", "#3f7fc4", "#5b6fb8", "#2b4a86", "#6f9bd8"],
      threads: ["#7a4fa3", "#9a6fc0", "#5f3a86", "#b08fd0"],
      io: ["#8a6d1f", "#a8893a", "#6d5412"],
      user: ["#8fcfae", "#bcdc8c", "#6fb9b0", "#d8d9a0", "#a9d6e0", "#c3cfa9", "#9fc2a0", "#e3c9a8", "#7fae93", "#cfd8dc"],
      idle: ["#eceff1"],
    },
  },
  dark: {
    paper: "#16191f",
    ink: "#e6e9ee",
    muted: "#a2acba",
    wait: "#ff8b3d",
    notWaiting: "#39424d",
    cause: "#ffffff",
    families: {
      wait: ["#ff8b3d"],
      mpi: ["#5a9be6", "#3c78c2", "#7f93e6", "#86b9f2", "#4a63b0"],
      threads: ["#b48be0", "#9468c8", "#cbb0ec", "#7d55ac"],
      io: ["#cdb25a", "#a8903f", "#e0cb84"],
      user: ["#3f7d62", "#62803a", "#2f7770", "#7d7c44", "#3f7280", "#68734e", "#4d6e4f", "#7c6445", "#35604a", "#59646b"],
      idle: ["#262b33"],
    },
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

// Returns one color for each state.
export function stateColors(states: State[], theme: Theme): string[] {
  const taken = new Map<Family, Map<number, string>>(); // slot of a family -> name
  return states.map(({ name, kind }) => {
    const family = familyOf(kind);
    const colors = PALETTES[theme].families[family];
    const slots = taken.get(family) ?? new Map<number, string>();
    taken.set(family, slots);
    const wanted = hashOf(name) % colors.length;
    for (let i = 0; i < colors.length; ++i) {
      const slot = (wanted + i) % colors.length;
      if ((slots.get(slot) ?? name) !== name) continue;
      slots.set(slot, name);
      return colors[slot]!;
    }
    return colors[wanted]!;
  });
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
