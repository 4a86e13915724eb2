// SPDX-License-Identifier: BSD-3-Clause
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import { definitionOf, pageAbout, sectionsAbout, sectionsOf } from "./pattern_pages";

const PAGE = "# Waits\n\nOf `a` and `b`.\n\n## First\n\nMore of `b`.\n\n### Part\n\nmore\n\n## Second\n\nOf `c`.\n";

it("divides a page into sections", () => {
  expect(sectionsOf(PAGE)).toEqual([
    { page: "Waits", title: "", text: "Of `a` and `b`." },
    { page: "Waits", title: "First", text: "More of `b`.\n\n### Part\n\nmore" },
    { page: "Waits", title: "Second", text: "Of `c`." },
  ]);
});

it("finds the sections that name a metric, of either cost model", () => {
  expect(sectionsAbout([PAGE], "b").map(({ title }) => title)).toEqual(["", "First"]);
  expect(sectionsAbout([PAGE], "c__waitfirst").map(({ title }) => title)).toEqual(["Second"]);
  expect(sectionsAbout([PAGE], "bb")).toEqual([]);
});

it("finds definitions with all of their lines", () => {
  const text = "- `a` (sec, root): one.\n- `b` (sec, part of `a`): first line\n  and second.\n\nother\n";
  expect(definitionOf(text, "b")).toBe("first line\nand second.");
  expect(definitionOf(text, "a__waitfirst")).toBe("one.");
  expect(definitionOf(text, "c")).toBeNull();
});

it("finds the page that is about a metric, not those that only name it", () => {
  const pages = ["# One\n\nOf `b`.\n\nMetrics: `a`,\n`c`.\n", "# Two\n\nMetrics: `b`.\n\nLike `a`.\n"];
  expect(pageAbout(pages, "b")).toBe(pages[1]);
  expect(pageAbout(pages, "c__waitfirst")).toBe(pages[0]);
  expect(pageAbout(pages, "d")).toBeNull();
});

it("knows the documents of this project", () => {
  const definitions = readFileSync(new URL("../../../docs/definitions.md", import.meta.url), "utf8");
  const mpi = readFileSync(new URL("../../../docs/patterns/mpi.md", import.meta.url), "utf8");
  expect(definitionOf(definitions, "mpi_latesender")).toMatch(/\S/);
  expect(sectionsAbout([mpi], "mpi_latesender").map(({ title }) => title)).toContain("Point-to-point");
});
