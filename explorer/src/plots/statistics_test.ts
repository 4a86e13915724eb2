// SPDX-License-Identifier: BSD-3-Clause
import { describe, expect, it } from "vitest";

import { kernelDensity, locationsFor, paretoCurve, sortedValues, summaryOf } from "./statistics";

const numbers = (...values: number[]) => Float64Array.from(values);

describe("quantiles", () => {
  it("lie between values", () => {
    expect(summaryOf(numbers(4, 1, 3, 2))).toMatchObject({ least: 1, lower: 1.75, median: 2.5, upper: 3.25, most: 4, mean: 2.5, total: 10 });
  });
  it("are the value where there is one", () => {
    expect(summaryOf(numbers(7))).toMatchObject({ lower: 7, median: 7, upper: 7, lowWhisker: 7, highWhisker: 7 });
    expect(summaryOf(numbers())).toBeNull();
    expect(summaryOf(numbers(Number.NaN, 2))?.count).toBe(1);
  });
  it("leave outliers outside of the whiskers", () => {
    expect(summaryOf(numbers(1, 2, 3, 4, 100))).toMatchObject({ lowWhisker: 1, highWhisker: 4, most: 100 });
  });
});

it("sorts an array once", () => {
  const values = numbers(3, Number.NaN, -0.5, Number.POSITIVE_INFINITY, 2, Number.NEGATIVE_INFINITY);
  expect([...sortedValues(values)]).toEqual([-0.5, 2, 3]);
  expect(sortedValues(values)).toBe(sortedValues(values));
  expect(summaryOf(values)).toBe(summaryOf(values));
});

describe("the kernel density", () => {
  const integral = (values: Float64Array) => {
    const curve = kernelDensity(values);
    let sum = 0;
    for (let i = 1; i < curve.length; ++i) sum += ((curve[i]!.density + curve[i - 1]!.density) / 2) * (curve[i]!.value - curve[i - 1]!.value);
    return sum;
  };
  it("integrates to one", () => {
    expect(integral(numbers(1, 2, 2.5, 3, 7))).toBeCloseTo(1, 3);
    expect(integral(numbers(5, 5, 5, 5))).toBeCloseTo(1, 3);
    expect(integral(numbers(0))).toBeCloseTo(1, 3);
    expect(integral(numbers(1e-6, 1.1e-6, 900))).toBeCloseTo(1, 3);
  });
  it("has nothing below zero where no value is", () => {
    const waits = numbers(0, 0.1, 0.1, 4, 5);
    expect(kernelDensity(waits)[0]!.value).toBe(0);
    expect(integral(waits)).toBeCloseTo(1, 3);
    expect(kernelDensity(numbers(-1, 2, 3))[0]!.value).toBeLessThan(-1);
  });
  it("is highest where most values are", () => {
    const curve = kernelDensity(numbers(1, 1.1, 1.2, 1.1, 1, 9));
    const top = curve.reduce((best, each) => (each.density > best.density ? each : best));
    expect(top.value).toBeGreaterThan(0.9);
    expect(top.value).toBeLessThan(1.3);
  });
});

describe("the Pareto curve", () => {
  it("adds up the largest first", () => {
    const curve = paretoCurve(numbers(1, 5, 0, 4));
    expect(curve.map(({ location }) => location)).toEqual([1, 3, 0, 2]);
    expect(curve.map(({ share }) => share)).toEqual([0.5, 0.9, 1, 1]);
    expect([0.5, 0.8, 1].map((share) => locationsFor(curve, share))).toEqual([1, 2, 3]);
  });
  it("is flat without a total, and counts what is below zero as nothing", () => {
    expect(paretoCurve(numbers(0, 0)).map(({ share }) => share)).toEqual([0, 0]);
    expect(paretoCurve(numbers(-3, 2)).map(({ share }) => share)).toEqual([1, 1]);
  });
});
