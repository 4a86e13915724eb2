// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { sampleReport } from "../testing/sample_report";
import { locationNames, nodesOf, systemSums, systemTreeOf } from "./system_tree";

const tree = systemTreeOf(sampleReport().locations);

it("has hosts, ranks, and threads where a rank has several", () => {
  expect(tree.nodes.map(({ name }) => name)).toEqual([
    "all locations",
    "a",
    "rank 0",
    "thread 0",
    "thread 1",
    "b",
    "rank 1",
  ]);
  expect(tree.forest.children[2]).toEqual([3, 4]);
  expect(tree.forest.children[6]).toEqual([]);
});

it("calls a location what the tree calls it: a thread has its number only where a rank has several", () => {
  const { locations } = sampleReport();
  expect(locationNames(locations)).toEqual(["rank 0, thread 0", "rank 0, thread 1", "rank 1"]);
  expect(locationNames([locations[0]!, { ...locations[1]!, kind: "gpu" }])).toEqual(["rank 0, thread 0", "rank 0, GPU stream 1"]);
});

it("adds up locations", () => {
  expect([...systemSums(tree, [4, 2, 7])]).toEqual([13, 6, 6, 4, 2, 7, 7]);
});

it("finds the largest nodes that a choice of locations fills", () => {
  const names = (locations: number[]) => nodesOf(tree, locations).map((node) => tree.nodes[node]!.name);
  expect(names([0, 1, 2])).toEqual(["all locations"]);
  expect(names([0, 1])).toEqual(["a"]);
  expect(names([1, 2])).toEqual(["thread 1", "b"]);
  expect(names([])).toEqual([]);
});
