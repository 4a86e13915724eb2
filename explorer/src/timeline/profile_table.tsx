// SPDX-License-Identifier: BSD-3-Clause
// The profile of the visible window: what its time was spent on, over all lines.
import { memo, useState } from "react";

import type { State } from "../data/schema";
import { csv } from "../model/csv";
import { percent, seconds } from "../model/quantity";
import { saveCsv } from "../plots/save_picture";
import { explainedName, kindOf } from "../model/state_kind";
import { UnbrokenNames } from "../widgets/unbroken_names";
import type { TimeWindow } from "./visible_window";
import type { WindowProfile } from "./window_profile";

const FIRST_ROWS = 10;
const UNKNOWN = "nothing recorded, or other states in the same columns";

export interface ProfileTableProps {
  profile: WindowProfile;
  states: State[];
  stateColors: string[];
  window: TimeWindow;
  lineCount: number;
  selectedRegion: string | null;
  onSelect: (state: number) => void;
}

// Says how far the table can be trusted.
export function approximationText({ entries, total_s }: WindowProfile): string {
  const unknown_s = entries.find(({ state }) => state === null)?.time_s ?? 0;
  return (
    "Approximate: a column of the picture knows only the state that took most of it, and its waiting. " +
    (unknown_s > 0 ? `${percent(unknown_s, total_s)} of the time has no name here, and short states have more than they show. ` : "") +
    "The trees have exact sums of the whole run."
  );
}

// Returns the table as a file has it.
export function profileCsv(profile: WindowProfile, states: State[]): string {
  const rows = profile.entries.map(({ state, time_s }) => {
    const found = state === null ? null : states[state];
    return [found?.name ?? UNKNOWN, found ? kindOf(found).text : "", time_s, profile.total_s > 0 ? time_s / profile.total_s : 0];
  });
  return csv(["state", "kind", "seconds", "share"], rows);
}

export const ProfileTable = memo(function ProfileTable(props: ProfileTableProps) {
  const { profile, states, stateColors, window, lineCount, selectedRegion, onSelect } = props;
  const [isWhole, setWhole] = useState(false);
  const { entries, total_s, waiting_s } = profile;
  const shown = isWhole ? entries : entries.slice(0, FIRST_ROWS);
  return (
    <section className="window-profile" aria-label="Profile of the visible window">
      <div className="picture-head">
        <h2>In this window</h2>
        <span className="muted">
          {seconds(window[1] - window[0])} on {lineCount} {lineCount === 1 ? "line" : "lines"}; waiting:{" "}
          <strong>{percent(waiting_s, total_s)}</strong> of the time, {seconds(waiting_s)}
        </span>
        <button type="button" onClick={() => saveCsv("window-profile", profileCsv(profile, states))}>
          Save as CSV
        </button>
      </div>
      <p className="muted profile-note">{approximationText(profile)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Kind</th>
            <th scope="col" className="number">Time of all lines</th>
            <th scope="col" className="number">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ state, time_s }) => {
            const found = state === null ? null : states[state];
            return (
              <tr key={state ?? -1} className={found && found.name === selectedRegion ? "selected" : undefined}>
                <td>
                  {found && state !== null ? (
                    <button type="button" className="link" title={explainedName(found)} onClick={() => onSelect(state)}>
                      <span className="legend-swatch" style={{ background: stateColors[state] }} />
                      <UnbrokenNames text={found.name} />
                    </button>
                  ) : (
                    <span className="muted">{UNKNOWN}</span>
                  )}
                </td>
                <td title={found ? kindOf(found).explanation : undefined}>{found ? kindOf(found).text : ""}</td>
                <td className="number">{seconds(time_s)}</td>
                <td className="number">{percent(time_s, total_s)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {entries.length > FIRST_ROWS && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${entries.length}`}
        </button>
      )}
    </section>
  );
});
