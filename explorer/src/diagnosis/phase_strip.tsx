// SPDX-License-Identifier: BSD-3-Clause
// The run over time, by phase. A click, or the arrow keys, choose a phase.
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";

import type { Diagnosis } from "../data/diagnosis";
import { csv } from "../model/csv";
import { isChosen, kindsOfPhases, otherPhase, type PhaseChoice, WHOLE_RUN } from "../model/phase_choice";
import { seconds } from "../model/quantity";
import { usePageColors } from "../plots/page_colors";
import { fileName, saveCanvas, saveCsv, saveSvg } from "../plots/save_picture";
import { useWidth } from "../plots/use_width";
import { CanvasPen, SvgPen } from "../timeline/pen";
import { cellsOf, drawPhases, phaseAt, phaseLayout, type PhaseScene, timeOfX } from "./phase_scene";
import { kindColors, ROLE_COLORS, ROLE_TEXTS, rolesOfMarks } from "./role_colors";
import "./diagnosis.css";

export interface PhaseStripProps {
  diagnosis: Diagnosis;
  choice: PhaseChoice;
  loss: number | null;
  onChoice: (choice: { phase: number | null; phaseKind: number | null }) => void;
  hint?: string; // what a click does, where it does not only choose
}

// Says where a place in the picture is, and what was there.
export function placeText(scene: PhaseScene, x: number, y: number): string {
  const { picture, roles } = scene;
  const layout = phaseLayout(picture);
  const time_s = timeOfX(scene, x);
  if (x < layout.gutter || time_s > picture.run.seconds) return "";
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
  return `${parts.join(", ")}: ${names.slice(names.indexOf("main") + (names.includes("main") ? 0 : 1)).join(" > ")} [${label}]${marked}`;
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

export function PhaseStrip({ diagnosis, choice, loss, onChoice, hint }: PhaseStripProps) {
  const { picture } = diagnosis;
  const colors = usePageColors();
  const [frame, width] = useWidth(300);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState("");
  const layout = phaseLayout(picture);
  const scene = useMemo((): PhaseScene => ({
    picture, colors, kindColors: kindColors(diagnosis, colors.theme), roles: rolesOfMarks(picture, loss), choice, width,
  }), [diagnosis, colors, loss, choice, width]);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    const scale = globalThis.devicePixelRatio || 1;
    canvas.current.width = Math.round(width * scale);
    canvas.current.height = Math.round(layout.height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawPhases(new CanvasPen(context), scene);
  }, [scene]);

  const choosePhase = (phase: number | null) =>
    onChoice(phase === null || (choice.of === "phase" && choice.phase === phase) ? WHOLE_RUN : { phase, phaseKind: null });
  const placeOf = (event: PointerEvent | { clientX: number; clientY: number }) => {
    const box = canvas.current!.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowRight") onChoice({ phase: otherPhase(diagnosis, choice, 1), phaseKind: null });
    else if (event.key === "ArrowLeft") onChoice({ phase: otherPhase(diagnosis, choice, -1), phaseKind: null });
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
        role="application"
        tabIndex={0}
        className="phase-frame"
        aria-label={`${picture.run.rows} ${picture.run.row}s over ${seconds(picture.run.seconds)}, in ${diagnosis.diagnosis.phases.length} phases. Left and right arrow keys choose a phase, Enter all phases of its kind, Escape the whole run.`}
        onKeyDown={pressed}
        onPointerMove={(event) => setPointed(placeText(scene, placeOf(event).x, placeOf(event).y))}
        onPointerLeave={() => setPointed("")}
        onClick={(event) => choosePhase(placeOf(event).x < layout.gutter ? null : phaseAt(picture, timeOfX(scene, placeOf(event).x)))}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ width, height: layout.height }} />
      </div>
      <div className="flame-legend" role="group" aria-label="Colors of ranks">
        {ROLE_TEXTS.map(([role, text]) => (
          <span key={role}>
            <span className="flame-swatch" style={{ background: ROLE_COLORS[colors.theme][role] }} /> {text}
          </span>
        ))}
        <span className="button-group">
          <button type="button" onClick={() => canvas.current && saveCanvas(name, canvas.current)}>PNG</button>
          <button type="button" onClick={() => saveSvg(name, svg())}>SVG</button>
          <button type="button" onClick={() => saveCsv(name, phasesCsv(diagnosis, choice))}>CSV</button>
        </span>
      </div>
      {!hint && <p className="phase-choice" role="status">{choiceText(diagnosis, choice)}</p>}
      <p className="hint phase-pointed">{pointed || `${hint ?? "A click chooses a phase."} ${notesOf(diagnosis)}`}</p>
    </div>
  );
}

// Says what the picture leaves out.
function notesOf({ picture, diagnosis }: Diagnosis): string {
  const notes: string[] = [];
  if (picture.rows.length < picture.run.rows) notes.push(`${picture.rows.length} of ${picture.run.rows} ${picture.run.row}s are shown.`);
  if (picture.phases.length < diagnosis.phases.length) notes.push(`The ${picture.phases.length} longest of ${diagnosis.phases.length} phases are shown.`);
  return notes.join(" ");
}
