// SPDX-License-Identifier: BSD-3-Clause
// The size of an element in pixels, for what draws only as much as can be seen. It is known before the page is
// painted for the first time, so that nothing is drawn twice.
import { type RefCallback, useCallback, useRef, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

// Returns the size without padding and border, as a ResizeObserver tells it.
export function contentSize(element: HTMLElement): Size {
  const style = getComputedStyle(element);
  const sum = (...all: string[]) => all.reduce((total, each) => total + (Number.parseFloat(each) || 0), 0);
  const { width, height } = element.getBoundingClientRect();
  return {
    width: Math.max(width - sum(style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth), 0),
    height: Math.max(height - sum(style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth), 0),
  };
}

// The size is null until the element is in the page.
export function useSize(): [RefCallback<HTMLElement>, Size | null] {
  const [size, setSize] = useState<Size | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    observer.current = null;
    if (!element) return;
    const take = ({ width, height }: Size) =>
      setSize((last) => (last && Math.abs(last.width - width) < 0.01 && Math.abs(last.height - height) < 0.01 ? last : { width, height }));
    take(contentSize(element));
    observer.current = new ResizeObserver(([entry]) => take(entry!.contentRect));
    observer.current.observe(element);
  }, []);
  return [ref, size];
}
