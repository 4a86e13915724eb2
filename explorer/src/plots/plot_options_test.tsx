// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import * as Plot from "@observablehq/plot";
import { expect, it } from "vitest";

import { quantity } from "../model/quantity";
import { distributionOptions, drawnDots, type Kind, marksText, MOST_DOTS } from "./distribution_options";
import { machineGrid } from "./grid_layout";
import { pickedAt } from "./plot_figure";
import { gridOptions, matrixOptions, ranksOfBin } from "./topology_options";
import { unseenPlot } from "./unseen_plot";
import { valueScale } from "./value_colors";

const COLORS = { theme: "light", paper: "#ffffff", ink: "#000000", line: "#cccccc", accent: "#0000ff", muted: "#666666" } as const;
const VALUES = Float64Array.from([1, 2, 3, 9]);
const LOCATIONS = Array.from(VALUES, (_, rank) => ({ id: rank, rank, thread: 0, host: `n${rank % 2}`, kind: "cpu" }));

const picked = (plot: Element, selector: string) => [...plot.querySelectorAll(selector)].map(pickedAt);

it("finds the location of what is clicked in each picture", () => {
  const shown = { values: VALUES, locations: LOCATIONS, unit: "sec", title: "Time", selected: [1], colors: COLORS, width: 400 };
  const plot = (kind: Kind) => Plot.plot(distributionOptions(kind, shown));
  for (const kind of ["box", "violin"] as const)
    expect(picked(plot(kind), ".pick-locations circle").map((each) => each?.[1]).sort()).toEqual([0, 1, 2, 3]);
  expect(picked(plot("histogram"), ".pick-bins rect")[0]).toEqual(["bins", 0]);
  expect(picked(plot("pareto"), ".pick-largest circle")[1]).toEqual(["largest", 1]);
  const scale = valueScale(VALUES, "light");
  const cells = Plot.plot(gridOptions(machineGrid(LOCATIONS), VALUES, LOCATIONS, "sec", [2], scale, COLORS, 400));
  expect(picked(cells, ".pick-cells rect")).toEqual([0, 1, 2, 3].map((i) => ["cells", i]));
  const matrix = Plot.plot(matrixOptions([{ from: 0, to: 1, value: 5 }], 4, 1, "bytes", scale, COLORS, 400));
  expect(picked(matrix, ".pick-pairs rect")).toEqual([["pairs", 0]]);
  expect(matrix.querySelector(".pick-pairs title")!.textContent).toBe("rank 0 to rank 1: 5 B");
});

it("draws some dots of many locations, with the outermost and the selected ones", () => {
  const values = Float64Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 20_000);
  const drawn = drawnDots(values, [123]);
  expect(drawn.length).toBeLessThanOrEqual(MOST_DOTS + 1);
  for (const wanted of [0, 1, 99, 19_900, 19_999]) expect(drawn).toContain(values.indexOf(wanted));
  expect(drawn).toContain(123);
  const many = { values, locations: Array.from(values, (_, rank) => ({ id: rank, rank, thread: 0, host: "n", kind: "cpu" })) };
  const plot = Plot.plot(distributionOptions("box", { ...many, unit: "sec", title: "Time", selected: null, colors: COLORS, width: 400 }));
  const dots = drawnDots(values, null);
  expect(picked(plot, ".pick-locations circle").map((each) => each![1]).sort((a, b) => a - b)).toEqual(dots.map((_, i) => i));
  const ninth = [...plot.querySelectorAll(".pick-locations circle")].find((dot) => pickedAt(dot)?.[1] === 9)!;
  expect(ninth.querySelector("title")!.textContent).toBe(`rank ${dots[9]}: ${quantity(values[dots[9]!]!, "sec")}`);
});

it("draws selected dots larger, by the same sizes whatever else is drawn", () => {
  const radii = (selected: number[] | null) => {
    const plot = Plot.plot(distributionOptions("box", { values: VALUES, locations: LOCATIONS, unit: "sec", title: "Time", selected, colors: COLORS, width: 400 }));
    const dots = [...plot.querySelectorAll(".pick-locations circle")];
    return [0, 1, 2, 3].map((position) => Number(dots.find((dot) => pickedAt(dot)?.[1] === position)!.getAttribute("r")));
  };
  expect(radii(null)).toEqual([2.6, 2.6, 2.6, 2.6]);
  expect(radii([1])).toEqual([2.6, 5, 2.6, 2.6]);
});

