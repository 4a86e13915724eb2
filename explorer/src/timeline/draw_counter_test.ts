// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { curveParts, largestValue } from "./draw_counter";
import { counterScale, counterText } from "./message_text";

it("makes steps with gaps where nothing is known", () => {
  const parts = curveParts([1, 3, null, 2], (column) => 10 * column, (value) => -value);
  expect(parts).toEqual([
    [[0, -1], [10, -1], [10, -3], [20, -3]],
    [[30, -2], [40, -2]],
  ]);
  expect(curveParts([null], Number, Number)).toEqual([]);
});

it("finds the largest value, and says it with its unit", () => {
  const lines = [{ line: 0, values: [1, null] }, { line: 2, values: [5e9] }];
  const curves = { from_s: 0, to_s: 1, columns: 2, lines };
  const counter = { name: "PAPI_TOT_INS", unit: "#", has_curve: true, per_second: true };
  expect(largestValue(curves)).toBe(5e9);
  expect(counterText(counter, curves, 20)).toBe("PAPI_TOT_INS: a line's bottom is 0, its top is 5.000 G # per second");
  expect(counterText(counter, { ...curves, lines: null }, 20)).toContain("zoom in");
  expect(counterText(counter, curves, 3)).toContain("too low");
  expect(counterScale(counter, curves)).toBe("5.000 G # per second");
  expect(counterScale({ ...counter, per_second: false, unit: "B" }, curves)).toBe("4.657 GiB");
  expect(counterText({ ...counter, per_second: false, unit: "" }, { ...curves, lines: [] }, 20)).toBe("PAPI_TOT_INS was not read here");
});
