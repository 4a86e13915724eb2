// SPDX-License-Identifier: BSD-3-Clause
import { type RefCallback, useRef } from "react";

import { useSize } from "../state/use_size";

// The width of an element, at least `least`, and whether it is known yet: what takes long to draw waits for it. An
// element that is not shown has none, and then the last one stays, so that its picture is not drawn again and again.
export function useWidth(least: number): [RefCallback<HTMLElement>, width: number, isKnown: boolean] {
  const [ref, size] = useSize();
  const last = useRef(0);
  if (size && size.width > 0) last.current = Math.floor(size.width);
  return [ref, Math.max(last.current, least), size !== null];
}
