// SPDX-License-Identifier: BSD-3-Clause
// The size of an element in pixels, for what draws only as much as can be seen.
import { type RefCallback, useCallback, useRef, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

export function useSize(): [RefCallback<HTMLElement>, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    observer.current = null;
    if (!element) return;
    observer.current = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    });
    observer.current.observe(element);
  }, []);
  return [ref, size];
}
