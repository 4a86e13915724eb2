// SPDX-License-Identifier: BSD-3-Clause
// What the colors mean: the states that take most of the window, or the scale of waiting.
import { memo } from "react";

import type { State } from "../data/schema";
import type { Mode } from "./cell_colors";
import { explainedName, measurementText } from "../model/state_kind";
import { legendEntries } from "./legend_entries";
import { PALETTES, type StateColors, type Theme } from "./state_colors";
import type { WindowProfile } from "./window_profile";

export interface TimelineLegendProps {
  profile: WindowProfile | null;
  states: State[];
  stateColors: StateColors;
  theme: Theme;
  paper: string; // the color of the page
  mode: Mode;
  selectedRegion: string | null;
  isSelected: (state: State) => boolean;
  onEverything: (() => void) | null; // null if nothing in particular is selected
  hasMarks: boolean;
  hasIndirect: boolean;
  hasMessages: boolean;
  hasFans: boolean;
  hasPath: boolean;
  curve: string | null; // what the curves of a counter are
  onSelect: (state: number) => void;
}

// A line as the timeline draws it: thin with a dot where it begins or ends, or a band.
function LineSample({ color, width, dot }: { color: string; width: number; dot?: "begin" | "end" }) {
  return (
    <svg width={28} height={10} aria-hidden="true">
      <line x1={2} y1={5} x2={26} y2={5} stroke={color} strokeWidth={width} />
      {dot && <circle cx={dot === "begin" ? 3 : 25} cy={5} r={2.5} fill={color} />}
    </svg>
  );
}

export const TimelineLegend = memo(function TimelineLegend(props: TimelineLegendProps) {
  const { profile, states, stateColors, theme, paper, mode, selectedRegion, isSelected, onEverything, hasMarks, hasIndirect, hasMessages, hasFans, hasPath, curve, onSelect } = props;
  const palette = PALETTES[theme];
  const { own, leftOut, others } = legendEntries(profile ?? { entries: [] }, states, stateColors);
  return (
    <div className="timeline-legend" aria-label="Legend" role="group">
      {mode === "waiting" ? (
        <span className="legend-scale">
          <span>computing or communicating</span>
          <span
            className="legend-ramp"
            style={{ background: `linear-gradient(to right, ${palette.notWaiting}, ${palette.wait})` }}
          />
          <span>waiting all of the time</span>
          <span className="legend-swatch" style={{ background: paper }} />
          <span>idle, or nothing recorded</span>
        </span>
      ) : (
        own.map((state) => (
          <button
            type="button"
            key={state}
            className="legend-entry"
            aria-pressed={isSelected(states[state]!)}
            onClick={() => onSelect(state)}
          >
            <span className="legend-swatch" style={{ background: stateColors.colors[state] }} />
            <span className="legend-name" title={explainedName(states[state]!)}>{states[state]!.name}</span>
            {states[state]!.kind === "wait" && <span className="legend-kind">wait</span>}
            {measurementText(states[state]!.name) !== null && <span className="legend-kind">measurement</span>}
          </button>
        ))
      )}
      {mode === "what" &&
        others.map(({ text, color, names }) => (
          <span key={text} className="legend-others" title={names.join(", ")}>
            <span className="legend-swatch" style={{ background: color }} /> {text}
          </span>
        ))}
      {mode === "what" && leftOut > 0 && <span className="muted">and {leftOut} more, in the table</span>}
      {mode === "what" && <span className="muted">paler: took less of the column{selectedRegion !== null && `, or is not the selected ${selectedRegion}`}</span>}
      {onEverything && <button type="button" onClick={onEverything}>select everything</button>}
      {hasMessages && (
        <span className="legend-line">
          <LineSample color="var(--ink)" width={1} dot="end" /> message: from its sending to the dot, where it was received
        </span>
      )}
      {hasFans && (
        <span className="legend-line">
          <LineSample color="var(--accent)" width={1.2} dot="begin" /> who ended a wait: from the dot, where the last one came, to where
          each began to wait for it
        </span>
      )}
      {hasPath && (
        <span className="legend-line">
          <LineSample color="var(--ink)" width={4} /> critical path: the band is on the line that determines how long the run takes
        </span>
      )}
      {curve !== null && (
        <span className="legend-line">
          <LineSample color={palette.curve} width={1.5} /> <span>{curve}</span>
        </span>
      )}
      {hasMarks && (
        <span className="legend-marks">
          <span className="legend-cause">cause</span> lies in the time since the ranks last met
          <span className="legend-wait">1</span> wait for the cause
          {hasIndirect && (
            <>
              <span className="legend-wait legend-indirect">2</span> indirect: wait for another wait
            </>
          )}
        </span>
      )}
    </div>
  );
});
