// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Picture, State } from "../data/schema";
import { NO_STATE } from "./cell_colors";
import { madeUpRun } from "./made_up_run";
import { windowProfile } from "./window_profile";

const STATES: State[] = [
  { name: "work", kind: "user" },
  { name: "MPI_Recv", kind: "mpi" },
  { name: "Late Sender", kind: "wait" },
];

// Two rows of four columns of a second; the second row stands for three lines.
const PICTURE: Picture = {
  from_s: 10,
  to_s: 14,
  columns: 4,
  is_coarse: false,
  rows: [{ first: 0, count: 1 }, { first: 1, count: 3 }],
  state: Uint16Array.from([0, 0, 2, NO_STATE, 0, 1, 2, 0]),
  share: Uint8Array.from([255, 153, 255, 0, 255, 102, 204, 255]),
  waiting: Uint8Array.from([0, 51, 255, 0, 0, 102, 204, 0]),
  wait: Uint16Array.from([NO_STATE, 2, 2, NO_STATE, NO_STATE, 2, 2, NO_STATE]),
};

it("adds up shares, weighted with the lines of a row", () => {
  const { total_s, waiting_s, entries } = windowProfile(PICTURE, STATES, [10, 14]);
  expect(total_s).toBeCloseTo(16, 12);
  expect(waiting_s).toBeCloseTo(0.2 + 1 + 3 * (0.4 + 0.8), 12);
  const times = new Map(entries.map(({ state, time_s }) => [state, time_s]));
  expect(times.get(0)).toBeCloseTo(1 + 0.6 + 3 * 2, 12);
  expect(times.get(1)).toBeCloseTo(3 * 0.4, 12);
  expect(times.get(2)).toBeCloseTo(waiting_s, 12);
  expect(times.get(null)).toBeCloseTo(0.2 + 1 + 3 * (0.2 + 0.2), 12);
  expect(entries.map(({ state }) => state)).toEqual([0, 2, 1, null]);
  expect(entries.reduce((sum, { time_s }) => sum + time_s, 0)).toBeCloseTo(total_s, 12);
});

it("adds up states of the same name", () => {
  const states: State[] = [{ name: "MPI_Send", kind: "mpi" }, { name: "MPI_Send", kind: "mpi" }, { name: "Late Sender", kind: "wait" }];
  const { entries } = windowProfile(PICTURE, states, [10, 14]);
  expect(entries.map(({ state }) => state)).toEqual([0, 2, null]);
  expect(entries[0]!.time_s).toBeCloseTo(1 + 0.6 + 3 * 2 + 3 * 0.4, 12);
});

it("counts the parts of columns that a window cuts", () => {
  const { total_s, entries } = windowProfile(PICTURE, STATES, [10.5, 11], (row) => row === 0);
  expect(total_s).toBeCloseTo(0.5, 12);
  expect(entries).toEqual([{ state: 0, time_s: 0.5 }]);
});

it("is empty outside of the picture", () => {
  expect(windowProfile(PICTURE, STATES, [20, 30])).toEqual({ total_s: 0, waiting_s: 0, entries: [] });
});

it("counts time once where a call's share includes its waiting", () => {
  const picture = { ...PICTURE, columns: 1, to_s: 11, rows: [{ first: 0, count: 1 }], state: Uint16Array.of(1), share: Uint8Array.of(255), waiting: Uint8Array.of(204), wait: Uint16Array.of(2) };
  const { entries } = windowProfile(picture, STATES, [10, 11]);
  expect(entries.map(({ state }) => state)).toEqual([2, 1]);
  expect(entries[0]!.time_s).toBeCloseTo(0.8, 12);
  expect(entries[1]!.time_s).toBeCloseTo(0.2, 12);
});

it("finds the waiting of a run from fine columns", async () => {
  const { source, timeline, slices } = madeUpRun(4, 2);
  const picture = await source.picture(0, 0.2, 400, 4, false);
  const waits = slices.filter(({ state }) => timeline.states[state]!.kind === "wait");
  const exact = waits.reduce((sum, { begin_s, end_s }) => sum + end_s - begin_s, 0);
  expect(windowProfile(picture, timeline.states, [0, 0.2]).waiting_s).toBeCloseTo(exact, 3);
});
