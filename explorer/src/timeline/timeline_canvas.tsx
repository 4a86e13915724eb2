// SPDX-License-Identifier: BSD-3-Clause
// The canvas of the timeline: draws a scene, and turns what a person does with wheel, pointer and keys
// into calls. The element scrolls over all lines; the canvas stays in view and draws what is seen.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

import { drawCellsOnCanvas } from "./draw_cells";
import { drawTimeline } from "./draw_timeline";
import { AXIS_HEIGHT, lineOfY, timeOfX, visibleLines } from "./geometry";
import { CLICK, draggedOver, placeIn, useWheel } from "./gestures";
import type { Hovered } from "./hover";
import { type Cursor, firstCursor, otherLine, otherVisit, placeOfCursor, scrolledTo } from "./keyboard_cursor";
import { CanvasPen } from "./pen";
import type { Scene } from "./scene";
import type { SliceIndex } from "./slices";
import { TimelineTooltip } from "./timeline_tooltip";

const CURSOR_INSIDE = 0.01; // pixels; a time that is exactly the begin of a visit may be rounded down

export interface TimelineCanvasProps {
  scene: Scene;
  contentHeight: number;
  scrollTop: number; // where the lines shall be scrolled to
  label: string; // the text that stands for the picture
  hoveredAt: (x: number, y: number) => Hovered | null;
  onZoom: (factor: number, around_s: number) => void;
  onPan: (part: number) => void;
  onRange: (from_s: number, to_s: number) => void;
  onWhole: () => void;
  onScroll: (top: number) => void;
  onPick: (picked: Hovered) => void;
  onPickLine: (line: number) => void;
  onDrag: (range: [from_s: number, to_s: number] | null) => void;
  visits: SliceIndex | null; // of the window, if they are known
  onCursor: (cursor: Cursor | null) => void;
}

interface Drag {
  kind: "range" | "pan";
  startX: number;
  startY: number;
  lastX: number;
}

