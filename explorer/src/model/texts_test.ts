// SPDX-License-Identifier: BSD-3-Clause
// Names and sentences about ranks, places and findings.
import { expect, it } from "vitest";

import { structureOf } from "../data/structure";
import { sampleReport } from "../testing/sample_report";
import { causeTarget, victimTarget } from "./finding_targets";
import { findingText, lostCoresText } from "./finding_text";
import { callpathNames } from "./callpath_names";
import { numberedFindings } from "./numbered_findings";
import { shownPath, lastPart, locationsOf, ranksText, shortPath, sourcePlace } from "./place_names";
import { numbersOfRanges, rangesText } from "./ranges";
import { reportModelOf } from "./report_model";
import { linesAround } from "./source_lines";
import { timelineTarget } from "./timeline_targets";

const structure = structureOf(sampleReport());
const model = reportModelOf(structure);

it("writes and reads ranges", () => {
  expect(rangesText([7, 1, 0, 2, 7])).toBe("0-2, 7");
  expect(rangesText([])).toBe("");
  expect(numbersOfRanges("0-2,7")).toEqual([0, 1, 2, 7]);
  expect(numbersOfRanges("x,3-1,-4")).toEqual([]);
  expect(numbersOfRanges("0-999999999", 5)).toHaveLength(5);
});

it("names call paths as shortly as they can be told apart", () => {
  expect(shownPath(structure, 2)).toBe("main/solve<i>/MPI_Recv");
  const [main, solve, recv] = structure.callpaths;
  const twins = { ...structure, callpaths: [main!, solve!, recv!, { ...recv!, id: 3, callsite: "main.cpp:12" }] };
  expect(shownPath(twins, 3)).toBe("main/solve<i>/MPI_Recv@main.cpp:12");
  const visits = Array.from({ length: 9 }, (_, i) => ({ ...main!, id: i, parent: i === 0 ? null : i - 1, region: "visit" }));
  expect(shownPath({ ...structure, callpaths: visits }, 7)).toBe(Array(8).fill("visit").join("/"));
  expect(shownPath({ ...structure, callpaths: visits }, 8)).toBe("visit (9 times)");
  expect(shortPath(structure, 1)).toBe("solve<i>");
  expect(shortPath(structure, 2)).toBe("solve<i>/MPI_Recv");
  expect(sourcePlace(structure, 2)).toBe("main.cpp:9");
  expect(sourcePlace(structure, 3)).toBe("");
  expect(callpathNames(structure)).toEqual(["main", "solve<i>", "MPI_Recv", "MPI_Recv"]);
});

it("names constructs of OpenMP by the function around them, as tarry report does", () => {
  const path = { parent: null, file: "/src/heat.cpp", line: 120, role: "parallel" };
  const omp = structureOf({
    ...sampleReport(),
    callpaths: [
      { ...path, id: 0, region: "main" },
      { ...path, id: 1, parent: 0, region: "relax" },
      { ...path, id: 2, parent: 1, region: "!$omp parallel @heat.cpp:120" },
      { ...path, id: 3, parent: 2, region: "!$omp for @heat.cpp:121" },
      { ...path, id: 4, region: "!$omp barrier @heat.cpp:9" },
    ],
    findings: [],
  });
  expect(shortPath(omp, 2)).toBe("relax (!$omp parallel)");
  expect(shortPath(omp, 3)).toBe("!$omp parallel @heat.cpp:120");
  expect(shortPath(omp, 4)).toBe("!$omp barrier @heat.cpp:9");
  const finding = { ...structure.findings[0]!, callpath: 2 };
  expect(findingText(omp, finding)).toMatchObject({ place: "relax", source: "!$omp parallel, heat.cpp:120" });
});

it("names ranks", () => {
  expect(ranksText(structure, [0])).toBe("rank 0");
  expect(ranksText(structure, [0, 1])).toBe("all ranks");
  expect(ranksText(structure, [0], [0, 1])).toBe("rank 0, threads 0-1");
  expect(locationsOf(structure, { ranks: [0], threads: [1] })).toEqual([1]);
  expect(locationsOf(structure, { ranks: [0, 1] })).toEqual([0, 1, 2]);
});

