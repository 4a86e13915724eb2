// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { forestOf } from "./forest";
import { countMatches, largeNodes, matches, nodesAboveMatches, treeItems, type TreeItem } from "./tree_items";

const forest = forestOf([null, 0, 0, 0, 1]);
const names = ["all", "rank 10", "rank 2", "rank 3", "thread"];
const values = [10, 1, 6, 3, 1];

const listed = (items: TreeItem[]): unknown[] =>
  items.map(({ name, children }) => (children ? [name, listed(children)] : name));

it("orders siblings by value or by name with numbers", () => {
  expect(listed(treeItems(forest, names, values, "as it is", null))).toEqual([
    ["all", [["rank 10", ["thread"]], "rank 2", "rank 3"]],
  ]);
  expect(listed(treeItems(forest, names, values, "by value", null))).toEqual([
    ["all", ["rank 2", "rank 3", ["rank 10", ["thread"]]]],
  ]);
  expect(listed(treeItems(forest, names, values, "by name", null))).toEqual([
    ["all", ["rank 2", "rank 3", ["rank 10", ["thread"]]]],
  ]);
});

it("hides what is small, but nothing that is selected or above it", () => {
  expect([...largeNodes(forest, [values], () => 3, [])]).toEqual([1, 0, 1, 1, 0]);
  expect([...largeNodes(forest, [values], () => 20, [4])]).toEqual([1, 1, 0, 0, 1]);
  expect([...largeNodes(forest, [[0, 0, 0, 2, 0], [0, 0, 1, 0, 0]], () => 0, [])]).toEqual([1, 0, 1, 1, 0]);
});

it("searches without regard to case, and takes signs literally", () => {
  expect(matches("MPI_Waitall", " wait")).toBe(true);
  expect(matches("!$omp parallel", "$omp")).toBe(true);
  expect(matches("main", ".*")).toBe(false);
  expect(countMatches(names, "rank")).toBe(3);
  expect(countMatches(names, " ")).toBe(0);
});

it("knows what a search leaves something below: a hit without any stands for all below it", () => {
  const items = treeItems(forest, names, values, "as it is", null);
  expect(nodesAboveMatches(items, "rank 10")).toEqual(new Set([0]));
  expect(nodesAboveMatches(items, "thread")).toEqual(new Set([0, 1]));
  expect(nodesAboveMatches(items, " ")).toEqual(new Set());
});
