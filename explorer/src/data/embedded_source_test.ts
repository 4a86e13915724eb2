// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { sampleData, sampleReport } from "../testing/sample_report";
import { EmbeddedSource } from "./embedded_source";
import { sampleDiagnosis } from "../testing/sample_diagnosis";

const source = new EmbeddedSource(sampleData(sampleReport()));

it("sums over locations for each call path alone", async () => {
  expect([...(await source.callpathSums(0, 0))]).toEqual([6, 3, 3, 1]);
  expect([...(await source.callpathSums(0, 2))]).toEqual([0, 0, 2, 0.25]);
});

it("sums call paths for each location, with or without those below", async () => {
  expect([...(await source.locationSums(0, 0, null, false))]).toEqual([4, 2, 7]);
  expect([...(await source.locationSums(0, 0, [1], false))]).toEqual([2, 0, 1]);
  expect([...(await source.locationSums(0, 0, [1], true))]).toEqual([3, 0, 3]);
  expect([...(await source.locationSums(0, 2, [2, 3], false))]).toEqual([0.5, 0, 1.75]);
});

it("makes parents of metrics positions", async () => {
  expect((await source.report(0)).metrics.map(({ parent }) => parent)).toEqual([null, 0, 0, null]);
});

it("takes values for what the report does not name, and those that are no numbers, for nothing", async () => {
  const report = sampleReport();
  report.severity.push(
    { metric: "unknown", callpath: 0, location: 0, value: 1 },
    { metric: "time", callpath: 99, location: 0, value: 1 },
    { metric: "time", callpath: 0, location: 0, value: null as unknown as number },
  );
  const odd = new EmbeddedSource(sampleData(report));
  expect([...(await odd.callpathSums(0, 0))]).toEqual([6, 3, 3, 1]);
});

it("has the longest waits of some states, longest first", async () => {
  expect(await source.longWaits([1], 5)).toEqual([]);
  expect(await source.communication()).toBeNull();
  const wait = (state: number, waited_s: number) => ({ state, waited_s, call: 0, line: 0, begin_s: 1, end_s: 2, lines: [0], line_count: 1 });
  const waits = [wait(4, 3), wait(4, 1), wait(5, 2), wait(6, 9)];
  const with4 = new EmbeddedSource({ ...sampleData(sampleReport()), waits });
  expect((await with4.longWaits([4, 5], 2)).map(({ waited_s }) => waited_s)).toEqual([3, 2]);
});

it("has the times of some ranks of a diagnosis", async () => {
  expect(await source.diagnosis()).toBeNull();
  const row = { row: 1, kind_times: [[1, 6]] };
  const diagnosed = new EmbeddedSource({ ...sampleData(sampleReport()), diagnosis: sampleDiagnosis(), diagnosis_rows: [row] });
  expect((await diagnosed.diagnosis())?.rows).toEqual([1]); // rank 0 is not kept
  expect(await diagnosed.diagnosisRow(1)).toEqual(row);
  await expect(diagnosed.diagnosisRow(0)).rejects.toThrow("no times of rank 0");
});

it("has sources by name alone, and no timeline", async () => {
  expect(await source.sourceFile(0, "/src/main.cpp")).toContain("solve");
  expect(await source.sourceFile(0, "toString")).toBeNull();
  expect(await source.timeline()).toBeNull();
  await expect(source.picture(0, 1)).rejects.toThrow("no picture");
  await expect(source.foldedPicture(0, 1)).rejects.toThrow("no folded picture");
  await expect(source.report(1)).rejects.toThrow("no report 1");
});