it("spreads the dots of equal values over all locations", () => {
  const values = Float64Array.from({ length: 16_000 }, (_, i) => (i % 16 === 0 ? i : 0));
  const drawn = drawnDots(values, null);
  expect(drawn.length).toBeLessThanOrEqual(MOST_DOTS + 1);
  const zeros = drawn.filter((position) => values[position] === 0);
  expect(zeros.length).toBeGreaterThan(MOST_DOTS / 2);
  const halves = [zeros.filter((position) => position < 8_000).length, zeros.filter((position) => position >= 8_000).length];
  expect(Math.abs(halves[0]! - halves[1]!)).toBeLessThanOrEqual(2);
});

it("writes no more values along the axis than have room", () => {
  const values = Float64Array.from([0.1001, 0.3, 0.5503]);
  const locations = Array.from(values, (_, rank) => ({ id: rank, rank, thread: 0, host: "n", kind: "cpu" }));
  for (const width of [260, 340, 520]) {
    const plot = Plot.plot(distributionOptions("violin", { values, locations, unit: "sec", title: "Time", selected: null, colors: COLORS, width }));
    const labels = [...plot.querySelectorAll("g[aria-label='x-axis tick label'] text")];
    const xs = labels.map((each) => Number(each.getAttribute("transform")!.match(/translate\(([\d.]+)/)![1]));
    expect(labels.length).toBeGreaterThan(0);
    const longest = Math.max(...labels.map((each) => each.textContent!.length)) * 6;
    for (let i = 1; i < xs.length; ++i) expect(xs[i]! - xs[i - 1]!).toBeGreaterThan(longest);
  }
});

it("draws bins of ranks up to the last rank", () => {
  const scale = valueScale([5], "light");
  const matrix = Plot.plot(matrixOptions([{ from: 0, to: 2, value: 5 }], 10, 4, "bytes", scale, COLORS, 464));
  expect(matrix.querySelector(".pick-pairs title")!.textContent).toBe("ranks 0-3 to ranks 8-9: 5 B");
  const cell = matrix.querySelector(".pick-pairs rect")!;
  expect(Number(cell.getAttribute("width"))).toBeCloseTo(80 - 1, 6); // 2 of 10 ranks of 400 pixels, less the gap
  expect(ranksOfBin(2, 4, 9)).toBe("rank 8");
});

it("writes the name of an axis above its highest number", () => {
  const shown = { values: VALUES, locations: LOCATIONS, unit: "sec", title: "Time", selected: null, colors: COLORS, width: 400 };
  const moved = (mark: Element) => Number(mark.getAttribute("transform")!.match(/,([-\d.]+)\)/)![1]);
  const height = (text: Element) => moved(text) + moved(text.parentElement!);
  for (const kind of ["histogram", "pareto"] as const) {
    const plot = Plot.plot(distributionOptions(kind, shown));
    const name = plot.querySelector("g[aria-label='y-axis label'] text")!;
    const highest = Math.min(...[...plot.querySelectorAll("g[aria-label='y-axis tick label'] text")].map(height));
    // The name begins at its height, the number has its middle there; letters are 12 pixels high.
    expect(highest - height(name)).toBeGreaterThan(18);
  }
});

it("says what the marks stand for, and how selected ones look if there are any", () => {
  expect(marksText("histogram", true, "light")).toBe("A bar counts the locations whose value is in its range; black bars have selected ones.");
  expect(marksText("histogram", false, "dark")).toBe("A bar counts the locations whose value is in its range.");
  expect(marksText("box", true, "light")).toMatch(/^Each dot is a location, a large one is selected\. .* the thin line has all but outliers\.$/);
  expect(marksText("violin", false, "light")).toMatch(/^Each dot is a location\. .* it is smoothed, so it also goes beyond them\.$/);
  expect(marksText("pareto", true, "light")).toBeNull();
});

it("draws a distribution ahead that is not in the page", () => {
  const before = document.documentElement.outerHTML;
  const plot = unseenPlot(LOCATIONS);
  expect(plot.querySelectorAll(".pick-locations circle")).toHaveLength(LOCATIONS.length);
  expect(document.documentElement.outerHTML).toBe(before);
});
