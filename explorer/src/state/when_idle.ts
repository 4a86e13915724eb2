// SPDX-License-Identifier: BSD-3-Clause
// Does work ahead while nobody waits for anything, so that a later click finds it done.

export const SETTLE_MS = 1000; // a person has not begun to click then, and the page has what it shows first

// Each piece runs by itself, so that a click comes in between. Returns a function that leaves out what has not begun.
// A browser that does not tell when it is idle does nothing ahead.
export function whenIdle(pieces: (() => void)[]): () => void {
  const left = [...pieces];
  let handle: number | null = null;
  const next = () => {
    handle = left.length > 0 && typeof requestIdleCallback === "function" ? requestIdleCallback(step) : null;
  };
  const step = () => {
    left.shift()?.();
    next();
  };
  const timer = setTimeout(next, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (handle !== null) cancelIdleCallback(handle);
  };
}
