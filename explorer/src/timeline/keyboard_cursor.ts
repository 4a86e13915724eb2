// SPDX-License-Identifier: BSD-3-Clause
// A place in the timeline that keys move: to another line, or to the next visit that begins on it.
import { laneTop, type Geometry, LANE_HEIGHT, xInPlot, yOfLine } from "./geometry";
import type { SliceIndex } from "./slices";
import { sliceAt } from "./slices";

export interface Cursor {
  line: number;
  time_s: number;
}

const STEPS = 40; // of a window whose visits are not known

// Returns the cursor in the middle of the window, on a line that is seen.
export function firstCursor(geometry: Geometry, firstLine: number): Cursor {
  return { line: firstLine, time_s: (geometry.window[0] + geometry.window[1]) / 2 };
}

export function otherLine(cursor: Cursor, by: number, lineCount: number): Cursor {
  return { ...cursor, line: Math.min(Math.max(cursor.line + by, 0), Math.max(lineCount - 1, 0)) };
}

// Returns the begin of the next visit or wait, or of the one before, in the window. A place inside of a
// visit is no begin, so the one before may be that of the visit around the cursor.
export function otherVisit(cursor: Cursor, direction: 1 | -1, [from_s, to_s]: Geometry["window"], visits: SliceIndex | null): Cursor {
  const inside = (time_s: number) => Math.min(Math.max(time_s, from_s), to_s);
  if (!visits) return { ...cursor, time_s: inside(cursor.time_s + (direction * (to_s - from_s)) / STEPS) };
  let best: number | null = null;
  for (const { begin_s } of visits.byLine.get(cursor.line) ?? []) {
    if (begin_s < from_s || begin_s >= to_s || (begin_s - cursor.time_s) * direction <= 0) continue;
    if (best === null || (begin_s - best) * direction < 0) best = begin_s;
  }
  return best === null ? cursor : { ...cursor, time_s: best };
}

// Returns where the cursor is in the picture: on the innermost visit where they are drawn nested. The pixel
// behind a begin is the first that belongs to the visit.
export function placeOfCursor(cursor: Cursor, geometry: Geometry, nested: SliceIndex | null): { x: number; y: number } {
  const x = xInPlot(geometry, cursor.time_s);
  if (!nested) return { x, y: yOfLine(geometry, cursor.line + 0.5) };
  const depth = sliceAt(nested, cursor.line, cursor.time_s)?.depth ?? 0;
  return { x, y: laneTop(geometry, cursor.line, depth) + LANE_HEIGHT / 2 };
}

// Returns how far the lines must be scrolled for the cursor to be seen.
export function scrolledTo(cursor: Cursor, geometry: Geometry, axisHeight: number): number {
  const top = cursor.line * geometry.lineHeight;
  const seen = geometry.height - axisHeight;
  if (top < geometry.scrollTop) return top;
  return top + geometry.lineHeight > geometry.scrollTop + seen ? top + geometry.lineHeight - seen : geometry.scrollTop;
}
