// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Timeline } from "../data/schema";
import { timelineChoices } from "./timeline_choices";
import { linesOfDetails, timelineLayout, wantedRows } from "./timeline_layout";

const of = { isNested: false, depths: 1, enlarged: 1, isFolded: false, scrollTop: 0, width: 800, gutter: 100, window: [0, 1] as [number, number] };
const timeline = { messages: 0, counters: [{ name: "a", unit: "", has_curve: false, per_second: true }, { name: "b", unit: "", has_curve: true, per_second: true }] } as unknown as Timeline;

it("shows few lines whole, and scrolls what is too tall as far as it goes", () => {
  expect(timelineLayout({ ...of, lineCount: 4 })).toMatchObject({ lowest: 0, firstLine: 0, endLine: 4, isPartial: false });
  const tall = timelineLayout({ ...of, lineCount: 100, enlarged: 8, scrollTop: 1e9 });
  expect(tall.geometry.scrollTop).toBe(tall.lowest);
  expect(tall).toMatchObject({ endLine: 100, isPartial: true });
  expect(wantedRows(1024, false, 1).rows).toBeLessThan(wantedRows(1024, false, 4).rows);
  expect(wantedRows(1024, true, 4)).toEqual(wantedRows(1024, true, 1));
});

it("needs details of the lines that are seen, unless something of other lines is drawn on them", () => {
  const layout = timelineLayout({ ...of, lineCount: 100, enlarged: 8 });
  const plain = timelineChoices(timeline, ["nested"], null);
  const seen = Array.from({ length: layout.endLine }, (_, i) => i);
  expect(linesOfDetails(layout, undefined, plain)).toEqual(seen);
  const folded = { rows: seen.map((line) => [2 * line, 2 * line + 1]), rowOf: [] } as never;
  expect(linesOfDetails(layout, folded, plain)).toEqual(seen.map((line) => 2 * line));
  expect(linesOfDetails(layout, folded, timelineChoices(timeline, ["nested", "path"], null))).toBeNull();
  expect(linesOfDetails(timelineLayout({ ...of, lineCount: 4 }), undefined, plain)).toBeNull();
});

it("shows only what the trace has", () => {
  expect(timelineChoices(timeline, ["messages", "waiting"], 0)).toMatchObject({ mode: "waiting", showsMessages: false, counter: null, counterOf: null, needsAllLines: false });
  expect(timelineChoices(timeline, [], 1)).toMatchObject({ mode: "what", counter: 1, counterOf: { name: "b" }, needsAllLines: true });
});
