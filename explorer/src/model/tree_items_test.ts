// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { forestOf } from "./forest";
import { foundNames } from "./name_search";
import { largeNodes, listedChildren, NO_NODE, type Order, shownLines, withAllAbove } from "./tree_items";

const forest = forestOf([null, 0, 0, 0, 1]);
const names = ["all", "rank 10", "rank 2", "rank 3", "thread"];
const values = [10, 1, 6, 3, 1];

const listed = (order: Order, shown: Uint8Array | null = null, isOpen = (_: number) => true): string[] => {
  const lines = shownLines(listedChildren(forest, names, values, order, shown), isOpen);
  return lines.nodes.map((node, i) => "  ".repeat(lines.levels[i]!) + names[node]!);
};

it("orders siblings by value or by name with numbers", () => {
  expect(listed("as it is")).toEqual(["all", "  rank 10", "    thread", "  rank 2", "  rank 3"]);
  expect(listed("by value")).toEqual(["all", "  rank 2", "  rank 3", "  rank 10", "    thread"]);
  expect(listed("by name")).toEqual(["all", "  rank 2", "  rank 3", "  rank 10", "    thread"]);
});

it("shows what is below expanded nodes, and looks at nothing else", () => {
  expect(listed("as it is", null, (node) => node === 0)).toEqual(["all", "  rank 10", "  rank 2", "  rank 3"]);
  const asked: number[] = [];
  const childrenOf = listedChildren(forest, names, values, "by value", null);
  shownLines((node) => (asked.push(node), childrenOf(node)), () => false);
  expect(asked).toEqual([NO_NODE]);
});

it("shows a tree that is deeper than calls can be", () => {
  const deep = forestOf(Array.from({ length: 100_000 }, (_, node) => (node === 0 ? null : node - 1)));
  const lines = shownLines(listedChildren(deep, [], [], "as it is", null), () => true);
  expect(lines.levels[99_999]).toBe(99_999);
});

it("hides what is small, but nothing that is selected or above it", () => {
  expect([...largeNodes(forest, [values], () => 3, [])]).toEqual([1, 0, 1, 1, 0]);
  expect([...largeNodes(forest, [values], () => 20, [4])]).toEqual([1, 1, 0, 0, 1]);
  expect([...largeNodes(forest, [[0, 0, 0, 2, 0], [0, 0, 1, 0, 0]], () => 0, [])]).toEqual([1, 0, 1, 1, 0]);
  expect(listed("as it is", Uint8Array.from([1, 0, 1, 0, 0]))).toEqual(["all", "  rank 2"]);
});

it("knows what a search leaves something below: a hit without any stands for all below it", () => {
  const below = (search: string) => {
    const shown = withAllAbove(forest, foundNames(names, search)!);
    const childrenOf = listedChildren(forest, names, values, "as it is", shown);
    return [0, 1, 2, 3, 4].filter((node) => childrenOf(node).length > 0);
  };
  expect(below("rank 10")).toEqual([0]);
  expect(below("thread")).toEqual([0, 1]);
  expect(below("all")).toEqual([]);
});
