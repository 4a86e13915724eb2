// SPDX-License-Identifier: BSD-3-Clause
// Keeps the view and the address the same. Another view is a step for the browser's Back button;
// a selection within a view is not, since there are many.
import { useCallback, useEffect, useRef, useState } from "react";

import { stateOf } from "./address";
import { AddressWriter } from "./address_writer";
import type { ViewState } from "./view_state";

export type Change = (change: Partial<ViewState>) => void;

export function useViewState(): [ViewState, Change] {
  const [state, setState] = useState(() => stateOf(window.location.hash));
  const [writer] = useState(() => new AddressWriter(window.history));
  const current = useRef(state);

  useEffect(() => {
    const read = () => {
      writer.forget();
      current.current = stateOf(window.location.hash);
      setState(current.current);
    };
    const leave = () => writer.flush();
    window.addEventListener("hashchange", read);
    window.addEventListener("popstate", read);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("hashchange", read);
      window.removeEventListener("popstate", read);
      window.removeEventListener("pagehide", leave);
    };
  }, [writer]);

  const change = useCallback<Change>((part) => {
    const next = { ...current.current, ...part };
    const isStep = next.view !== current.current.view;
    current.current = next;
    writer[isStep ? "push" : "replace"](next);
    setState(next);
  }, [writer]);
  return [state, change];
}
