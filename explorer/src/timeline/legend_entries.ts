// SPDX-License-Identifier: BSD-3-Clause
// The entries of the legend: states with a color of their own, and for each color that several share what they are
// together.
import type { State } from "../data/schema";
import { type Family, familyOf, type StateColors } from "./state_colors";
import type { WindowProfile } from "./window_profile";

const MOST_STATES = 12;

const OTHERS: Record<Family, string> = {
  wait: "other waits",
  mpi: "other calls of MPI",
  threads: "other calls of OpenMP and threads",
  io: "other file accesses",
  user: "other functions",
  idle: "other idle time",
};

export interface OtherStates {
  text: string;
  color: string;
  names: string[];
}

export interface LegendEntries {
  own: number[]; // states, those that take most time first
  leftOut: number; // states with a color of their own that have no room
  others: OtherStates[];
}

export function legendEntries({ entries }: Pick<WindowProfile, "entries">, states: State[], { colors, isOther }: StateColors): LegendEntries {
  const seen = entries.flatMap(({ state }) => (state === null ? [] : [state]));
  const own = seen.filter((state) => !isOther[state]);
  const others = new Map<Family, OtherStates>();
  for (const state of seen.filter((each) => isOther[each])) {
    const { name, kind } = states[state]!;
    const family = familyOf(kind);
    const entry = others.get(family) ?? { text: OTHERS[family], color: colors[state]!, names: [] };
    others.set(family, { ...entry, names: [...entry.names, name] });
  }
  return { own: own.slice(0, MOST_STATES), leftOut: Math.max(own.length - MOST_STATES, 0), others: [...others.values()] };
}
