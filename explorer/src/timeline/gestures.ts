// SPDX-License-Identifier: BSD-3-Clause
// What a person does with the wheel and the pointer over a picture with time from left to right.
import { type RefObject, useEffect, useRef } from "react";

export const CLICK = 4; // pixels; what moves further is a drag
const WHEEL = 0.0018; // zoom for each pixel of a wheel's turn
const TURN_PIXELS = 33; // of a wheel that counts lines

// Returns where in an element a pointer is.
export function placeIn(element: Element | null, event: { clientX: number; clientY: number }): { x: number; y: number } {
  const box = element?.getBoundingClientRect();
  return box ? { x: event.clientX - box.left, y: event.clientY - box.top } : { x: 0, y: 0 };
}

// Returns the pixels right of the gutter over which a pointer was dragged, in order; null if it has hardly moved.
export function draggedOver(start: number, end: number, gutter: number): [number, number] | null {
  const [from, to] = [start, end].map((each) => Math.max(each, gutter)).sort((a, b) => a - b) as [number, number];
  return to - from > CLICK ? [from, to] : null;
}

export interface WheelUse {
  onZoom(factor: number, event: WheelEvent): void;
  onPan(pixels: number): void;
  onScroll?(pixels: number): void; // with the shift key
  leaves?(event: WheelEvent): boolean; // whether it is left to the page
}

// React's own wheel events cannot keep the page from scrolling.
export function useWheel(element: RefObject<HTMLElement>, use: WheelUse): void {
  const now = useRef(use);
  now.current = use;
  useEffect(() => {
    const turned = (event: WheelEvent) => {
      const { onZoom, onPan, onScroll, leaves } = now.current;
      if (leaves?.(event)) return;
      const unit = event.deltaMode === 0 ? 1 : TURN_PIXELS;
      event.preventDefault();
      if (event.shiftKey && onScroll) onScroll((event.deltaY || event.deltaX) * unit);
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) onPan(event.deltaX * unit);
      else onZoom(Math.exp(event.deltaY * unit * WHEEL), event);
    };
    const listening = element.current;
    listening?.addEventListener("wheel", turned, { passive: false });
    return () => listening?.removeEventListener("wheel", turned);
  }, [element]);
}
