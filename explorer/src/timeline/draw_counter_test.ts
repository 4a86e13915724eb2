// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { expect, it } from "vitest";

import type { CounterCurves, TimelineCounter } from "../data/schema";
import { leastDistance, seenColors } from "../testing/seen_colors";
import { noCurvesText, scaleText, valueRange, valueText } from "./counter_scale";
import { curveParts } from "./draw_counter";
import type { Scene } from "./scene";
import { PALETTES } from "./state_colors";
import { timelineSvg } from "./timeline_svg";

const counter: TimelineCounter = { name: "PAPI_TOT_INS", unit: "#", has_curve: true, per_second: true };
const curvesOf = (...values: (number | null)[][]): CounterCurves => ({ from_s: 0, to_s: 1, columns: 2, lines: values.map((each, line) => ({ line, values: each })) });

it("makes steps with gaps where nothing is known", () => {
  const parts = curveParts([1, 3, null, 2], (column) => 10 * column, (value) => -value);
  expect(parts).toEqual([
    [[0, -1], [10, -1], [10, -3], [20, -3]],
    [[30, -2], [40, -2]],
  ]);
  expect(curveParts([null], Number, Number)).toEqual([]);
});

it("says which values the ends of a line are, with their unit", () => {
  const curves = curvesOf([1, null], [5e9]);
  expect(valueRange(curves)).toEqual({ least: 0, most: 5e9 });
  expect(scaleText(counter, curves)).toBe("PAPI_TOT_INS: a line's bottom is 0, its top is 5.000 G per second");
  expect(scaleText({ ...counter, per_second: false, unit: "K" }, curvesOf([-2], [3]))).toBe("PAPI_TOT_INS: a line's bottom is -2 K, its top is 3 K, and the thin line is 0");
  expect(valueText(5e9, counter)).toBe("5.000 G/s");
  expect(valueText(5e9, { ...counter, per_second: false, unit: "B" })).toBe("4.657 GiB");
});

it("says why there is no curve", () => {
  const curves = curvesOf([1, null]);
  expect(noCurvesText(counter, curves, 20)).toBeNull();
  expect(noCurvesText(counter, { ...curves, lines: null }, 20)).toContain("zoom in");
  expect(noCurvesText(counter, curves, 3)).toContain("too low");
  expect(noCurvesText(counter, curvesOf(), 20)).toBe("PAPI_TOT_INS was not read here");
});

const colors = { theme: "light", paper: "#ffffff", ink: "#000000", line: "#cccccc", accent: "#0000ff", muted: "#666666" } as const;
const scene = (curves: CounterCurves, lineHeight: number): Scene => ({
  geometry: { width: 700, height: 26 + 2 * lineHeight, gutter: 200, window: [0, 1], scrollTop: 0, lineHeight }, colors, states: [], stateColors: [], lineCount: 2,
  rows: [], rowLabels: [], labelOfLine: String, pictures: [], nested: null, region: null, messages: [], fans: [], path: null,
  counter: curves, counterOf: counter, marks: [], cursor: null, selectedLines: new Set(), range: null,
});
const drawn = (...of: Parameters<typeof scene>) => new DOMParser().parseFromString(timelineSvg(scene(...of), ""), "image/svg+xml");
const numbers = (svg: Document) => [...svg.querySelectorAll('text[font-size="10"]')].map(({ textContent }) => textContent);

it("writes the least and the largest value beside each line that has room, and 0 between them", () => {
  expect(numbers(drawn(curvesOf([1e6, 2e6], [1, 1]), 40))).toEqual(["0", "2.000 M/s", "0", "2.000 M/s"]);
  expect(numbers(drawn(curvesOf([-1e6, 1e6]), 60))).toEqual(["-1.000 M/s", "0", "1.000 M/s"]);
  expect(numbers(drawn(curvesOf([1e6, 2e6]), 12))).toEqual([]);
});

it("draws a line at 0 and values below 0 under it", () => {
  const lines = [...drawn(curvesOf([-1, 1]), 44).querySelectorAll("polyline")].map((line) => [line.getAttribute("stroke"), line.getAttribute("points")!]);
  const zero = lines.find(([stroke, points]) => stroke === colors.ink && points!.startsWith("200,"))![1];
  expect(zero).toBe("200,48 700,48");
  expect(lines.find(([stroke]) => stroke === PALETTES.light.curve)![1]).toBe("200,68 450,68 450,28 700,28");
});

it.each(["light", "dark"] as const)("has a color that nobody takes for the critical path or a state in the %s theme", (theme) => {
  const { curve, ink, paper, families, others } = PALETTES[theme];
  for (const other of [ink, paper, ...Object.values(families).flat(), ...Object.values(others)])
    expect(leastDistance(seenColors(curve), seenColors(other)), other).toBeGreaterThan(0.065);
});
