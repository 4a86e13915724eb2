// SPDX-License-Identifier: BSD-3-Clause
// The run over time, by phase. A click, or the arrow keys, choose a phase.
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";

import type { Diagnosis } from "../data/diagnosis";
import { csv } from "../model/csv";
import { isChosen, kindsOfPhases, otherPhase, type PhaseChoice, WHOLE_RUN } from "../model/phase_choice";
import { seconds } from "../model/quantity";
import { usePageColors } from "../plots/page_colors";
import { fileName, saveCanvas, saveCsv, saveSvg } from "../plots/save_picture";
import { useWidth } from "../plots/use_width";
import { draggedOver, placeIn, useWheel } from "../timeline/gestures";
import { CanvasPen, SvgPen } from "../timeline/pen";
import { around, clamped, panned, type TimeWindow, zoomed } from "../timeline/visible_window";
import { cellsOf, drawPhases, phaseAt, phaseLayout, type PhaseScene, timeOfX } from "./phase_scene";
import { kindColors, ROLE_COLORS, ROLE_TEXTS, rolesOfMarks } from "./role_colors";
import "./diagnosis.css";
import { UnbrokenNames } from "../widgets/unbroken_names";

const ZOOM = 0.5; // part of the visible time that stays
const STEP = 0.5; // part of the visible time by which it moves

export interface PhaseStripProps {
  diagnosis: Diagnosis;
  choice: PhaseChoice;
  loss: number | null;
  onChoice: (choice: { phase: number | null; phaseKind: number | null }) => void;
  hint?: string; // what a click does, where it does not only choose
  window?: [number, number] | null; // the visible time; null: all of it
  onWindow?: (window: [number, number] | null) => void; // without it, all time stays visible
}

// Says where a place in the picture is, and what was there.
export function pointedText(scene: PhaseScene, x: number, y: number): string {
  const { picture, roles } = scene;
  const layout = phaseLayout(picture);
  const time_s = timeOfX(scene, x);
  if (x < layout.gutter || time_s < 0 || time_s > picture.run.seconds) return "";
  const phase = phaseAt(picture, time_s);
  const parts = [seconds(time_s), ...(phase === null ? [] : [`phase ${phase}`])];
  const row = Math.floor((y - layout.top) / layout.rowHeight);
  const cell = picture.rows[row] && cellsOf(picture, row).find(({ end_s }) => time_s < end_s);
  if (!cell) return parts.join(", ");
  parts.unshift(`${picture.run.row} ${picture.rows[row]!.number}`);
  if (cell.frame < 0) return `${parts.join(", ")}: no samples`;
  const names: string[] = [];
  for (let at = cell.frame; at >= 0; at = picture.frames[at]![0]) names.unshift(picture.frames[at]![1]);
  const label = picture.labels[picture.frames[cell.frame]![2]];
  const role = roles[cell.mark];
  const marked = role ? `, ${Math.round(100 * cell.part)} % in a ${role}` : "";
  return `${parts.join(", ")}: ${names.slice(names.indexOf("main") + (names.includes("main") ? 0 : 1)).join("/")} [${label}]${marked}`;
}

// Returns a window of the same length with a span in it; where the span is longer, one that has all of it.
export function windowWith(window: TimeWindow, begin_s: number, end_s: number, limits: TimeWindow): TimeWindow {
  const length = window[1] - window[0];
  if (end_s - begin_s >= length) return around(begin_s, end_s, limits);
  return panned(window, ((begin_s + end_s) / 2 - (window[0] + window[1]) / 2) / length, limits);
}

// Returns the phases as a table.
export function phasesCsv(diagnosis: Diagnosis, choice: PhaseChoice): string {
  const kinds = kindsOfPhases(diagnosis);
  const rows = diagnosis.diagnosis.phases.map(({ id, begin_s, end_s }) => {
    const kind = kinds[id]!;
    return [id, begin_s, end_s, kind, diagnosis.kinds[kind]!.title, isChosen(choice, id, kind) ? 1 : 0];
  });
  return csv(["phase", "begin in seconds", "end in seconds", "kind", "phases of this kind", "chosen"], rows);
}

