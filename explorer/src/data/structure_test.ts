// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { structureOf, type FileStructure } from "./structure";

it("names the locations of a topology by their positions", () => {
  const file: FileStructure = {
    schema: "tarry-report/1",
    experiment: { program: "p", ranks: 2, threads: 1, duration_s: 1, warnings: [] },
    metrics: [],
    callpaths: [],
    locations: [7, 4].map((id, rank) => ({ id, rank, thread: 0, host: "n", kind: "cpu" })),
    findings: [],
    topologies: [
      { name: "ring", dimensions: [{ name: "x", size: 2, periodic: true }], coordinates: [[4, 0], [7, 1]] },
    ],
  };
  expect(structureOf(file).topologies![0]!.coordinates).toEqual([[1, 0], [0, 1]]);
  expect(structureOf({ ...file, topologies: [] }).topologies).toEqual([]);
});