it("says what a finding costs and gains", () => {
  expect(findingText(structure, structure.findings[0]!)).toEqual({
    place: "solve<i>",
    source: "main.cpp:7",
    who: "rank 0",
    excess: "2.000 s",
    victims: "It holds up rank 1 for 1.500 s in MPI_Recv.",
    gain: "1.500 s (15.0 % of the run)",
    range: "between 1.000 s and 1.750 s",
    notes: [],
  });
  const weak = { ...structure.findings[0]!, gain_s: 1e-9, explained: false, together_with: [1] };
  expect(findingText(structure, weak)).toMatchObject({
    gain: "nothing: the run would not be shorter",
    range: "",
    notes: ["The gain needs cause 2 to be removed too.", "The evidence is thin."],
  });
});

it("says whether cores were too few or taken by others", () => {
  const lost = { ...structure.findings[0]!, kind: "lost_cores", delay_s: 4, cost_s: 0.5, gain_s: 1, locations: 8, cores: 2 };
  expect(lostCoresText(structure, lost)).toEqual({
    title: "Too few cores: 8 threads ran on 2 cores",
    all: "",
    lost: "4.000 s",
    cost: "500.0 ms",
    gain: "1.000 s (10.0 % of the run)",
    advice: "",
  });
  expect(lostCoresText(structure, { ...lost, cores: 16 }).title).toBe("Other programs took the cores of 8 threads");
  const { cores: _, ...unknown } = { ...lost, cost_s: 0, gain_s: 0 };
  expect(lostCoresText(structure, unknown)).toMatchObject({ title: "8 threads had to share cores", cost: "", gain: "" });
  expect(lostCoresText(structure, { ...lost, without_core_s: 12.6 })).toMatchObject({ all: "90.0 % of the time", advice: expect.stringMatching(/^Run as many threads/) });
  expect(lostCoresText(structure, { ...lost, without_core_s: 12.6, cores: 16 }).advice).toBe("");
});

it("numbers findings as the text report does", () => {
  const [delay] = structure.findings;
  expect(numberedFindings([delay!, { ...delay!, kind: "lost_cores" }, delay!])).toEqual([
    { position: 1, number: null },
    { position: 0, number: 1 },
    { position: 2, number: 2 },
  ]);
});

it("selects what a finding names", () => {
  expect(causeTarget(model, 0)).toMatchObject({ view: "trees", metrics: ["time"], callpaths: [1], openCallpaths: true, locations: [0, 1] });
  const ofMachine = { ...structure, findings: [{ ...structure.findings[0]!, kind: "lost_cores" }] };
  expect(causeTarget({ ...model, structure: ofMachine }, 0)).toMatchObject({ callpaths: [], openCallpaths: false });
  const inCalls = { ...ofMachine, metrics: [...structure.metrics, { id: "lost_cores", name: "", unit: "sec", parent: null, total: 1 }], findings: [{ ...ofMachine.findings[0]!, without_core_s: 1 }] };
  expect(causeTarget(reportModelOf(inCalls), 0)).toMatchObject({ metrics: ["lost_cores"] });
  expect(victimTarget(model, 0, 0)).toMatchObject({ metrics: ["wait"], callpaths: [2], locations: [2] });
  expect(timelineTarget(model, { region: "MPI_Recv", locations: [2] })).toEqual({
    isFlat: false,
    callpaths: [2, 3],
    locations: [2],
  });
  expect(timelineTarget(model, { metric: "unknown" })).toEqual({});
  expect(timelineTarget(model, { region: null, metric: null, locations: [] })).toEqual({
    isFlat: false, callpaths: [], metrics: ["time"], locations: null,
  });
});

it("shows the source around a line", () => {
  expect(linesAround("a\nb\r\nc\nd\n", 3, 1)).toEqual([
    { number: 2, text: "b" },
    { number: 3, text: "c" },
    { number: 4, text: "d" },
  ]);
  expect(linesAround("a\n", 99, 1)).toEqual([{ number: 1, text: "a" }]);
});

it("names a report by the last part of its path", () => {
  expect(["/scratch/run1", "run2/", "/"].map(lastPart)).toEqual(["run1", "run2", "/"]);
});
