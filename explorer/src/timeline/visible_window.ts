// SPDX-License-Identifier: BSD-3-Clause
// The visible part of the time, and how it lies on the pixels of a picture. A window stays inside of
// its limits and never gets shorter than what the numbers can tell apart.

export type TimeWindow = readonly [from_s: number, to_s: number];

const SHORTEST_S = 1e-8;
const FINEST = 1e-12; // part of the latest time: doubles tell thousands of pixels apart there

export function shortest(limits: TimeWindow): number {
  const span = limits[1] - limits[0];
  const least = Math.max(SHORTEST_S, FINEST * Math.max(Math.abs(limits[0]), Math.abs(limits[1])));
  return Math.min(span, least);
}

export function xOf(time_s: number, [from, to]: TimeWindow, width: number): number {
  return to > from ? ((time_s - from) / (to - from)) * width : 0;
}

export function timeAt(x: number, [from, to]: TimeWindow, width: number): number {
  return width > 0 ? from + (x / width) * (to - from) : from;
}

// Returns a window of that length, moved where it would leave the limits.
export function clamped([from, to]: TimeWindow, limits: TimeWindow): TimeWindow {
  const length = Math.min(Math.max(to - from, shortest(limits)), limits[1] - limits[0]);
  const middle = (from + to) / 2;
  const begin = to - from === length ? from : middle - length / 2;
  const inside = Math.min(Math.max(begin, limits[0]), limits[1] - length);
  return [inside, inside + length];
}

// Returns the window at another length, `factor` times that of now; the time `around_s` keeps its pixel.
export function zoomed(window: TimeWindow, factor: number, around_s: number, limits: TimeWindow): TimeWindow {
  const [from, to] = window;
  const span = to - from;
  const length = Math.min(Math.max(span * factor, shortest(limits)), limits[1] - limits[0]);
  const part = span > 0 ? (around_s - from) / span : 0.5;
  const begin = around_s - part * length;
  return clamped([begin, begin + length], limits);
}

// Moves the window by a part of its length, as far as the limits let it.
export function panned([from, to]: TimeWindow, part: number, limits: TimeWindow): TimeWindow {
  const by = part * (to - from);
  const move = Math.min(Math.max(by, limits[0] - from), limits[1] - to);
  return [from + move, to + move];
}

// Returns a window with some of the time before and after a span.
export function around(from_s: number, to_s: number, limits: TimeWindow, margin = 0.15): TimeWindow {
  const more = margin * (to_s - from_s);
  return clamped([from_s - more, to_s + more], limits);
}
