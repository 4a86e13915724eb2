// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { expect, it } from "vitest";

import { choiceOf } from "../model/phase_choice";
import { sampleDiagnosis } from "../testing/sample_diagnosis";
import { SvgPen } from "../timeline/pen";
import { cellsOf, drawPhases, phaseAt, phaseLayout, type PhaseScene, timeOfX, xOfTime } from "./phase_scene";
import { phasesCsv, pointedText, windowWith } from "./phase_strip";
import { kindColors, ROLE_COLORS, rolesOfMarks } from "./role_colors";

const COLORS = { theme: "light", paper: "#ffffff", ink: "#000000", line: "#cccccc", accent: "#0000ff", muted: "#666666" } as const;
const diagnosis = sampleDiagnosis();
const { picture } = diagnosis;

function scene(phase: number | null = null): PhaseScene {
  const choice = choiceOf(diagnosis, { phase, phaseKind: null });
  return { picture, colors: COLORS, kindColors: kindColors(diagnosis, "light"), roles: rolesOfMarks(picture, null), choice, window: [0, 10], width: 600 };
}

it("turns pairs of columns into spans of time", () => {
  expect(cellsOf(picture, 0).map(({ begin_s, end_s, frame, part }) => [begin_s, end_s, frame, part])).toEqual([
    [0, 3, 1, 1], [3, 6, 2, 0.5], [6, 8, 2, 0], [8, 10, -1, 0],
  ]);
});

it("finds the phase at a time, and places go both ways", () => {
  expect([0, 2.9, 3, 9.9, 10].map((time) => phaseAt(picture, time))).toEqual([0, 0, 1, 3, null]);
  expect(timeOfX(scene(), xOfTime(scene(), 4.5))).toBeCloseTo(4.5);
});

it("shows a part of the time", () => {
  const enlarged: PhaseScene = { ...scene(2), window: [5, 8] };
  const { gutter } = phaseLayout(picture);
  expect(timeOfX(enlarged, gutter)).toBe(5);
  expect(xOfTime(enlarged, 8)).toBe(600);
  const pen = new SvgPen();
  drawPhases(pen, enlarged);
  const svg = new DOMParser().parseFromString(pen.picture(600, 100, "phases"), "image/svg+xml");
  const rects = [...svg.querySelectorAll("rect")].map((each) => [Number(each.getAttribute("x")), Number(each.getAttribute("width"))] as const);
  for (const [x, width] of rects) expect(x >= 0 && x + width <= 600.5).toBe(true);
  const texts = [...svg.querySelectorAll("text")].map((each) => each.textContent);
  expect(["1", "2"].every((phase) => texts.includes(phase))).toBe(true); // phases 0 and 3 are outside
  expect(texts).not.toContain("3");
  expect(windowWith([5, 8], 8, 10, [0, 10])).toEqual([7, 10]);
  expect(windowWith([5, 6], 2, 5, [0, 10]).map((time) => Number(time.toFixed(9)))).toEqual([1.55, 5.45]); // with a margin
});

it("says what a rank did at a place", () => {
  const { top, rowHeight } = phaseLayout(picture);
  const at = (time_s: number, row: number) => pointedText(scene(), xOfTime(scene(), time_s), top + (row + 0.5) * rowHeight);
  expect(at(4.5, 0)).toBe("rank 0, 4.500 s, phase 1: main/MPI_Barrier [synchronization], 50 % in a symptom");
  expect(at(9, 0)).toBe("rank 0, 9.000 s, phase 3: no samples");
  expect(at(9, 1)).toBe("rank 1, 9.000 s, phase 3: main/work [computation], 100 % in a cause");
  expect(at(9, 5)).toBe("9.000 s, phase 3");
  expect(pointedText(scene(), 0, top)).toBe("");
});

it("draws a band of phases, and rows in which symptoms and causes stand out", () => {
  const pen = new SvgPen();
  drawPhases(pen, scene(1));
  const svg = new DOMParser().parseFromString(pen.picture(600, 100, "phases"), "image/svg+xml");
  expect(svg.querySelector("parsererror")).toBeNull();
  const texts = [...svg.querySelectorAll("text")].map((each) => each.textContent);
  for (const text of ["0", "1", "2", "3", "rank 0", "rank 1"]) expect(texts).toContain(text);
  const fills = [...svg.querySelectorAll("rect")].map((each) => each.getAttribute("fill"));
  expect(fills.filter((fill) => fill === ROLE_COLORS.light.symptom)).toHaveLength(1);
  expect(fills.filter((fill) => fill === ROLE_COLORS.light.cause)).toHaveLength(2);
  expect(fills.filter((fill) => fill === kindColors(diagnosis, "light")[0])).toHaveLength(3);
  expect(fills.filter((fill) => fill === "none")).toHaveLength(1); // around the chosen phase
});

it("marks only what a chosen loss is about", () => {
  expect(rolesOfMarks(picture, null)).toEqual(["cause", "symptom"]);
  expect(rolesOfMarks(picture, 0)).toEqual(["cause", "symptom"]);
  const other = { ...picture, findings: [{ kind: 1, symptom: 2, causes: [] }] };
  expect(rolesOfMarks(other, 0)).toEqual([null, null]);
  const below = { ...picture, findings: [{ kind: 0, symptom: 2, causes: [{ frame: 0, own: true }] }] };
  expect(rolesOfMarks(below, 0)).toEqual([null, "symptom"]); // the cause is the time of main itself
});

it("gives kinds that lose something colors of their own", () => {
  const [losing, other] = kindColors(diagnosis, "dark");
  expect(losing).not.toBe(other);
});

it("writes the phases as a table", () => {
  const rows = phasesCsv(diagnosis, choiceOf(diagnosis, { phase: null, phaseKind: 0 })).trim().split("\r\n");
  expect(rows).toHaveLength(5);
  expect(rows[2]).toBe('1,3,6,0,"Phases 0-1,3, 0 s to 10.00 s, up to main/MPI_Barrier",1');
  expect(rows[3]!.endsWith(",0")).toBe(true);
});
