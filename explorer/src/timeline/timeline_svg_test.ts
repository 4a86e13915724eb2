// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { expect, it } from "vitest";

import { cellColors } from "./cell_colors";
import { episodeMarks } from "./episode_marks";
import { flatLayout, type Geometry, laneOfY, lineOfY, nestedLayout, timeOfX, xInPlot, yOfLine } from "./geometry";
import { hoveredAt } from "./hover";
import { madeUpRun } from "./made_up_run";
import { messagesText } from "./message_text";
import { hatchLines } from "./pen";
import { rowLabels } from "./rows";
import type { Scene } from "./scene";
import { sliceAt, sliceIndex } from "./slices";
import { stateColors } from "./state_colors";
import { timelineSvg } from "./timeline_svg";
import { timeOfText } from "./timeline_toolbar";
import { waitFans } from "./wait_fans";

const COLORS = { theme: "light", paper: "#ffffff", ink: "#000000", line: "#cccccc", accent: "#0000ff", muted: "#666666" } as const;

async function scene(nested = false): Promise<Scene> {
  const { source, timeline, report, finding, slices } = madeUpRun(4, 3);
  const picture = await source.picture(0, 0.3, 60, 4, false);
  const geometry: Geometry = { width: 700, height: 126, gutter: 100, window: [0, 0.3], scrollTop: 0, lineHeight: 25 };
  const palette = stateColors(timeline.states, "light", new Map()).colors;
  const colors = cellColors(picture, { states: timeline.states, stateColors: palette, theme: "light", mode: "what", region: null });
  return {
    geometry, colors: COLORS, states: timeline.states, stateColors: palette, lineCount: 4, rows: picture.rows,
    rowLabels: rowLabels(picture.rows, timeline.locations, report.locations), labelOfLine: (line) => `rank ${line}`,
    pictures: [{ picture, colors, image: null }], nested: nested ? sliceIndex(slices) : null, region: null, messages: [],
    fans: waitFans(sliceIndex(slices), timeline.states), cursor: { line: 1, time_s: 0.1 }, path: null, counter: null, counterOf: null, marks: episodeMarks(finding, timeline.locations), selectedLines: new Set([1]), range: null,
  };
}

it("writes a picture with rectangles, labels and marks as one well-formed file", async () => {
  const text = timelineSvg(await scene(), 'a <b> & "c"');
  const svg = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(svg.querySelector("parsererror")).toBeNull();
  expect(svg.querySelector("title")!.textContent).toBe('a <b> & "c"');
  const texts = [...svg.querySelectorAll("text")].map((each) => each.textContent);
  expect(texts).toEqual(expect.arrayContaining(["rank 0", "rank 3", "cause", "1"]));
  expect(svg.querySelectorAll("rect").length).toBeGreaterThan(30);
});

it("draws the critical path as bands, and as a line where all pieces are known", async () => {
  const pieces = [{ line: 0, begin_s: 0, end_s: 0.1 }, { line: 2, begin_s: 0.1, end_s: 0.3 }];
  const shown = { ...(await scene()), fans: [], marks: [], cursor: null };
  const count = (path: Scene["path"], what: string) =>
    new DOMParser().parseFromString(timelineSvg({ ...shown, path }, ""), "image/svg+xml").querySelectorAll(what).length;
  const [rects, lines] = ["rect", "polyline, path, line"].map((what) => count(null, what)) as [number, number];
  expect(count({ pieces, isWhole: true }, "rect")).toBe(rects + 4);
  expect(count({ pieces, isWhole: true }, "polyline, path, line")).toBe(lines + 2);
  expect(count({ pieces, isWhole: false }, "polyline, path, line")).toBe(lines);
});

it("writes nested visits with names from the trace as text alone", async () => {
  const shown = await scene(true);
  shown.states = shown.states.map((state) => ({ ...state, name: `<script>${state.name}` }));
  const svg = new DOMParser().parseFromString(timelineSvg(shown, ""), "image/svg+xml");
  expect(svg.querySelector("script")).toBeNull();
  expect([...svg.querySelectorAll("text")].some((each) => each.textContent!.startsWith("<script>"))).toBe(true);
});

