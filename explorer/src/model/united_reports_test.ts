// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { sampleData, sampleReport } from "../testing/sample_report";
import { unitedReports } from "./united_reports";
import { valuesOfReport } from "./values";

// The second report calls `other` before the rest, lacks visits and has one rank more.
function second() {
  const report = sampleReport();
  report.callpaths = [
    report.callpaths[0]!,
    { id: 9, parent: 0, region: "other", file: null, line: null, role: "function" },
    { ...report.callpaths[1]!, line: 70 },
    report.callpaths[2]!,
    report.callpaths[3]!,
  ];
  report.metrics.pop();
  report.locations.push({ id: 7, rank: 2, thread: 0, host: "c", kind: "cpu" });
  report.severity.push({ metric: "time", callpath: 9, location: 7, value: 5 });
  return report;
}

const source = new EmbeddedSource(sampleData(sampleReport(), second()));
const structures = [await source.report(0), await source.report(1)];
const united = unitedReports(structures);
const [before, after] = structures.map((each, i) => united.valuesOf(i, valuesOfReport(source, i, each, `${i}`)));

it("unites call paths by name along the tree, wherever they stand in the source", () => {
  expect(united.model.structure.callpaths.map(({ region }) => region)).toEqual([
    "main", "solve<i>", "MPI_Recv", "MPI_Recv", "other",
  ]);
  expect(united.model.structure.callpaths[4]!.parent).toBe(0);
  expect(united.model.structure.locations).toHaveLength(4);
});

it("has each report's values at the united places, and none where it lacks something", async () => {
  expect([...(await before!.callpathSums(0))]).toEqual([6, 3, 3, 1, 0]);
  expect([...(await after!.callpathSums(0))]).toEqual([6, 3, 3, 1, 5]);
  expect([...(await after!.callpathSums(3))]).toEqual([0, 0, 0, 0, 0]);
  expect([...(await before!.locationSums(0, [4], true))]).toEqual([0, 0, 0, 0]);
  expect([...(await after!.locationSums(0, [0], true))]).toEqual([4, 2, 7, 5]);
  expect([...(await before!.locationSums(0, [1], true))]).toEqual([3, 0, 3, 0]);
});
