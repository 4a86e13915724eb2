// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Timeline } from "../data/schema";
import { choiceOfState, linesOfLabel, locationsOfLines, selectedLinesOf } from "./timeline_selection";

it("selects the metric of a wait or the region, and what is selected already no longer", () => {
  const wait = { name: "Late Sender", kind: "wait", metric: "mpi_latesender" };
  const solve = { name: "solve", kind: "user" };
  expect(choiceOfState(wait, { region: null, metric: null })).toEqual({ metric: "mpi_latesender" });
  expect(choiceOfState(wait, { region: null, metric: "mpi_latesender" })).toEqual({ metric: null });
  expect(choiceOfState(solve, { region: "main", metric: null })).toEqual({ region: "solve" });
  expect(choiceOfState(solve, { region: "solve", metric: null })).toEqual({ region: null });
});

it("finds the lines of a label: of neighbors, of one line, of lines that are alike", () => {
  const rows = [{ first: 0, count: 2 }, { first: 2, count: 3 }];
  expect(linesOfLabel(3, rows, undefined, false)).toEqual([2, 3, 4]);
  expect(linesOfLabel(3, rows, undefined, true)).toEqual([3]);
  expect(linesOfLabel(9, rows, undefined, false)).toEqual([]);
  expect(linesOfLabel(1, rows, { rows: [[0], [1, 4]], rowOf: [0, 1, 0, 0, 1] } as never, false)).toEqual([1, 4]);
  expect(locationsOfLines([0, 2], { locations: [7, 8, 9] } as Timeline)).toEqual([7, 9]);
  expect([...selectedLinesOf([7, 8, 9], [9, 5])]).toEqual([2]);
  expect(selectedLinesOf([7], null).size).toBe(0);
});
