// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { forestOf } from "./forest";
import { listedChildren, shownLines } from "./tree_items";
import { lineOfLetters, stepOfKey } from "./tree_keys";

// 0 > (1 > (4, 5), 2 > 6, 3), all but 2 expanded
const forest = forestOf([null, 0, 0, 0, 1, 1, 2]);
const names = ["main", "solve", "Output", "init", "MPI_Send", "MPI_Recv", "write"];
const childrenOf = listedChildren(forest, names, [], "as it is", null);
const isOpen = (node: number) => node !== 2 && childrenOf(node).length > 0;
const tree = { lines: shownLines(childrenOf, isOpen), isOpen, canOpen: (node: number) => childrenOf(node).length > 0 };
const at = (name: string) => tree.lines.nodes.indexOf(names.indexOf(name));
const step = (key: string, from: string) => {
  const found = stepOfKey(key, at(from), tree, 3);
  if (!found) return null;
  return "to" in found ? names[tree.lines.nodes[found.to]!] : found.toggle.map((node) => names[node]);
};

it("moves by lines and pages, and stays inside", () => {
  expect(step("ArrowDown", "solve")).toBe("MPI_Send");
  expect(step("ArrowUp", "main")).toBe("main");
  expect(step("PageDown", "main")).toBe("MPI_Recv");
  expect(step("PageDown", "Output")).toBe("init");
  expect(step("PageUp", "init")).toBe("MPI_Send");
  expect(step("End", "main")).toBe("init");
  expect(step("Home", "init")).toBe("main");
  expect(step("x", "main")).toBe(null);
});

it("expands, collapses, and goes to what is above or below", () => {
  expect(step("ArrowRight", "Output")).toEqual(["Output"]);
  expect(step("ArrowRight", "solve")).toBe("MPI_Send");
  expect(step("ArrowRight", "init")).toBe(null);
  expect(step("ArrowLeft", "solve")).toEqual(["solve"]);
  expect(step("ArrowLeft", "MPI_Recv")).toBe("solve");
  expect(step("ArrowLeft", "init")).toBe("main");
  expect(step("*", "Output")).toEqual(["Output"]);
  expect(step("*", "solve")).toEqual(["solve"]);
});

it("finds the line that begins with letters", () => {
  expect(lineOfLetters(tree.lines, names, "mpi_r")).toBe(at("MPI_Recv"));
  expect(lineOfLetters(tree.lines, names, "o")).toBe(at("Output"));
  expect(lineOfLetters(tree.lines, names, "write")).toBe(-1);
});
