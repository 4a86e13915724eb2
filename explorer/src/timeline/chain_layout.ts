// SPDX-License-Identifier: BSD-3-Clause
// Where the bars of a finding's chain lie in its small picture: a row for each location, in the order in
// which the chain comes to them, and as much time as the episode took.
import type { Finding, ReportStructure } from "../data/schema";
import { episodeMarks, episodeWindow, type Mark } from "./episode_marks";
import { xOf } from "./visible_window";

const MOST_ROWS = 4;
const LABEL_WIDTH = 66;
export const CHAIN_AXIS = 43; // below the rows, for three lines of text

export interface ChainBar {
  mark: Mark;
  row: number;
  x: number;
  width: number;
}

export interface ChainLayout {
  rows: { location: number; label: string; y: number }[];
  rowHeight: number;
  bars: ChainBar[];
  left: number;
  hidden: number; // waits that no row shows
  duration_s: number;
}

function labelOf(report: ReportStructure, location: number): string {
  const found = report.locations[location];
  if (!found) return "unknown";
  const others = report.locations.some(({ rank, thread }) => rank === found.rank && thread !== found.thread);
  return others ? `${found.rank}, thr. ${found.thread}` : `rank ${found.rank}`;
}

export function chainLayout(report: ReportStructure, finding: Finding, width: number, height: number): ChainLayout | null {
  const window = episodeWindow(finding);
  if (!window || !(window[1] > window[0])) return null;
  const marks = episodeMarks(finding, report.locations.map((_, position) => position));
  const order = [...new Set(marks.map(({ span }) => span.location))];
  const shown = order.slice(0, MOST_ROWS);
  const rowHeight = Math.min(24, (height - CHAIN_AXIS) / shown.length);
  const right = width - 4;
  const bars = marks.flatMap((mark) => {
    const row = shown.indexOf(mark.span.location);
    if (row < 0) return [];
    const [x, end] = [mark.span.begin_s, mark.span.end_s].map((time) => LABEL_WIDTH + xOf(time, window, right - LABEL_WIDTH)) as [number, number];
    return [{ mark, row, x, width: Math.max(end - x, 2) }];
  });
  return {
    rows: shown.map((location, row) => ({ location, label: labelOf(report, location), y: row * rowHeight })),
    rowHeight,
    bars,
    left: LABEL_WIDTH,
    hidden: marks.length - bars.length,
    duration_s: window[1] - window[0],
  };
}
