// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { addressOf, stateOf } from "./address";
import { FIRST_STATE, type ViewState } from "./view_state";

const other: ViewState = {
  view: "trees",
  report: 1,
  pair: [1, 0],
  metrics: ["mpi_latesender", "PAPI_L1;x&y"],
  openMetrics: true,
  callpaths: [3, 4, 5, 9],
  openCallpaths: true,
  isFlat: true,
  locations: [0, 1, 2, 7],
  mode: "selection",
  panel: "distribution",
  threshold: 0.01,
  finding: 2,
  window: [0.5, 1.25e-3 + 0.5],
  shown: ["waiting", "alike", "messages"],
  unfolded: [0, 1, 2, 7],
  counter: 2,
  distribution: "violin",
  arrangement: 3,
  amount: "waited_s",
  lines: {
    ...FIRST_STATE.lines,
    callpaths: { order: "by value", hiding: "without small ones", search: "a~b & c#d" },
    metrics: { order: "as it is", hiding: "all", search: "" },
  },
  phase: 3,
  phaseKind: 0,
  row: 12,
  strip: [0.25, 1.5],
  loss: 1,
  frame: 17,
  search: "MPI & main > loop@a.c:5",
};

it("reads what it wrote", () => {
  expect(stateOf(addressOf(other))).toEqual(other);
  expect(stateOf(addressOf(FIRST_STATE))).toEqual(FIRST_STATE);
  expect(stateOf(addressOf({ ...other, locations: [] }))).toEqual({ ...other, locations: [] });
});

it("is short at first", () => {
  expect(addressOf(FIRST_STATE)).toBe("#view=overview");
});

it("takes what it cannot read as it is at first", () => {
  expect(stateOf("#view=nonsense&mode=x&panel=&gray=-1&finding=a&window=5~2&shown=x&unfolded=x&counter=-1&distribution=x&arrangement=x&amount=x&system-lines=x~y&callpath=x&report=-3&pair=1~x&phase=x&kind=-1&loss=1.5&frame=")).toEqual(FIRST_STATE);
  expect(stateOf("")).toEqual(FIRST_STATE);
  expect(stateOf("#%")).toEqual(FIRST_STATE);
});
