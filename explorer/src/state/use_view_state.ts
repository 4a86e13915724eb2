// SPDX-License-Identifier: BSD-3-Clause
// Keeps the view and the address the same. Another view is a step for the browser's Back button;
// a selection within a view is not, since there are many.
import { useCallback, useEffect, useRef, useState } from "react";

import { addressOf, stateOf } from "./address";
import type { ViewState } from "./view_state";

export type Change = (change: Partial<ViewState>) => void;

export function useViewState(): [ViewState, Change] {
  const [state, setState] = useState(() => stateOf(window.location.hash));
  const current = useRef(state);

  useEffect(() => {
    const read = () => {
      current.current = stateOf(window.location.hash);
      setState(current.current);
    };
    window.addEventListener("hashchange", read);
    window.addEventListener("popstate", read);
    return () => {
      window.removeEventListener("hashchange", read);
      window.removeEventListener("popstate", read);
    };
  }, []);

  const change = useCallback<Change>((part) => {
    const next = { ...current.current, ...part };
    const isStep = next.view !== current.current.view;
    current.current = next;
    window.history[isStep ? "pushState" : "replaceState"](null, "", addressOf(next));
    setState(next);
  }, []);
  return [state, change];
}
