// SPDX-License-Identifier: BSD-3-Clause
import { percent, seconds } from "../model/quantity";
import type { TimeWindow } from "./visible_window";
import type { WindowProfile } from "./window_profile";

export function placeText([from, to]: TimeWindow): string {
  return `${seconds(from)} to ${seconds(to)}`;
}

// Returns the text that stands for the picture where nobody sees it; `foldedCount`: rows, if lines that are alike share some.
export function timelineLabel(lineCount: number, foldedCount: number | null, window: TimeWindow, profile: WindowProfile | null): string {
  const folded = foldedCount === null ? "" : `, folded into ${foldedCount} rows,`;
  const waiting = profile ? `, ${percent(profile.waiting_s, profile.total_s)} of the time waiting` : "";
  return (
    `Timeline of ${lineCount} lines${folded} from ${placeText(window)}${waiting}. ` +
    "Plus and minus zoom, left and right arrows move, 0 shows the whole run. Up and down arrows move a cursor over the lines, N and P to " +
    "the next and the previous visit, Enter selects what is there, Space its line. The table below has the profile of this window."
  );
}
