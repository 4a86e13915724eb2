// SPDX-License-Identifier: BSD-3-Clause
// What a person wants to see over and in the timeline, as far as the trace has it.
import type { Timeline, TimelineCounter } from "../data/schema";
import type { TimelineShown } from "../state/view_state";
import type { Mode } from "./cell_colors";

export interface TimelineChoices {
  mode: Mode;
  isNested: boolean;
  isFolded: boolean;
  showsMessages: boolean;
  showsFans: boolean;
  showsPath: boolean;
  counter: number | null;
  counterOf: TimelineCounter | null; // the same
  needsAllLines: boolean; // whether something of one line is drawn on others
}

export function timelineChoices(timeline: Timeline, shown: TimelineShown[], wantedCounter: number | null): TimelineChoices {
  const shows = (what: TimelineShown) => shown.includes(what);
  const counter = wantedCounter !== null && timeline.counters[wantedCounter]?.has_curve ? wantedCounter : null;
  const showsMessages = shows("messages") && timeline.messages > 0;
  return {
    mode: shows("waiting") ? "waiting" : "what",
    isNested: shows("nested"),
    isFolded: shows("alike"),
    showsMessages,
    showsFans: shows("fans"),
    showsPath: shows("path"),
    counter,
    counterOf: counter === null ? null : timeline.counters[counter]!,
    needsAllLines: showsMessages || shows("fans") || shows("path") || counter !== null,
  };
}
