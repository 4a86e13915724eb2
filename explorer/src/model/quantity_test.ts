// SPDX-License-Identifier: BSD-3-Clause
// The same numbers as `tarry report` writes.
import { expect, it } from "vitest";

import { percent, quantity } from "./quantity";

it("writes four significant digits with a fitting unit", () => {
  const times: [number, string][] = [
    [0, "0 s"], [1e-14, "0 s"], [1.375, "1.375 s"], [21.2827, "21.28 s"], [0.067520, "67.52 ms"],
    [0.0577, "57.70 ms"], [9.8765e-4, "987.7 us"], [0.00099999, "1.000 ms"], [1234.5, "1234 s"],
    [12345.6, "12346 s"], [-0.25, "-250.0 ms"], [0.001, "1.000 ms"], [3e-10, "0.300 ns"],
    [1235.5, "1236 s"], [2.0625, "2.062 s"], [-2.0625, "-2.062 s"], [2.1875, "2.188 s"],
  ];
  for (const [value, text] of times) expect(quantity(value, "sec")).toBe(text);
});

it("writes counts and bytes", () => {
  expect(quantity(17170, "occ")).toBe("17170");
  expect(quantity(2.5, "occ")).toBe("2.500");
  expect(quantity(1234567, "occ")).toBe("1.235 M");
  expect(quantity(0, "bytes")).toBe("0");
  expect(quantity(1000, "bytes")).toBe("1000 B");
  expect(quantity(3850304, "bytes")).toBe("3.672 MiB");
  expect(quantity(NaN, "sec")).toBe("unknown");
});

it("writes parts", () => {
  expect(percent(0, 5)).toBe("0.0 %");
  expect(percent(1, 0)).toBe("0.0 %");
  expect(percent(1, 8)).toBe("12.5 %");
  expect(percent(1, 16)).toBe("6.2 %");
  expect(percent(1, 10000)).toBe("<0.1 %");
  expect(percent(-1, 10000)).toBe(">-0.1 %");
});

it("rounds as if it looked at all digits of every number, though it does so near halves only", () => {
  // Halves that binary fractions hold exactly go to the even digit; those next to them to the nearest one.
  for (let i = 0; i < 200; ++i) {
    const half = 1 + i / 1000 + 0.0005;
    const exact = half.toFixed(40).slice(0, 44);
    const isAbove = exact.slice(5) > "5".padEnd(39, "0");
    const isHalf = /^50*$/.test(exact.slice(5));
    const below = Math.floor(half * 1000 + 1e-6 - 0.5);
    const wanted = isHalf ? below + (below % 2) : isAbove ? below + 1 : below;
    expect(quantity(half, "sec")).toBe(`${(wanted / 1000).toFixed(3)} s`);
  }
});
