// SPDX-License-Identifier: BSD-3-Clause
// How the values of all three trees are written, and from which part on they have a color.
import { MODE_NAMES, MODES, type Mode } from "../../model/shown_value";
import type { Change } from "../../state/use_view_state";
import type { ViewState } from "../../state/view_state";
import { ColorLegend } from "./color_legend";

const THRESHOLDS = [0, 0.001, 0.005, 0.01, 0.05];

export function ModeBar({ state, change, hasOther }: { state: ViewState; change: Change; hasOther: boolean }) {
  const thresholds = [...new Set([...THRESHOLDS, state.threshold])].sort((a, b) => a - b);
  return (
    <div className="mode-bar">
      <label>
        Values:{" "}
        <select value={state.mode} onChange={(event) => change({ mode: event.target.value as Mode })}>
          {MODES.filter((mode) => mode !== "other" || hasOther).map((mode) => (
            <option key={mode} value={mode}>
              {MODE_NAMES[mode]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Gray below:{" "}
        <select value={state.threshold} onChange={(event) => change({ threshold: Number(event.target.value) })}>
          {thresholds.map((threshold) => (
            <option key={threshold} value={threshold}>
              {+(threshold * 100).toFixed(3)} %
            </option>
          ))}
        </select>
      </label>
      <ColorLegend mode={state.mode} threshold={state.threshold} />
      <span className="hint">A collapsed node stands for all below it, an expanded one for itself alone.</span>
    </div>
  );
}