it("finds what is under the pointer", async () => {
  const shown = await scene();
  const x = xInPlot(shown.geometry, 0.1 + 0.05);
  const cell = hoveredAt(shown, null, x, yOfLine(shown.geometry, 2) + 5);
  expect(cell?.title).toBe("compute_fluxes");
  expect(cell?.lines[0]).toBe("rank 2");
  expect(hoveredAt(shown, null, 50, 60)).toBeNull();
  const { slices } = madeUpRun(4, 3);
  const visit = hoveredAt(shown, sliceIndex(slices), xInPlot(shown.geometry, 0.15), yOfLine(shown.geometry, 3) + 5);
  expect(visit?.title).toBe("Late Sender");
  expect(visit?.lines[1]).toMatch(/^wait state, /);
});

it("finds the innermost visit, or that of a level", () => {
  const slice = (depth: number, begin_s: number, end_s: number) => ({ line: 0, depth, state: depth, begin_s, end_s });
  const index = sliceIndex([slice(0, 0, 10), slice(1, 2, 5), slice(2, 3, 4)]);
  expect(index.depths).toBe(3);
  expect(sliceAt(index, 0, 3.5)?.depth).toBe(2);
  expect(sliceAt(index, 0, 4.5)?.depth).toBe(1);
  expect(sliceAt(index, 0, 3.5, 0)?.depth).toBe(0);
  expect(sliceAt(index, 0, 10)).toBeNull();
  expect(sliceAt(index, 1, 1)).toBeNull();
});

it("lays out lines: tall enough to read, or as rows that unite lines", () => {
  expect(flatLayout(8, 460, 1)).toEqual({ lineHeight: 28, contentHeight: 224, rowsWanted: 8 });
  const many = flatLayout(1024, 460, 1);
  expect(many.contentHeight).toBeCloseTo(460, 9);
  expect(many.rowsWanted).toBe(153);
  expect(flatLayout(1024, 460, 4).rowsWanted).toBe(613);
  expect(nestedLayout(2, 460, 3).lineHeight).toBe(46);
});

it("finds lines, levels and times from pixels", () => {
  const geometry: Geometry = { width: 700, height: 300, gutter: 100, window: [2, 4], scrollTop: 46, lineHeight: 46 };
  expect(lineOfY(geometry, 26 + 5)).toBe(1);
  expect(laneOfY(geometry, 26 + 3)).toBe(0);
  expect(laneOfY(geometry, 26 + 17)).toBe(1);
  expect(laneOfY(geometry, 26 + 1)).toBeNull();
  expect(timeOfX(geometry, xInPlot(geometry, 3.25))).toBeCloseTo(3.25, 12);
});

it("hatches inside of a rectangle only", () => {
  for (const [[x, y], [toX, toY]] of hatchLines(10, 20, 30, 12) as [[number, number], [number, number]][]) {
    for (const each of [x, toX]) expect(each >= 10 && each <= 40).toBe(true);
    for (const each of [y, toY]) expect(each >= 20 && each <= 32).toBe(true);
  }
});

it("says which messages are shown", () => {
  const messages = Array.from({ length: 200 }, () => ({ from: 0, to: 1, sent_s: 0, received_s: 1, bytes: 1, tag: 0 }));
  expect(messagesText({ messages, message_count: 13412 })).toBe("200 of 13,412 messages, the longest on their way");
  expect(messagesText({ messages, message_count: 200 })).toBe("all 200 messages");
  expect(messagesText({ messages: [], message_count: 0 })).toBe("no messages");
});

it("reads times as people type them", () => {
  expect(["1.5", "20 ms", "3us", ".5 s", "soon", ""].map(timeOfText)).toEqual([1.5, 0.02, 3e-6, 0.5, null, null]);
});
