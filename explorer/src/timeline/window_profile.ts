// SPDX-License-Identifier: BSD-3-Clause
// What the time of a window was spent on, from the cells of a picture. A cell knows the state that took
// most of it and how much of it was waiting, so the rest of a cell is "other" time: the profile is
// exact where the columns are shorter than the states, and says how much it does not know elsewhere.
import type { Picture, State } from "../data/schema";
import type { TimeWindow } from "./visible_window";
import { NO_STATE } from "./cell_colors";

export interface ProfileEntry {
  state: number | null; // null: what no cell has a name for
  time_s: number; // summed over locations
}

export interface WindowProfile {
  total_s: number; // length of the window times number of locations
  waiting_s: number;
  entries: ProfileEntry[]; // longest first, the unknown one last
}

// Returns which part of each column lies in the window.
export function overlaps(picture: Picture, [from, to]: TimeWindow): Float64Array {
  const width = (picture.to_s - picture.from_s) / picture.columns;
  return Float64Array.from({ length: picture.columns }, (_, column) => {
    const begin = picture.from_s + column * width;
    const common = Math.min(begin + width, to) - Math.max(begin, from);
    return Math.min(Math.max(common / width, 0), 1);
  });
}

const firstsOfStates = new WeakMap<State[], Int32Array>();

// Returns for each state the first one that nobody can tell from it: a trace may have a region of its own for each
// place that calls a function.
function firstsOf(states: State[]): Int32Array {
  const known = firstsOfStates.get(states);
  if (known) return known;
  const firsts = new Map<string, number>();
  const made = Int32Array.from(states, ({ kind, name }, state) => {
    const first = firsts.get(`${kind} ${name}`) ?? state;
    firsts.set(`${kind} ${name}`, first);
    return first;
  });
  firstsOfStates.set(states, made);
  return made;
}

// Adds the times of states that nobody can tell apart to the first of them.
function unite(times: Float64Array, firsts: Int32Array): void {
  for (let state = 0; state < times.length; ++state) {
    const first = firsts[state]!;
    if (first === state) continue;
    times[first]! += times[state]!;
    times[state] = 0;
  }
}

export function windowProfile(
  picture: Picture,
  states: State[],
  window: TimeWindow,
  isWanted: (row: number) => boolean = () => true,
): WindowProfile {
  const parts = overlaps(picture, window);
  const column_s = (picture.to_s - picture.from_s) / picture.columns;
  const times = new Float64Array(states.length);
  const areWaits = Uint8Array.from(states, ({ kind }) => (kind === "wait" ? 1 : 0));
  let total = 0;
  let waiting = 0;
  let unknown = 0;
  const { columns, rows, state: shown, share: shares, waiting: waits, wait: waitStates } = picture;
  const stateCount = states.length;
  let [first, end] = [0, columns];
  while (first < end && parts[first] === 0) ++first;
  while (end > first && parts[end - 1] === 0) --end;
  for (let row = 0; row < rows.length; ++row) {
    if (!isWanted(row)) continue;
    const row_s = column_s * rows[row]!.count;
    for (let column = first; column < end; ++column) {
      const cell_s = row_s * parts[column]!;
      const i = row * columns + column;
      const state = shown[i]!;
      const isWait = state < stateCount && areWaits[state] === 1;
      const wait = waits[i]! / 255;
      const share = state === NO_STATE || isWait ? 0 : Math.min(shares[i]! / 255, 1 - wait);
      const waitState = waitStates[i]! < stateCount ? waitStates[i]! : isWait ? state : -1;
      total += cell_s;
      waiting += wait * cell_s;
      if (waitState >= 0) times[waitState]! += wait * cell_s;
      if (share > 0 && state < stateCount) times[state]! += share * cell_s;
      unknown += (1 - share - (waitState < 0 ? 0 : wait)) * cell_s;
    }
  }
  unite(times, firstsOf(states));
  const entries: ProfileEntry[] = [];
  times.forEach((time_s, state) => time_s > 0 && entries.push({ state, time_s }));
  entries.sort((a, b) => b.time_s - a.time_s || (a.state ?? 0) - (b.state ?? 0));
  if (unknown > total * 1e-9) entries.push({ state: null, time_s: unknown });
  return { total_s: total, waiting_s: waiting, entries };
}