export function TimelineCanvas(props: TimelineCanvasProps) {
  const { scene, contentHeight, label } = props;
  const { geometry } = scene;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag | null>(null);
  const [pointer, setPointer] = useState<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context || geometry.width < 1) return;
    const scale = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.round(geometry.width * scale), Math.round(geometry.height * scale)];
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawTimeline(new CanvasPen(context), scene, () =>
      scene.pictures.forEach((each) => drawCellsOnCanvas(context, each, geometry)),
    );
  }, [scene]);

  useEffect(() => {
    if (scroller.current && Math.abs(scroller.current.scrollTop - props.scrollTop) > 1) scroller.current.scrollTop = props.scrollTop;
  }, [props.scrollTop, contentHeight]);

  useWheel(scroller, {
    onZoom: (factor, event) => props.onZoom(factor, timeOfX(geometry, Math.max(placeOf(event).x, geometry.gutter))),
    onPan: (pixels) => props.onPan(pixels / geometry.width),
    onScroll: (pixels) => scroller.current && (scroller.current.scrollTop += pixels),
  });

  const [from, to] = geometry.window;
  const cursor = scene.cursor && scene.cursor.time_s >= from && scene.cursor.time_s <= to ? scene.cursor : null;

  const placeOf = (event: { clientX: number; clientY: number }) => placeIn(canvas.current, event);

  function timesOver(startX: number, x: number): [number, number] | null {
    const over = draggedOver(startX, x, geometry.gutter);
    return over && [timeOfX(geometry, over[0]), timeOfX(geometry, over[1])];
  }

  function pressed(event: PointerEvent): void {
    const { x, y } = placeOf(event);
    if (x > geometry.width || y > geometry.height || event.button > 1) return; // the scroll bar
    canvas.current?.setPointerCapture?.(event.pointerId);
    const isPan = event.shiftKey || event.button === 1 || y < AXIS_HEIGHT;
    drag.current = { kind: isPan ? "pan" : "range", startX: x, startY: y, lastX: x };
  }

  function moved(event: PointerEvent): void {
    const { x, y } = placeOf(event);
    setPointer({ x, y });
    const current = drag.current;
    if (!current || current.startX < geometry.gutter) return;
    if (current.kind === "pan") props.onPan((current.lastX - x) / (geometry.width - geometry.gutter));
    else props.onDrag(timesOver(current.startX, x));
    current.lastX = x;
  }

  function released(event: PointerEvent): void {
    const current = drag.current;
    drag.current = null;
    props.onDrag(null);
    if (!current) return;
    const { x, y } = placeOf(event);
    if (Math.abs(x - current.startX) <= CLICK && Math.abs(y - current.startY) <= CLICK) clicked(x, y);
    else if (current.kind === "range" && current.startX >= geometry.gutter) {
      const times = timesOver(current.startX, x);
      if (times) props.onRange(...times);
    }
  }

  function clicked(x: number, y: number): void {
    const line = lineOfY(geometry, y);
    if (y < AXIS_HEIGHT || line >= scene.lineCount) return;
    if (x < geometry.gutter) return props.onPickLine(line);
    const found = props.hoveredAt(x, y);
    if (found) props.onPick(found);
  }

  function moveCursor(moved: (cursor: Cursor) => Cursor): void {
    const next = cursor ? moved(cursor) : firstCursor(geometry, visibleLines(geometry, scene.lineCount)[0]);
    setPointer(null);
    props.onCursor(next);
    props.onScroll(scrolledTo(next, geometry, AXIS_HEIGHT));
  }

  function pickCursor(): void {
    const found = atCursor();
    if (found) props.onPick(found);
  }

  function atCursor(): Hovered | null {
    if (!cursor) return null;
    const { x, y } = placeOfCursor(cursor, geometry, scene.nested);
    return props.hoveredAt(x + CURSOR_INSIDE, y);
  }

  function typed(event: KeyboardEvent): void {
    const middle = cursor?.time_s ?? (geometry.window[0] + geometry.window[1]) / 2;
    const actions: Record<string, () => void> = {
      "+": () => props.onZoom(0.5, middle),
      "=": () => props.onZoom(0.5, middle),
      "-": () => props.onZoom(2, middle),
      "0": () => props.onWhole(),
      ArrowUp: () => moveCursor((from) => otherLine(from, -1, scene.lineCount)),
      ArrowDown: () => moveCursor((from) => otherLine(from, 1, scene.lineCount)),
      n: () => moveCursor((from) => otherVisit(from, 1, geometry.window, props.visits)),
      p: () => moveCursor((from) => otherVisit(from, -1, geometry.window, props.visits)),
      Enter: pickCursor,
      " ": () => cursor && props.onPickLine(cursor.line),
      Escape: () => props.onCursor(null),
      ArrowLeft: () => props.onPan(event.shiftKey ? -0.9 : -0.15),
      ArrowRight: () => props.onPan(event.shiftKey ? 0.9 : 0.15),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  const cursorPlace = cursor && !pointer ? placeOfCursor(cursor, geometry, scene.nested) : null;
  const underCursor = cursorPlace ? atCursor() : null;
  const hovered = pointer && !drag.current ? props.hoveredAt(pointer.x, pointer.y) : underCursor;
  const place = pointer ?? cursorPlace;
  return (
    <div className="timeline-frame">
      <div
        ref={scroller}
        className="timeline-scroller"
        style={{ height: geometry.height }}
        tabIndex={0}
        role="application"
        aria-roledescription="timeline"
        aria-label={label}
        onKeyDown={typed}
        onScroll={(event) => props.onScroll(event.currentTarget.scrollTop)}
        onPointerDown={pressed}
        onPointerMove={moved}
        onPointerUp={released}
        onPointerCancel={() => {
          drag.current = null;
          props.onDrag(null);
        }}
        onPointerLeave={() => setPointer(null)}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ width: geometry.width, height: geometry.height }} />
        <div style={{ height: Math.max(contentHeight + AXIS_HEIGHT - geometry.height, 0) }} />
      </div>
      {hovered && place && <TimelineTooltip hovered={hovered} x={place.x} y={place.y} width={geometry.width} />}
      <p className="unseen" role="status">{underCursor ? [underCursor.title, ...underCursor.lines].join(", ") : ""}</p>
    </div>
  );
}
