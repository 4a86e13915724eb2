// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { ancestors, exclusive, forestOf, inclusive, largestPath, rootOf } from "./forest";
import { largestOfLevel } from "./levels";

//   0: 1, 2      3
//   1: 4
const forest = forestOf([null, 0, 0, null, 1]);

it("knows children, roots and ancestors", () => {
  expect(forest.roots).toEqual([0, 3]);
  expect(forest.children).toEqual([[1, 2], [4], [], [], []]);
  expect(forest.order).toEqual([0, 1, 4, 2, 3]);
  expect(ancestors(forest, 4)).toEqual([1, 0]);
  expect(rootOf(forest, 4)).toBe(0);
});

it("turns exclusive into inclusive values and back", () => {
  const own = [1, 2, 3, 4, 5];
  const all = inclusive(forest, own);
  expect([...all]).toEqual([11, 7, 3, 4, 5]);
  expect([...exclusive(forest, all)]).toEqual(own);
});

it("follows the largest child", () => {
  expect(largestPath(forest, [11, 7, 3, 4, 5], 0)).toEqual([0, 1, 4]);
});

it("finds the largest value of each level", () => {
  expect([...largestOfLevel(forest, [11, 7, 3, 4, 5], () => "sec")]).toEqual([11, 7, 7, 11, 5]);
});

it("compares no node with one of another unit", () => {
  expect([...largestOfLevel(forest, [11, 7, 3, 4000, 5], (node) => (node === 3 ? "bytes" : "sec"))]).toEqual([11, 7, 7, 4000, 5]);
});

it("breaks circles of a damaged report and ignores parents that do not exist", () => {
  const circle = forestOf([1, 0, 1, 99]);
  expect(circle.order).toHaveLength(4);
  expect(circle.roots.length).toBe(2);
  expect(forestOf([0]).roots).toEqual([0]);
});
