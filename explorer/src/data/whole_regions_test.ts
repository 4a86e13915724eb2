// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { CallPath } from "./schema";
import { wholeRegions } from "./whole_regions";

const path = (id: number, parent: number | null, region: string): CallPath => ({ id, parent, region, file: null, line: null, role: "function" });

// main calls 100 functions, each of which calls MPI_Send; the function of number 2 calls itself.
const callpaths: CallPath[] = [path(0, null, "main")];
const sends: number[] = [];
for (let i = 0; i < 100; ++i) {
  const id = callpaths.length;
  callpaths.push(path(id, 0, `f${i}`), path(id + 1, id, "MPI_Send"));
  sends.push(id + 1);
}
const again = callpaths.length;
callpaths.push(path(again, 5, "f2"), path(again + 1, again, "MPI_Send"));

it("names a region by one call path if all of them are chosen", () => {
  const all = [...sends, again + 1];
  expect(wholeRegions(callpaths, all, false)).toEqual({ regions: [again + 1], others: [] });
  expect(wholeRegions(callpaths, [...all, 0, 5], false)).toEqual({ regions: [again + 1, 0], others: [5] });
});

it("takes call paths as they are if one of them is missing, or if they are few", () => {
  expect(wholeRegions(callpaths, sends, false)).toEqual({ regions: [], others: sends });
  expect(wholeRegions(callpaths, [0], false)).toEqual({ regions: [], others: [0] });
});

it("wants of a region that calls itself the outermost call paths, if those below are counted", () => {
  const outermost = [...sends, again + 1, 5];
  expect(wholeRegions(callpaths, outermost, true)).toEqual({ regions: [again + 1, 5], others: [] });
  const inner = [...sends, again + 1, again]; // as many of f2, but another one
  expect(wholeRegions(callpaths, inner, true)).toEqual({ regions: [again + 1], others: [again] });
});
