// SPDX-License-Identifier: BSD-3-Clause
import { describe, expect, it } from "vitest";

import { around, clamped, panned, shortest, timeAt, type TimeWindow, xOf, zoomed } from "./visible_window";

const RUN: TimeWindow = [0, 100];

describe("time and pixels", () => {
  it("are each other's inverse", () => {
    expect(xOf(25, [20, 30], 800)).toBe(400);
    expect(timeAt(400, [20, 30], 800)).toBe(25);
    for (const x of [0, 1, 333, 800]) expect(xOf(timeAt(x, [3, 7], 800), [3, 7], 800)).toBeCloseTo(x, 9);
  });
  it("survive a window without length and a picture without width", () => {
    expect(xOf(5, [5, 5], 800)).toBe(0);
    expect(timeAt(5, [2, 3], 0)).toBe(2);
  });
});

describe("zooming", () => {
  it("keeps the pixel of the time under the pointer", () => {
    const window = zoomed([20, 60], 0.5, 30, RUN);
    expect(window).toEqual([25, 45]);
    expect(xOf(30, window, 800)).toBe(xOf(30, [20, 60], 800));
  });
  it("stops at the whole run", () => {
    expect(zoomed([20, 60], 10, 30, RUN)).toEqual([0, 100]);
    expect(zoomed(RUN, 2, 30, RUN)).toEqual([0, 100]);
  });
  it("stops at the shortest window", () => {
    const [from, to] = zoomed([20, 60], 1e-15, 30, RUN);
    expect(to - from).toBeCloseTo(shortest(RUN), 12);
    expect(shortest([0, 1e6])).toBe(1e-6);
    expect(from).toBeLessThanOrEqual(30);
    expect(to).toBeGreaterThanOrEqual(30);
  });
  it("moves a window back that would leave the run", () => {
    expect(zoomed([0, 10], 4, 10, RUN)).toEqual([0, 40]);
  });
});

it("pans as far as the run goes and keeps the length", () => {
  expect(panned([20, 40], 0.5, RUN)).toEqual([30, 50]);
  expect(panned([20, 40], -3, RUN)).toEqual([0, 20]);
  expect(panned([20, 40], 9, RUN)).toEqual([80, 100]);
});

it("clamps what comes from an address", () => {
  expect(clamped([-5, 5], RUN)).toEqual([0, 10]);
  expect(clamped([95, 200], RUN)).toEqual([0, 100]);
  expect(clamped([7, 3], RUN)[1]).toBeGreaterThan(clamped([7, 3], RUN)[0]);
});

it("shows some time around a span", () => {
  expect(around(40, 60, RUN, 0.5)).toEqual([30, 70]);
});
