// SPDX-License-Identifier: BSD-3-Clause
// Colors of shares. The scales go from blue to orange and from pale to strong, so that people who
// cannot tell some colors, and black and white prints, keep the order. Below the threshold all is gray.
import { scaleLinear } from "d3-scale";

export type Theme = "light" | "dark";

const SHARES: Record<Theme, string[]> = {
  light: ["#c3d9ee", "#7fb2dc", "#f2b04c", "#e06a10", "#8f2d04"],
  dark: ["#27496b", "#3f7fb5", "#d08a2a", "#f2ad3f", "#ffe3a3"],
};
const GRAY: Record<Theme, string> = { light: "#d4d4d8", dark: "#46464d" };
// From much less, through the same, to much more.
const CHANGES: Record<Theme, string[]> = {
  light: ["#1f5fa8", "#9cc3e6", "#e4e4e7", "#f3b562", "#b34700"],
  dark: ["#7fb8f0", "#3f6f9e", "#46464d", "#b06f1c", "#ffb454"],
};

export const DEFAULT_THRESHOLD = 0.005; // gray below half a percent

type Scale = (value: number) => string;

function scales(stops: Record<Theme, string[]>, from: number, to: number): Record<Theme, Scale> {
  const scale = (all: string[]): Scale => {
    const domain = all.map((_, i) => from + ((to - from) * i) / (all.length - 1));
    return scaleLinear<string>().domain(domain).range(all).clamp(true);
  };
  return { light: scale(stops.light), dark: scale(stops.dark) };
}

const ofShares = scales(SHARES, 0, 1);
const ofChanges = scales(CHANGES, -1, 1);

// Returns the color of a share between 0 and 1.
export function shareColor(share: number, theme: Theme, threshold = DEFAULT_THRESHOLD): string {
  if (!(Math.abs(share) >= threshold)) return GRAY[theme];
  return ofShares[theme](Math.abs(share));
}

// Returns the color of a change between -1 (all of it went) and 1.
export function changeColor(change: number, theme: Theme, threshold = DEFAULT_THRESHOLD): string {
  if (!(Math.abs(change) >= threshold)) return GRAY[theme];
  return ofChanges[theme](change);
}
