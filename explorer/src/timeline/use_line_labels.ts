// SPDX-License-Identifier: BSD-3-Clause
// Rows of neighboring lines with their labels, and how much room these need.
import { useMemo } from "react";

import type { ReportStructure, Timeline } from "../data/schema";
import { SCALE_WIDTH } from "./draw_counter";
import { rowLabels, unitedRows } from "./rows";
import type { TimelineChoices } from "./timeline_choices";

const LETTER = 7.2; // pixels
const NARROWEST_GUTTER = 70;
const WIDEST_GUTTER = 170;
const FOLDED_GUTTER = 190; // for sets of ranks

export interface LineLabels {
  rows: { first: number; count: number }[];
  labels: string[]; // of the rows
  lineLabels: string[];
  gutter: number; // pixels on the left of the plot
}

export function useLineLabels(timeline: Timeline, report: ReportStructure, rowsWanted: number, { isNested, isFolded, counterOf }: TimelineChoices): LineLabels {
  const lines = timeline.locations;
  const lineCount = lines.length;
  const rows = useMemo(() => unitedRows(lineCount, rowsWanted), [lineCount, rowsWanted]);
  const labels = useMemo(() => rowLabels(rows, lines, report.locations), [rows, lines, report]);
  const lineLabels = useMemo(() => rowLabels(unitedRows(lineCount, lineCount), lines, report.locations), [lines, lineCount, report]);
  const longest = Math.max(...(isNested ? lineLabels : labels).map((each) => each.length), 0);
  const ofLabels = isFolded ? FOLDED_GUTTER : Math.min(WIDEST_GUTTER, Math.max(NARROWEST_GUTTER, 18 + LETTER * longest));
  return { rows, labels, lineLabels, gutter: ofLabels + (counterOf ? SCALE_WIDTH : 0) };
}
