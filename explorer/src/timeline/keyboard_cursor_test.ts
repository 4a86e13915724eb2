// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { AXIS_HEIGHT, type Geometry } from "./geometry";
import { firstCursor, otherLine, otherVisit, placeOfCursor, scrolledTo } from "./keyboard_cursor";
import { sliceIndex } from "./slices";

const GEOMETRY: Geometry = { width: 500, height: 126, gutter: 100, window: [0, 10], scrollTop: 0, lineHeight: 25 };
const slice = (line: number, begin_s: number, end_s: number, depth = 0) => ({ line, depth, state: 0, begin_s, end_s });
const VISITS = sliceIndex([slice(1, 0, 10), slice(1, 2, 4, 1), slice(1, 6, 9, 1), slice(0, 5, 6)]);

it("begins in the middle and stays on the lines", () => {
  const cursor = firstCursor(GEOMETRY, 3);
  expect(cursor).toEqual({ line: 3, time_s: 5 });
  expect(otherLine(cursor, 1, 4).line).toBe(3);
  expect(otherLine(cursor, -9, 4).line).toBe(0);
});

it("goes to the next begin on its line, and back", () => {
  const at = (time_s: number, direction: 1 | -1) => otherVisit({ line: 1, time_s }, direction, GEOMETRY.window, VISITS).time_s;
  expect([at(1, 1), at(2, 1), at(7, 1)]).toEqual([2, 6, 7]); // none begins behind 7
  expect([at(7, -1), at(6, -1), at(2, -1), at(0, -1)]).toEqual([6, 2, 0, 0]);
  expect(otherVisit({ line: 1, time_s: 9.9 }, 1, GEOMETRY.window, null).time_s).toBe(10);
});

it("lies on its line, or on the innermost visit", () => {
  expect(placeOfCursor({ line: 1, time_s: 5 }, GEOMETRY, null)).toEqual({ x: 300, y: AXIS_HEIGHT + 37.5 });
  const outer = placeOfCursor({ line: 1, time_s: 5 }, GEOMETRY, VISITS).y;
  expect(placeOfCursor({ line: 1, time_s: 7 }, GEOMETRY, VISITS).y - outer).toBe(14);
});

it("comes into view", () => {
  const scrolled = (line: number, scrollTop: number) => scrolledTo({ line, time_s: 0 }, { ...GEOMETRY, scrollTop }, AXIS_HEIGHT);
  expect(scrolled(1, 0)).toBe(0);
  expect(scrolled(5, 0)).toBe(50);
  expect(scrolled(1, 60)).toBe(25);
});
