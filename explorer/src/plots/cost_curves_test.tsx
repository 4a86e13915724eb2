// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import * as Plot from "@observablehq/plot";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { type CostCurve, costCurveOptions, costlyPoints, thinned } from "./cost_curves";
import { CostModelsPanel } from "./cost_models_panel";
import { costRows, fewestText } from "./cost_rows";
import { wholeTicks } from "./whole_ticks";

const COLORS = { theme: "light", paper: "#ffffff", ink: "#000000", line: "#cccccc", accent: "#0000ff", muted: "#666666" } as const;
const curve = (name: string, ...values: number[]): CostCurve => ({ name, values: Float64Array.from(values) });
const CURVES = [curve("proportional", 1, 0, 6, 3), curve("waits first", 0, 0, 10, 0)];

it("adds up what costs most, by each model in its own order", () => {
  expect(costlyPoints(CURVES[0]!)).toMatchObject([
    { location: 2, count: 1, share: 0.6 },
    { location: 3, count: 2 },
    { location: 0, count: 3, share: 1 },
  ]);
  expect(costlyPoints(CURVES[1]!)).toEqual([{ location: 2, count: 1, share: 1 }]);
  expect(costlyPoints(curve("none", 0, -1))).toEqual([]);
});

it("draws both curves up to the same count, and knows what each dot is", () => {
  const plot = Plot.plot(costCurveOptions(CURVES, "call paths", "sec", (item) => `path ${item}`, COLORS, 400));
  const titles = [...plot.querySelectorAll("title")].map((each) => each.textContent);
  expect(titles).toContain("proportional, 2 largest: 90.0 %; the last is path 3 with 3.000 s");
  expect(titles).toContain("waits first, 1 largest: 100.0 %; the last is path 2 with 10.00 s");
  expect(plot.querySelectorAll(".pick-model0 > *").length).toBe(3);
  expect(plot.querySelectorAll(".pick-model1 > *").length).toBe(1);
  const lines = [...plot.querySelectorAll("g[aria-label='line'] path")].map((path) => path.getAttribute("d")!);
  expect(lines).toHaveLength(2);
  const lastX = (d: string) => d.split(/[ML]/).pop()!.split(",")[0];
  expect(lastX(lines[0]!)).toBe(lastX(lines[1]!));
});

it("counts items in whole numbers, each once", () => {
  const plot = Plot.plot(costCurveOptions(CURVES, "locations", "sec", String, COLORS, 400));
  const ticks = [...plot.querySelectorAll("g[aria-label='x-axis tick label'] text")].map((each) => each.textContent);
  expect(ticks).toEqual(["1", "2", "3"]);
  expect(wholeTicks(0, 40)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40]);
  expect(wholeTicks(1, 1)).toEqual([1]);
});

it("leaves out points that lie on each other, but not the ends", () => {
  const many = costlyPoints({ name: "many", values: Float64Array.from({ length: 20_000 }, (_, i) => i + 1) });
  const shown = thinned(many, true);
  expect(shown.length).toBeLessThan(130);
  expect([shown[0]!.count, shown[1]!.count, shown[shown.length - 1]!.count]).toEqual([1, 2, 20_000]);
});

it("lists what any of the models charges, the largest first", () => {
  expect(costRows(CURVES)).toEqual([
    { item: 2, costs: [6, 10], places: [1, 1] },
    { item: 3, costs: [3, 0], places: [2, undefined] },
    { item: 0, costs: [1, 0], places: [3, undefined] },
  ]);
});

it("says how few items most of the costs are in, and once if the models agree", () => {
  expect(fewestText(CURVES, 3, "call paths")).toBe("Half of the costs is in 1 (both models) of 3 call paths, 80 % in 2 (proportional) or 1 (waits first).");
});

it("has one column for each model, with the part below the cost, so that the table fits beside the trees", () => {
  const [first, second] = CURVES as [CostCurve, CostCurve];
  const panel = <CostModelsPanel curves={[first, second]} title="Costs" what="call paths" unit="sec" nameOf={(item) => `path ${item}`} onPick={() => {}} />;
  const row = renderToStaticMarkup(panel).match(/<tbody><tr>(.*?)<\/tr>/)![1]!;
  expect(row.split("<td>").map((cell) => cell.replace(/<[^>]*>/g, ""))).toEqual(["path 2", "6.000 s 60.0 %", "10.00 s 100.0 %"]);
});