function choiceText(diagnosis: Diagnosis, choice: PhaseChoice): string {
  if (choice.of === "run") return `The whole run is chosen: ${diagnosis.diagnosis.phases.length} phases.`;
  if (choice.of === "kind") return `Chosen: ${diagnosis.kinds[choice.kind]!.title}`;
  const { begin_s, end_s } = diagnosis.diagnosis.phases[choice.phase]!;
  return `Chosen: phase ${choice.phase}, ${seconds(begin_s)} to ${seconds(end_s)}, of ${diagnosis.kinds[choice.kind]!.title}`;
}

export function PhaseStrip({ diagnosis, choice, loss, onChoice, hint, window: wanted = null, onWindow }: PhaseStripProps) {
  const { picture } = diagnosis;
  const limits = useMemo((): TimeWindow => [0, picture.run.seconds], [picture]);
  const window = useMemo((): TimeWindow => (wanted ? clamped(wanted, limits) : limits), [wanted?.[0], wanted?.[1], limits]);
  const colors = usePageColors();
  const [frame, width] = useWidth(300);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frameOfPicture = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState("");
  const [range, setRange] = useState<[number, number] | null>(null); // pixels that are being dragged over
  const pressedAt = useRef(0);
  const layout = phaseLayout(picture);
  const scene = useMemo((): PhaseScene => ({
    picture, colors, kindColors: kindColors(diagnosis, colors.theme), roles: rolesOfMarks(picture, loss), choice, window, width,
  }), [diagnosis, colors, loss, choice, window, width]);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    const scale = globalThis.devicePixelRatio || 1;
    canvas.current.width = Math.round(width * scale);
    canvas.current.height = Math.round(layout.height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const pen = new CanvasPen(context);
    drawPhases(pen, scene);
    if (range) pen.fill(range[0], 0, range[1] - range[0], layout.height, colors.accent, 0.25);
  }, [scene, range]);

  const choosePhase = (phase: number | null) =>
    onChoice(phase === null || (choice.of === "phase" && choice.phase === phase) ? WHOLE_RUN : { phase, phaseKind: null });
  const placeOf = (event: PointerEvent | MouseEvent) => placeIn(canvas.current, event);
  const show = ([from, to]: TimeWindow) => onWindow?.(from <= limits[0] && to >= limits[1] ? null : [from, to]);
  const middle = (window[0] + window[1]) / 2;
  const zoom = (factor: number, around_s = middle) => show(zoomed(window, factor, around_s, limits));
  const move = (part: number) => show(panned(window, part, limits));
  // The wheel scrolls the page unless the strip can be enlarged.
  useWheel(frameOfPicture, {
    onZoom: (factor, event) => zoom(factor, timeOfX(scene, Math.max(placeIn(canvas.current, event).x, layout.gutter))),
    onPan: (pixels) => move(Math.sign(pixels) * STEP),
    leaves: (event) => !onWindow || event.ctrlKey,
  });
  const dragged = (x: number) => draggedOver(pressedAt.current, x, layout.gutter);
  const step = (by: 1 | -1) => {
    const phase = otherPhase(diagnosis, choice, by);
    onChoice({ phase, phaseKind: null });
    const { begin_s, end_s } = diagnosis.diagnosis.phases[phase]!;
    if (begin_s < window[0] || end_s > window[1]) show(windowWith(window, begin_s, end_s, limits));
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowRight") step(1);
    else if (event.key === "ArrowLeft") step(-1);
    else if (onWindow && (event.key === "+" || event.key === "=")) zoom(ZOOM);
    else if (onWindow && event.key === "-") zoom(1 / ZOOM);
    else if (onWindow && event.key === "0") onWindow(null);
    else if (onWindow && event.key === "PageUp") move(-STEP);
    else if (onWindow && event.key === "PageDown") move(STEP);
    else if (event.key === "Enter" && choice.of === "phase") onChoice({ phase: null, phaseKind: choice.kind });
    else if (event.key === "Escape") onChoice(WHOLE_RUN);
    else return;
    event.preventDefault();
  };
  const name = fileName("phases of", picture.run.program);
  const svg = () => {
    const pen = new SvgPen();
    drawPhases(pen, scene);
    return pen.picture(width, layout.height, `Phases of ${picture.run.program}`);
  };
  return (
    <div className="phase-strip" ref={frame}>
      <div
        ref={frameOfPicture}
        role="application"
        tabIndex={0}
        className="phase-frame"
        aria-label={`${picture.run.rows} ${picture.run.row}s over ${seconds(picture.run.seconds)}, in ${diagnosis.diagnosis.phases.length} phases. Left and right arrow keys choose a phase, Enter all phases of its kind, Escape the whole run.${onWindow ? " Plus, minus and 0 zoom, Page Up and Page Down move." : ""}`}
        onKeyDown={pressed}
        onPointerDown={(event) => (pressedAt.current = placeOf(event).x)}
        onPointerMove={(event) => {
          const { x, y } = placeOf(event);
          setPointed(pointedText(scene, x, y));
          setRange(event.buttons & 1 && onWindow ? dragged(x) : null);
        }}
        onPointerLeave={() => {
          setPointed("");
          setRange(null);
        }}
        onClick={(event) => {
          const { x } = placeOf(event);
          const over = onWindow ? dragged(x) : null;
          setRange(null);
          if (over) show(clamped([timeOfX(scene, over[0]), timeOfX(scene, over[1])], limits));
          else choosePhase(x < layout.gutter ? null : phaseAt(picture, timeOfX(scene, x)));
        }}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ width, height: layout.height }} />
      </div>
      <div className="flame-legend" role="group" aria-label="Colors of ranks">
        {ROLE_TEXTS.map(([role, text]) => (
          <span key={role}>
            <span className="flame-swatch" style={{ background: ROLE_COLORS[colors.theme][role] }} /> {text}
          </span>
        ))}
        {onWindow && (
          <span className="button-group" role="group" aria-label="Visible time">
            <button type="button" aria-label="Zoom in" onClick={() => zoom(ZOOM)}>+</button>
            <button type="button" aria-label="Zoom out" disabled={wanted === null} onClick={() => zoom(1 / ZOOM)}>−</button>
            <button type="button" aria-label="Earlier" disabled={window[0] <= limits[0]} onClick={() => move(-STEP)}>◀</button>
            <button type="button" aria-label="Later" disabled={window[1] >= limits[1]} onClick={() => move(STEP)}>▶</button>
            <button type="button" disabled={wanted === null} onClick={() => onWindow(null)}>All time</button>
          </span>
        )}
        <span className="button-group">
          <button type="button" onClick={() => canvas.current && saveCanvas(name, canvas.current)}>PNG</button>
          <button type="button" onClick={() => saveSvg(name, svg())}>SVG</button>
          <button type="button" onClick={() => saveCsv(name, phasesCsv(diagnosis, choice))}>CSV</button>
        </span>
      </div>
      {!hint && <p className="phase-choice" role="status"><UnbrokenNames text={choiceText(diagnosis, choice)} /></p>}
      <p className="hint phase-pointed"><UnbrokenNames text={pointed || `${PHASES_TEXT} ${hint ?? "A click chooses a phase."}${onWindow ? " Wheel: zoom. Drag: zoom to a range." : ""} ${notesOf(diagnosis)}`} /></p>
    </div>
  );
}

const PHASES_TEXT = "A phase is the time between two calls in which all ranks meet; phases of one color are between the same two calls.";

// Says what the picture leaves out.
function notesOf({ picture, diagnosis }: Diagnosis): string {
  const notes: string[] = [];
  if (picture.rows.length < picture.run.rows) notes.push(`${picture.rows.length} of ${picture.run.rows} ${picture.run.row}s are shown.`);
  if (picture.phases.length < diagnosis.phases.length) notes.push(`The ${picture.phases.length} longest of ${diagnosis.phases.length} phases are shown.`);
  return notes.join(" ");
}
