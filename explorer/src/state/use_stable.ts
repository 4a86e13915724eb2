// SPDX-License-Identifier: BSD-3-Clause
// A function that stays the same and does what the last one given does, for parts of the page that are
// expensive to draw and need not be drawn anew because somebody listens with another function.
import { useCallback, useRef } from "react";

export function useStable<Arguments extends unknown[], Result>(
  call: (...all: Arguments) => Result,
): (...all: Arguments) => Result {
  const last = useRef(call);
  last.current = call;
  return useCallback((...all: Arguments) => last.current(...all), []);
}
