// SPDX-License-Identifier: BSD-3-Clause
// Who ended which waits. A wait ends at the tick at which another location enters the call that was waited
// for, so both are found by that time: the last to enter a collective operation with all that waited for
// it, and the sender of a late message with its receiver.
import type { Slice, State } from "../data/schema";
import type { SliceIndex } from "./slices";

export interface WaitFan {
  state: number; // the wait state
  end_s: number;
  from: number; // line that ended the waits
  waits: { line: number; begin_s: number }[];
}

// The call that waits: the innermost visit around the wait.
function callOf(index: SliceIndex, wait: Slice): Slice | undefined {
  return index.byLine.get(wait.line)?.find((each) => each.depth === wait.depth - 1 && each.begin_s <= wait.begin_s && each.end_s >= wait.end_s);
}

// Returns the line that entered a call at the end of the waits: the one whose call has the same region, or
// else the only one.
function enderOf(index: SliceIndex, states: State[], entered: Slice[], waits: Slice[]): number | null {
  const waiting = new Set(waits.map(({ line }) => line));
  const others = entered.filter(({ line, state }) => !waiting.has(line) && states[state]?.kind !== "user" && states[state]?.kind !== "wait");
  const region = callOf(index, waits[0]!)?.state;
  const same = others.filter(({ state }) => state === region);
  const found = new Set((same.length > 0 ? same : others).map(({ line }) => line));
  return found.size === 1 ? [...found][0]! : null;
}

export function waitFans(index: SliceIndex, states: State[]): WaitFan[] {
  const groups = new Map<string, Slice[]>();
  const ends = new Map<number, Slice[]>(); // of waits, with the visits that begin then
  for (const slices of index.byLine.values())
    for (const slice of slices) {
      if (states[slice.state]?.kind !== "wait") continue;
      const key = `${slice.state} ${slice.end_s}`;
      const group = groups.get(key);
      if (group) group.push(slice);
      else groups.set(key, [slice]);
      ends.set(slice.end_s, []);
    }
  for (const slices of index.byLine.values()) for (const slice of slices) ends.get(slice.begin_s)?.push(slice);
  const fans: WaitFan[] = [];
  for (const waits of groups.values()) {
    const { state, end_s } = waits[0]!;
    const from = enderOf(index, states, ends.get(end_s) ?? [], waits);
    if (from !== null) fans.push({ state, end_s, from, waits: waits.map(({ line, begin_s }) => ({ line, begin_s })) });
  }
  return fans;
}
