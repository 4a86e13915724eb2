// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Folding, Location } from "../data/schema";
import { foldedRows, foldedScene, pictureOfRows, visitsOfRows } from "./folded_rows";
import { foldedPicture, madeUpRun, pictureOfSlices } from "./made_up_run";
import { foldingText } from "./message_text";
import { foldedRowsWanted } from "./geometry";
import { foldedLabels } from "./rows";
import type { Scene } from "./scene";
import { sliceIndex } from "./slices";

// Lines 0, 1 and 4 are alike, and 3 and 5.
const folding: Folding = { rowOfLine: Uint32Array.from([0, 0, 1, 2, 0, 2]), percent: 5 };
const none: ReadonlySet<number> = new Set();

it("has a row for all lines that are alike", () => {
  const { rows, rowOf } = foldedRows(folding, none);
  expect(rows).toEqual([[0, 1, 4], [2], [3, 5]]);
  expect([...rowOf]).toEqual([0, 0, 1, 2, 0, 2]);
});

it("unfolds some, in the order of lines", () => {
  const { rows, rowOf } = foldedRows(folding, new Set([0, 3, 5]));
  expect(rows).toEqual([[0], [1, 4], [2], [3], [5]]);
  expect([...rowOf]).toEqual([0, 1, 2, 3, 1, 4]);
  expect(foldedRows(folding, new Set([0, 1, 2, 3, 4, 5])).rows).toHaveLength(6);
  expect(foldedRows(folding, new Set([77])).rows).toHaveLength(3);
});

it("names all ranks of a row, shortly where they are many", () => {
  const ranks = Array.from({ length: 64 }, (_, rank): Location => ({ id: rank, rank, thread: 0, host: "n", kind: "cpu" }));
  const lines = ranks.map(({ id }) => id);
  const range = (from: number, to: number) => lines.slice(from, to + 1);
  const even = lines.filter((line) => line % 2 === 0);
  const { labels, places } = foldedLabels([[...range(0, 15), ...range(32, 47)], [16], even], lines, ranks);
  expect(labels).toEqual(["ranks 0-15, 32-47 (32)", "rank 16", "32 ranks: 0, 2, 4, …"]);
  expect(places[0]).toBe(labels[0]);
  expect(places[2]).toBe(`ranks ${even.join(", ")} (32)`);
});

it("names threads by their ranks", () => {
  const threads = Array.from({ length: 8 }, (_, id): Location => ({ id, rank: id >> 1, thread: id & 1, host: "n", kind: "cpu" }));
  const { labels } = foldedLabels([[0, 2, 4, 6], [1]], threads.map(({ id }) => id), threads);
  expect(labels).toEqual(["ranks 0-3 (4 threads)", "rank 0, thread 1"]);
});

const { slices, timeline, source } = madeUpRun(6, 4);
const picture = pictureOfSlices(slices, timeline.states, 6, 0, 0.4, 40, 6);
const rowOfPicture = (of: { state: Uint16Array; columns: number }, row: number) => [...of.state.subarray(row * of.columns, (row + 1) * of.columns)];

it("draws of each row the picture of its first line", () => {
  const folded = foldedRows(folding, none);
  const made = pictureOfRows(picture, folded);
  expect(made.rows).toEqual([{ first: 0, count: 1 }, { first: 1, count: 1 }, { first: 2, count: 1 }]);
  expect([0, 1, 2].map((row) => rowOfPicture(made, row))).toEqual([0, 2, 3].map((row) => rowOfPicture(picture, row)));
});

it("draws what a folded picture has, and leaves out what is not wanted", async () => {
  const ofThree = foldedPicture(picture, 3);
  const folded = foldedRows(ofThree.folding!, new Set([4]));
  expect(folded.rows).toEqual([[0], [1], [2, 3, 5], [4]]);
  const made = pictureOfRows(ofThree, folded, (lines) => lines[0] !== 4);
  expect(made.rows.map(({ first }) => first)).toEqual([0, 1, 2]);
  expect(rowOfPicture(made, 2)).toEqual(rowOfPicture(picture, 2));
  expect(rowOfPicture(pictureOfRows(picture, folded, (lines) => lines[0] === 4), 0)).toEqual(rowOfPicture(picture, 4));
  expect((await source.foldedPicture(0, 0.4, 40, 9, true)).folding?.rowOfLine).toHaveLength(6);
});

it("takes the united row of a picture without a row for the line", () => {
  const united = pictureOfSlices(slices, timeline.states, 6, 0, 0.4, 40, 2);
  const made = pictureOfRows(united, foldedRows(folding, new Set([5])));
  expect(made.rows).toHaveLength(4);
  expect(rowOfPicture(made, 3)).toEqual(rowOfPicture(united, 1));
});

it("moves what lies on lines to their rows", () => {
  const folded = foldedRows(folding, none);
  const message = (from: number, to: number) => ({ from, to, sent_s: 0, received_s: 1, bytes: 1, tag: 0 });
  const span = { callpath: 0, location: 0, begin_s: 0, end_s: 1 };
  const curve = (line: number) => ({ line, values: [line] });
  const scene = {
    lineCount: 6, nested: sliceIndex(slices), messages: [message(0, 1), message(2, 5)],
    fans: [{ state: 6, end_s: 1, from: 4, waits: [{ line: 5, begin_s: 0 }] }],
    path: { pieces: [{ line: 5, begin_s: 0, end_s: 1 }], isWhole: true },
    counter: { from_s: 0, to_s: 1, columns: 1, lines: [curve(0), curve(1), curve(3)] },
    marks: [{ role: "cause", number: 0, line: 4, span }, { role: "direct", number: 1, line: -1, span }],
    selectedLines: new Set([1, 5]),
  } as unknown as Scene;
  const made = foldedScene(scene, folded, ["a", "b", "c"], ["all of a", "b", "c"]);
  expect(made.lineCount).toBe(3);
  expect(made.rowLabels).toEqual(["a", "b", "c"]);
  expect(made.labelOfLine(0)).toBe("all of a");
  expect(made.messages).toEqual([{ ...message(2, 5), from: 1, to: 2 }]);
  expect(made.fans[0]).toMatchObject({ from: 0, waits: [{ line: 2 }] });
  expect(made.path!.pieces[0]!.line).toBe(2);
  expect(made.counter!.lines).toEqual([curve(0), { line: 2, values: [3] }]);
  expect(made.marks.map(({ line }) => line)).toEqual([0, -1]);
  expect([...made.selectedLines]).toEqual([0, 2]);
  expect(made.nested!.byLine.get(2)).toEqual(sliceIndex(slices).byLine.get(3));
  expect([...visitsOfRows(sliceIndex([]), folded).byLine.values()]).toEqual([[], [], []]);
});

it("says when rows are alike", () => {
  expect(foldingText(folding, 3)).toContain("6 lines in 3 rows: ");
  expect(foldingText(folding, 3)).toContain("at most 5 % of this window");
});

it("has as many rows as have room for a label each", () => {
  expect(foldedRowsWanted(460, 1)).toBe(28);
  expect(foldedRowsWanted(460, 4)).toBe(115);
  expect(foldedRowsWanted(10, 1)).toBe(1);
});
