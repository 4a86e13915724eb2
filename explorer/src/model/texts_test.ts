// SPDX-License-Identifier: BSD-3-Clause
// Names and sentences about ranks, places and findings.
import { expect, it } from "vitest";

import { structureOf } from "../data/structure";
import { sampleReport } from "../testing/sample_report";
import { causeTarget, victimTarget } from "./finding_targets";
import { findingText } from "./finding_text";
import { callpathNames } from "./callpath_names";
import { numberedFindings } from "./numbered_findings";
import { fullPath, lastPart, locationsOf, ranksText, shortPath, sourcePlace } from "./place_names";
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
  expect(fullPath(structure, 2)).toBe("main/solve<i>/MPI_Recv");
  expect(shortPath(structure, 1)).toBe("solve<i>");
  expect(shortPath(structure, 2)).toBe("solve<i>/MPI_Recv");
  expect(sourcePlace(structure, 2)).toBe("main.cpp:9");
  expect(sourcePlace(structure, 3)).toBe("");
  expect(callpathNames(structure)).toEqual(["main", "solve<i>", "MPI_Recv", "MPI_Recv"]);
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

it("numbers findings as the text report does", () => {
  const [delay] = structure.findings;
  expect(numberedFindings([delay!, { ...delay!, kind: "lost_cores" }, delay!])).toEqual([
    { position: 1, number: null },
    { position: 0, number: 1 },
    { position: 2, number: 2 },
  ]);
});

it("selects what a finding names", () => {
  expect(causeTarget(model, 0)).toMatchObject({ view: "trees", metrics: ["time"], callpaths: [1], locations: [0, 1] });
  expect(victimTarget(model, 0, 0)).toMatchObject({ metrics: ["wait"], callpaths: [2], locations: [2] });
  expect(timelineTarget(model, { region: "MPI_Recv", locations: [2] })).toEqual({
    region: null,
    callpaths: [2, 3],
    locations: [2],
  });
  expect(timelineTarget(model, { metric: "unknown" })).toEqual({});
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
