// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { structureOf } from "../data/structure";
import { sampleReport } from "../testing/sample_report";
import { flatProfileOf, flatRegions, flatValues, pathsInList, regionsOfPaths } from "./flat_profile";
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
  const profile = flatProfileOf(reportModelOf(structureOf(sampleReport())));
  expect(pathsInList(profile, [3], "own")).toEqual([2, 3]);
  expect(pathsInList(profile, [2, 3], "total")).toEqual([2, 3]);
  expect(pathsInList(profile, [2, 3], "tree")).toEqual([2, 3]);
  expect(pathsInList(profile, [], "own")).toEqual([]);
});

it("adds up the values of each region, from a list that is made once", () => {
  const model = reportModelOf(structureOf(sampleReport()));
  const profile = flatProfileOf(model);
  expect(flatProfileOf(model)).toBe(profile);
  expect(regionsOfPaths(profile, [3, 0, 2])).toEqual([0, 2]);
  const own = [1, 2, 3, 4];
  const paths = {
    forest: model.callpaths, series: [{ name: "run", inclusive: [10, 5, 3, 4], exclusive: own }],
    unitOf: () => "sec", rootOf: () => 10, selectionOf: () => 10,
  };
  const sums = (isOwn: boolean) => flatValues(profile, paths, isOwn).series.map(({ inclusive, exclusive }) => [[...inclusive as Float64Array], [...exclusive as Float64Array]])[0];
  expect(sums(false)).toEqual([[10, 5, 7], [1, 2, 7]]);
  expect(sums(true)).toEqual([[1, 2, 7], [1, 2, 7]]);
});
