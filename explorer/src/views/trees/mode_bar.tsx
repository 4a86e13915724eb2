// SPDX-License-Identifier: BSD-3-Clause
// How the values of all three trees are written, and from which part on they have a color.
import { memo } from "react";

import { MODE_NAMES, MODES, type Mode } from "../../model/shown_value";
import type { Change } from "../../state/use_view_state";
import { ColorLegend } from "./color_legend";

const THRESHOLDS = [0, 0.001, 0.005, 0.01, 0.05];

interface ModeBarProps {
  mode: Mode;
  threshold: number;
  change: Change;
  hasOther: boolean;
}

export const ModeBar = memo(function ModeBar({ mode, threshold, change, hasOther }: ModeBarProps) {
  const thresholds = [...new Set([...THRESHOLDS, threshold])].sort((a, b) => a - b);
  return (
    <div className="mode-bar">
      <label>
        Values:{" "}
        <select value={mode} onChange={(event) => change({ mode: event.target.value as Mode })}>
          {MODES.filter((each) => each !== "other" || hasOther).map((each) => (
            <option key={each} value={each}>
              {MODE_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Gray below:{" "}
        <select value={threshold} onChange={(event) => change({ threshold: Number(event.target.value) })}>
          {thresholds.map((each) => (
            <option key={each} value={each}>
              {+(each * 100).toFixed(3)} %
            </option>
          ))}
        </select>
      </label>
      <ColorLegend mode={mode} threshold={threshold} />
      <span className="hint">A collapsed node stands for all below it, an expanded one for itself alone.</span>
    </div>
  );
});
