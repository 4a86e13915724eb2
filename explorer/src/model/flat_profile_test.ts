// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { structureOf } from "../data/structure";
import { sampleReport } from "../testing/sample_report";
import { flatRegions, pathsInList } from "./flat_profile";
import { reportModelOf } from "./report_model";

it("lists each region once, with all its call paths", () => {
  const regions = flatRegions(reportModelOf(structureOf(sampleReport())));
  expect(regions.map(({ name }) => name)).toEqual(["main", "solve<i>", "MPI_Recv"]);
  expect(regions[2]).toMatchObject({ callpaths: [2, 3], outermost: [2, 3] });
});

it("counts a region that calls itself once", () => {
  const report = sampleReport();
  const path = report.callpaths[1]!;
  report.callpaths = [
    report.callpaths[0]!,
    { ...path, id: 1, parent: 0, region: "f" },
    { ...path, id: 2, parent: 1, region: "f" },
    { ...path, id: 3, parent: 0, region: "f" },
  ];
  const regions = flatRegions(reportModelOf(structureOf(report)));
  expect(regions[1]).toEqual({ name: "f", callpaths: [1, 2, 3], outermost: [1, 3] });
});

it("keeps what is selected when the list becomes another one", () => {
  const { structure } = reportModelOf(structureOf(sampleReport()));
  const regions = flatRegions(reportModelOf(structure));
  expect(pathsInList(regions, structure.callpaths, [3], "own")).toEqual([2, 3]);
  expect(pathsInList(regions, structure.callpaths, [2, 3], "total")).toEqual([2, 3]);
  expect(pathsInList(regions, structure.callpaths, [2, 3], "tree")).toEqual([2, 3]);
  expect(pathsInList(regions, structure.callpaths, [], "own")).toEqual([]);
});
