// SPDX-License-Identifier: BSD-3-Clause

const MOST_TICKS = 8;

// Returns whole numbers at equal distances for an axis that counts, where a fraction would be written as the whole
// number beside it.
export function wholeTicks(from: number, to: number): number[] {
  const least = Math.max(1, (to - from) / MOST_TICKS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least)!;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step);
}
