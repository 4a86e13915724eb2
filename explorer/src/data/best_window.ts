// SPDX-License-Identifier: BSD-3-Clause
// A page without a server has few pictures. The best one for a window is the one that covers most of
// the window; among those, the shortest, since it is the sharpest.

export interface Window {
  from_s: number;
  to_s: number;
}

const SAME = 1e-9; // part of a window; less is rounding

function covered(picture: Window, from_s: number, to_s: number): number {
  const length = to_s - from_s;
  const common = Math.min(picture.to_s, to_s) - Math.max(picture.from_s, from_s);
  return length > 0 ? Math.max(common, 0) / length : 0;
}

export function bestWindow<W extends Window>(windows: W[], from_s: number, to_s: number): W | null {
  let best: W | null = null;
  let bestPart = -1;
  for (const window of windows) {
    const part = covered(window, from_s, to_s);
    const shorter = best !== null && window.to_s - window.from_s < best.to_s - best.from_s;
    if (best === null || part > bestPart + SAME || (part > bestPart - SAME && shorter)) {
      best = window;
      bestPart = part;
    }
  }
  return best;
}
