// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Location } from "../data/schema";
import { labelStep, rowLabels, rowOfLine, unitedRows } from "./rows";

const place = (rank: number, thread = 0): Location => ({ id: rank, rank, thread, host: "n", kind: "cpu" });

it("unites lines so that every line is in one row", () => {
  expect(unitedRows(10, 4)).toEqual([{ first: 0, count: 2 }, { first: 2, count: 3 }, { first: 5, count: 2 }, { first: 7, count: 3 }]);
  expect(unitedRows(3, 8).map(({ count }) => count)).toEqual([1, 1, 1]);
  expect(unitedRows(1024, 150).reduce((sum, { count }) => sum + count, 0)).toBe(1024);
});

it("finds the row of a line", () => {
  const rows = unitedRows(10, 4);
  expect([0, 1, 2, 4, 5, 9].map((line) => rowOfLine(rows, line))).toEqual([0, 0, 1, 1, 2, 3]);
  expect(rowOfLine(rows, 10)).toBe(-1);
  expect(rowOfLine([], 0)).toBe(-1);
});

it("names ranks, and threads where there are several", () => {
  const ranks = [0, 1, 2, 3].map((rank) => place(rank));
  expect(rowLabels(unitedRows(4, 4), [0, 1, 2, 3], ranks)).toEqual(["rank 0", "rank 1", "rank 2", "rank 3"]);
  expect(rowLabels(unitedRows(4, 2), [0, 1, 2, 3], ranks)).toEqual(["ranks 0-1", "ranks 2-3"]);
  const threads = [place(0), place(0, 1), place(1), place(1, 1)];
  expect(rowLabels(unitedRows(4, 4), [0, 1, 2, 3], threads)).toEqual(["rank 0, thread 0", "rank 0, thread 1", "rank 1, thread 0", "rank 1, thread 1"]);
  expect(rowLabels(unitedRows(4, 2), [0, 1, 2, 3], threads)).toEqual(["rank 0, threads 0-1", "rank 1, threads 0-1"]);
  expect(rowLabels(unitedRows(4, 1), [0, 1, 2, 3], threads)).toEqual(["ranks 0-1, 4 threads"]);
});

it("follows the lines of the timeline, not the order of locations", () => {
  expect(rowLabels(unitedRows(2, 2), [2, 0], [place(0), place(1), place(2)])).toEqual(["rank 2", "rank 0"]);
});

it("writes labels only where they fit", () => {
  expect([20, 15, 8, 3, 1].map((height) => labelStep(height))).toEqual([1, 1, 2, 5, 20]);
});
