// SPDX-License-Identifier: BSD-3-Clause
// The visible window and those before it. It follows each move at once and tells the application a
// little later, since addresses must not change with every turn of a wheel.
import { useEffect, useRef, useState } from "react";

import { clamped, type TimeWindow } from "./visible_window";

const TELL_MS = 250;
const MOST_KEPT = 50;

export type Move = "zoom" | "pan" | "jump";

export interface WindowHistory {
  window: TimeWindow;
  setWindow: (window: TimeWindow, move: Move) => void;
  back: () => void;
  canGoBack: boolean;
}

const same = (a: TimeWindow, b: TimeWindow) => a[0] === b[0] && a[1] === b[1];

export function useHistory(
  given: [number, number] | null,
  limits: TimeWindow,
  onWindow: (window: [number, number] | null) => void,
): WindowHistory {
  const wanted: TimeWindow = given ? clamped(given, limits) : limits;
  const [window, setShown] = useState<TimeWindow>(wanted);
  const [past, setPast] = useState<TimeWindow[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const told = useRef<TimeWindow>(wanted);
  const tell = useRef(onWindow);
  tell.current = onWindow;

  useEffect(() => {
    // What comes from outside is new, unless it is what was told.
    if (same(wanted, told.current)) return;
    told.current = wanted;
    setShown(wanted);
  }, [wanted[0], wanted[1]]);
  useEffect(() => () => {
    if (timer.current) clearTimeout(timer.current);
  }, []);

  const show = (next: TimeWindow) => {
    setShown(next);
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = null;
      told.current = next;
      tell.current(same(next, limits) ? null : [next[0], next[1]]);
    }, TELL_MS);
  };
  return {
    window,
    canGoBack: past.length > 0,
    setWindow: (next, move) => {
      if (same(next, window)) return;
      // Turns of the wheel in quick succession are one step.
      if (move === "jump" || timer.current === null) setPast([...past, window].slice(-MOST_KEPT));
      show(next);
    },
    back: () => {
      const last = past[past.length - 1];
      if (!last) return;
      setPast(past.slice(0, -1));
      show(last);
    },
  };
}
