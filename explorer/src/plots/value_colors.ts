// SPDX-License-Identifier: BSD-3-Clause
// Colors of values: from pale to strong, or from blue over gray to orange where values have both signs.
import { scaleLinear } from "d3-scale";

import type { Theme } from "./page_colors";

const STOPS: Record<Theme, string[]> = {
  light: ["#dde8f3", "#7fb2dc", "#f2b04c", "#e06a10", "#8f2d04"],
  dark: ["#27496b", "#3f7fb5", "#d08a2a", "#f2ad3f", "#ffe3a3"],
};
const BOTH_SIGNS: Record<Theme, string[]> = {
  light: ["#1f5fa8", "#9cc3e6", "#e4e4e7", "#f3b562", "#b34700"],
  dark: ["#7fb8f0", "#3f6f9e", "#46464d", "#b06f1c", "#ffb454"],
};

export interface ValueScale {
  from: number;
  to: number;
  stops: string[];
  color: (value: number) => string;
}

export function valueScale(values: Iterable<number>, theme: Theme): ValueScale {
  let least = 0;
  let most = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const hasBoth = least < 0;
  const to = hasBoth ? Math.max(-least, most) : most;
  const from = hasBoth ? -to : 0;
  const stops = (hasBoth ? BOTH_SIGNS : STOPS)[theme];
  const scale = scaleLinear<string>()
    .domain(stops.map((_, i) => from + ((to - from) * i) / (stops.length - 1)))
    .range(stops)
    .clamp(true);
  return { from, to, stops, color: (value) => (to > from ? scale(value) : stops[hasBoth ? 2 : 0]!) };
}
