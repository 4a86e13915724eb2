// SPDX-License-Identifier: BSD-3-Clause
// Marks of a time axis at round times. Where a window is short and late, the marks say how far they
// are from a round time that is said once, since nobody compares numbers of twelve digits.
import type { TimeWindow } from "./visible_window";

export interface Tick {
  time_s: number;
  label: string;
}

export interface Ticks {
  step_s: number;
  base: string | null; // the time that the labels count from
  ticks: Tick[];
}

const MOST_DIGITS = 6;
const UNITS: [size: number, name: string][] = [[1, "s"], [1e-3, "ms"], [1e-6, "us"], [1e-9, "ns"]];

// Returns 1, 2 or 5 times a power of ten, at least `least`.
export function roundStep(least: number): number {
  const power = Math.floor(Math.log10(least) + 1e-12);
  for (const [factor, more] of [[1, 0], [2, 0], [5, 0], [1, 1]] as const) {
    const step = Number(`${factor}e${power + more}`);
    if (step >= least * (1 - 1e-9)) return step;
  }
  return Number(`1e${power + 1}`);
}

function written(value_s: number, step_s: number, unit: [number, string]): string {
  const [size, name] = unit;
  const digits = Math.max(0, -Math.floor(Math.log10(step_s / size) + 1e-9));
  return `${(value_s / size).toFixed(Math.min(digits, 12))} ${name}`;
}

function unitFor(value_s: number): [number, string] {
  return UNITS.find(([size]) => value_s >= size * (1 - 1e-9)) ?? UNITS[UNITS.length - 1]!;
}

export function ticksOf([from, to]: TimeWindow, width: number, pixelsBetween = 110): Ticks {
  const span = to - from;
  if (!(span > 0) || !(width > 0)) return { step_s: 0, base: null, ticks: [] };
  const step = roundStep((span * pixelsBetween) / width);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const isLong = Math.log10(Math.max(Math.abs(to), step) / step) > MOST_DIGITS;
  const baseStep = roundStep(span * 10);
  const base = isLong ? Math.floor(from / baseStep) * baseStep : 0;
  const unit = unitFor(Math.max(to - base, step));
  const ticks: Tick[] = [];
  for (let i = first; i <= last; ++i) {
    const label = written(i * step - base, step, unit);
    ticks.push({ time_s: i * step, label: isLong ? `+${label}` : label });
  }
  return { step_s: step, base: isLong ? written(base, baseStep, [1, "s"]) : null, ticks };
}
