// SPDX-License-Identifier: BSD-3-Clause
// What is said below the picture: which part of what was wanted is drawn, and why not more.
import { useMemo } from "react";

import type { Details, Folding, Picture } from "../data/schema";
import { columnsText, fansText, foldingText, messagesText, pathText, slicesText } from "./message_text";
import { MOST_LANES } from "./geometry";
import { seenDetails, seenFans } from "./seen_details";
import type { TimelineChoices } from "./timeline_choices";
import { MOST_MESSAGES } from "./use_timeline_data";
import type { TimeWindow } from "./visible_window";
import type { WaitFan } from "./wait_fans";

export interface TimelineNotesProps {
  error: string | null;
  choices: TimelineChoices;
  lineCount: number;
  rowCount: number; // of lines that are neighbors
  folding: Folding | undefined;
  foldedCount: number; // rows of lines that are alike
  unfoldedCount: number; // lines
  onFoldAll: () => void;
  picture: Picture | null;
  window: TimeWindow;
  plotWidth: number;
  details: Details | null;
  depths: number | null; // levels of the nested visits that are drawn
  fans: WaitFan[];
  hasVisits: boolean;
  noCurves: string | null; // why no counter is drawn
  isPartial: boolean; // whether some lines are out of sight
}

export function TimelineNotes(props: TimelineNotesProps) {
  const { choices, lineCount, rowCount, folding, depths, window } = props;
  const [from, to] = window;
  const details = useMemo(() => props.details && seenDetails(props.details, [from, to]), [props.details, from, to]);
  const broadColumns = props.picture ? columnsText(props.picture, window, props.plotWidth) : null;
  return (
    <div className="timeline-notes muted" aria-live="polite">
      {props.error && <span className="timeline-error">{props.error}</span>}
      {folding && <span className="folding-text">{foldingText(folding, props.foldedCount)}</span>}
      {folding && props.unfoldedCount > 0 && (
        <button type="button" onClick={props.onFoldAll}>Fold {props.unfoldedCount} lines again</button>
      )}
      {rowCount < lineCount && !choices.isNested && !folding && <span>{lineCount} lines in {rowCount} rows</span>}
      {broadColumns && depths === null && <span>{broadColumns}</span>}
      {choices.isNested && details && <span>{slicesText(details)}</span>}
      {depths !== null && depths > MOST_LANES && <span>the outermost {MOST_LANES} of {depths} levels</span>}
      {choices.showsFans && details && <span>{fansText(seenFans(props.fans, window), props.hasVisits)}</span>}
      {props.noCurves && <span>{props.noCurves}</span>}
      {choices.showsPath && details && <span>{pathText(details)}</span>}
      {choices.showsMessages && details && (
        <span>{messagesText(details)}{details.message_count > MOST_MESSAGES && props.isPartial ? " on these lines" : ""}</span>
      )}
      <span>Wheel: zoom. Drag: zoom to a range. Shift and drag: move. Shift and wheel: scroll lines.</span>
    </div>
  );
}
