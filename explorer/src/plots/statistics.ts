// SPDX-License-Identifier: BSD-3-Clause
// Numbers about a distribution of values over locations. What is known of an array stays known, so arrays must not change.
function known<Result>(compute: (values: Float64Array) => Result): (values: Float64Array) => Result {
  const results = new WeakMap<Float64Array, { result: Result }>();
  return (values) => {
    const before = results.get(values) ?? { result: compute(values) };
    results.set(values, before);
    return before.result;
  };
}

export interface Summary {
  count: number;
  least: number;
  lower: number; // quartile
  median: number;
  upper: number;
  most: number;
  mean: number;
  total: number;
  // The outermost values within one and a half times the distance of the quartiles from these.
  lowWhisker: number;
  highWhisker: number;
}

// Returns the finite ones.
export const sortedValues = known((values: Float64Array): Float64Array => {
  const sorted = new Float64Array(values).sort();
  let first = 0; // numbers come in order, and what is no number last
  let end = sorted.length;
  while (first < end && sorted[first] === -Infinity) ++first;
  while (end > first && !Number.isFinite(sorted[end - 1])) --end;
  return sorted.subarray(first, end);
});

// Quantiles lie between neighboring values (R-7, as numpy and spreadsheets have them).
export const summaryOf = known((values: Float64Array): Summary | null => {
  const sorted = sortedValues(values);
  if (sorted.length === 0) return null;
  const at = (part: number) => {
    const place = part * (sorted.length - 1);
    const below = sorted[Math.floor(place)]!;
    return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
  };
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)];
  const reach = 1.5 * (upper - lower);
  let first = 0;
  while (sorted[first]! < lower - reach) ++first;
  let last = sorted.length - 1;
  while (sorted[last]! > upper + reach) --last;
  let total = 0;
  for (const value of sorted) total += value;
  return {
    count: sorted.length, least: sorted[0]!, lower, median, upper, most: sorted[sorted.length - 1]!,
    mean: total / sorted.length, total, lowWhisker: sorted[first]!, highWhisker: sorted[last]!,
  };
});

export interface Density {
  value: number;
  density: number;
}

// Silverman's rule; where all values are nearly equal, a small part of their size.
export function bandwidth(summary: Summary, values: Float64Array): number {
  const variance = values.reduce((sum, value) => sum + (value - summary.mean) ** 2, 0) / Math.max(values.length - 1, 1);
  const quartiles = (summary.upper - summary.lower) / 1.349;
  const spread = Math.min(...[Math.sqrt(variance), quartiles].filter((each) => each > 0));
  const size = Math.max(Math.abs(summary.most), Math.abs(summary.least)) || 1;
  return Number.isFinite(spread) ? Math.max(0.9 * spread * values.length ** -0.2, 1e-6 * size) : 0.05 * size;
}

// Returns the density of values by Gaussian kernels at equal distances; its integral is 1. Where no value is below
// zero, there is none: what a kernel has there is added on the other side.
export function kernelDensity(values: Float64Array, points = 128): Density[] {
  const sorted = sortedValues(values);
  const summary = summaryOf(sorted);
  if (!summary || !(points > 1)) return [];
  const width = bandwidth(summary, sorted);
  // Points must not be further apart than kernels are wide.
  const isFolded = summary.least >= 0;
  const from = isFolded ? Math.max(summary.least - 4 * width, 0) : summary.least - 4 * width;
  const span = summary.most + 4 * width - from;
  const count = Math.min(Math.max(points, Math.ceil((2 * span) / width)), 2000);
  const kernel = Math.max(width, span / count);
  const norm = 1 / (sorted.length * kernel * Math.sqrt(2 * Math.PI));
  return Array.from({ length: count + 1 }, (_, i) => {
    const value = from + (span * i) / count;
    let sum = 0;
    const add = (distance: number) => {
      if (Math.abs(distance) < 6) sum += Math.exp(-0.5 * distance * distance);
    };
    for (const each of sorted) {
      add((value - each) / kernel);
      if (isFolded) add((value + each) / kernel);
    }
    return { value, density: norm * sum };
  });
}

export interface ParetoPoint {
  location: number; // the last of the largest ones
  count: number; // how many locations
  share: number; // of the total that these have
}

// Returns for every k the share of the total that the k largest values have; negative values count as 0.
export const paretoCurve = known((values: Float64Array): ParetoPoint[] => {
  const size = (location: number) => (values[location]! > 0 ? values[location]! : 0);
  const order = Array.from(values.keys()).sort((a, b) => size(b) - size(a) || a - b);
  const total = order.reduce((sum, location) => sum + size(location), 0);
  let sum = 0;
  return order.map((location, i) => {
    sum += size(location);
    return { location, count: i + 1, share: total > 0 ? Math.min(sum / total, 1) : 0 };
  });
});

// Returns the least number of locations that have a share of the total.
export function locationsFor(curve: ParetoPoint[], share: number): number {
  return curve.find((point) => point.share >= share - 1e-12)?.count ?? 0;
}
