// SPDX-License-Identifier: BSD-3-Clause
import { describe, expect, it } from "vitest";

import { roundStep, ticksOf } from "./ticks";
import { xOf } from "./visible_window";

it("takes steps of 1, 2 and 5", () => {
  expect([0.9, 1, 1.1, 2.1, 5.1, 0.03].map(roundStep)).toEqual([1, 1, 2, 5, 10, 0.05]);
});

describe("ticks", () => {
  it("are round and inside of the window", () => {
    const { ticks, step_s, base } = ticksOf([0.3, 2.4], 880);
    expect(step_s).toBe(0.5);
    expect(base).toBeNull();
    expect(ticks.map(({ label }) => label)).toEqual(["0.5 s", "1.0 s", "1.5 s", "2.0 s"]);
  });
  it("have small units in short windows", () => {
    expect(ticksOf([0, 0.0004], 500).ticks.map(({ label }) => label)).toEqual(["0 us", "100 us", "200 us", "300 us", "400 us"]);
  });
  it("count from a round time where numbers would get long", () => {
    const { ticks, base } = ticksOf([1234.5000013, 1234.5000023], 900);
    expect(base).toBe("1234.50000 s");
    expect(ticks.length).toBeGreaterThan(2);
    for (const { label } of ticks) expect(label).toMatch(/^\+\d+ ns$|^\+\d\.\d+ us$/);
  });
  it("keep their distance", () => {
    for (const span of [1e-7, 3e-4, 0.7, 42, 1e5]) {
      const { ticks } = ticksOf([1, 1 + span], 1000);
      for (let i = 1; i < ticks.length; ++i) {
        const apart = xOf(ticks[i]!.time_s, [1, 1 + span], 1000) - xOf(ticks[i - 1]!.time_s, [1, 1 + span], 1000);
        expect(apart).toBeGreaterThan(109);
      }
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    }
  });
  it("are none without a window", () => {
    expect(ticksOf([3, 3], 500).ticks).toEqual([]);
  });
});
