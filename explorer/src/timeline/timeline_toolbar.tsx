// SPDX-License-Identifier: BSD-3-Clause
import { type FormEvent, useState } from "react";

import type { TimelineCounter } from "../data/schema";
import type { Mode } from "./cell_colors";

export interface TimelineToolbarProps {
  mode: Mode;
  onMode: (mode: Mode) => void;
  isNested: boolean;
  onNested: (isNested: boolean) => void;
  isFolded: boolean;
  onFolded: (isFolded: boolean) => void;
  hasMessages: boolean; // whether the trace has any
  showsMessages: boolean;
  onMessages: (shows: boolean) => void;
  showsFans: boolean;
  onFans: (shows: boolean) => void;
  showsPath: boolean;
  onPath: (shows: boolean) => void;
  counters: TimelineCounter[];
  counter: number | null;
  onCounter: (counter: number | null) => void;
  canGoBack: boolean;
  onBack: () => void;
  onZoom: (factor: number) => void;
  onPan: (part: number) => void;
  onWhole: () => void;
  onTaller: (factor: number) => void;
  onEpisode: (() => void) | null;
  onJump: (time_s: number) => void;
  onSave: (kind: "png" | "svg") => void;
}

// Reads a time as people type it: 1.5, 20 ms, 3us.
export function timeOfText(text: string): number | null {
  const found = /^\s*(\d+(?:\.\d*)?(?:e-?\d+)?|\.\d+)\s*(s|ms|us|µs|ns)?\s*$/i.exec(text);
  if (!found) return null;
  const sizes: Record<string, number> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
  return Number(found[1]) * sizes[(found[2] ?? "s").toLowerCase()]!;
}

function JumpField({ onJump }: { onJump: (time_s: number) => void }) {
  const [text, setText] = useState("");
  const time_s = timeOfText(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (time_s !== null) onJump(time_s);
  };
  return (
    <form className="timeline-jump" onSubmit={submit}>
      <label>
        Go to{" "}
        <input
          size={9}
          value={text}
          placeholder="e.g. 20 ms"
          aria-invalid={text !== "" && time_s === null}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {text !== "" && time_s === null && <span className="timeline-error" role="alert"> A time is expected, such as 1.5, 20 ms or 3 us.</span>}
    </form>
  );
}

export function TimelineToolbar(props: TimelineToolbarProps) {
  const { mode, onMode, isNested, onNested, isFolded, onFolded, hasMessages, showsMessages, onMessages, showsFans, onFans, showsPath, onPath, counters, counter, onCounter } = props;
  const button = (text: string, label: string, action: () => void, isOff = false) => (
    <button type="button" aria-label={label} title={label} disabled={isOff} onClick={action}>
      {text}
    </button>
  );
  return (
    <div className="timeline-toolbar" role="toolbar" aria-label="Timeline">
      <span className="button-group">
        {button("−", "Zoom out (key -)", () => props.onZoom(2))}
        {button("+", "Zoom in (key +)", () => props.onZoom(0.5))}
        {button("◀", "Earlier (left arrow)", () => props.onPan(-0.3))}
        {button("▶", "Later (right arrow)", () => props.onPan(0.3))}
        {button("Back", "Back to the window before", props.onBack, !props.canGoBack)}
        {button("Whole run", "Whole run (key 0)", props.onWhole)}
      </span>
      <span className="button-group" role="group" aria-label="Colors">
        <button type="button" aria-pressed={mode === "what"} onClick={() => onMode("what")}>What runs</button>
        <button type="button" aria-pressed={mode === "waiting"} onClick={() => onMode("waiting")}>Waiting</button>
      </span>
      <label>
        <input type="checkbox" checked={isNested} onChange={(event) => onNested(event.target.checked)} /> Nested calls
      </label>
      <label title="One row for all lines that do nearly the same in this window">
        <input type="checkbox" checked={isFolded} onChange={(event) => onFolded(event.target.checked)} /> Fold alike rows
      </label>
      {hasMessages && (
        <label>
          <input type="checkbox" checked={showsMessages} onChange={(event) => onMessages(event.target.checked)} /> Messages
        </label>
      )}
      <label title="Lines from who entered a call last to those who waited for it">
        <input type="checkbox" checked={showsFans} onChange={(event) => onFans(event.target.checked)} /> Who ended waits
      </label>
      <label title="The chain of activities without waiting that determines how long the run takes">
        <input type="checkbox" checked={showsPath} onChange={(event) => onPath(event.target.checked)} /> Critical path
      </label>
      {counters.some((each) => each.has_curve) && (
        <label>
          Counter{" "}
          <select value={counter ?? ""} onChange={(event) => onCounter(event.target.value === "" ? null : Number(event.target.value))}>
            <option value="">none</option>
            {counters.map((each, i) => each.has_curve && <option key={i} value={i}>{each.name}</option>)}
          </select>
        </label>
      )}
      <span className="button-group">
        {button("Rows −", "Lower rows", () => props.onTaller(0.5), isNested)}
        {button("Rows +", "Taller rows", () => props.onTaller(2), isNested)}
      </span>
      {props.onEpisode && <button type="button" onClick={props.onEpisode}>Show the chain</button>}
      <JumpField onJump={props.onJump} />
      <span className="button-group">
        {button("PNG", "Save the picture as PNG", () => props.onSave("png"))}
        {button("SVG", "Save the picture as SVG", () => props.onSave("svg"))}
      </span>
    </div>
  );
}
