// SPDX-License-Identifier: BSD-3-Clause
// How tall the lines and the picture are, and which lines are seen.
import type { FoldedRows } from "./folded_rows";
import { AXIS_HEIGHT, flatLayout, foldedRowsWanted, type Geometry, LEAST_ROW, nestedLayout, visibleLines } from "./geometry";
import type { TimelineChoices } from "./timeline_choices";
import type { TimeWindow } from "./visible_window";

const TALLEST_PLOT = 460;
const SHORTEST_PLOT = 120;
const WANTED_LINE = 24;
const LEAST_CONTENT = 20;

function plotOf(lineCount: number, isNested: boolean): number {
  return isNested ? TALLEST_PLOT : Math.min(TALLEST_PLOT, Math.max(SHORTEST_PLOT, lineCount * WANTED_LINE));
}

// Returns how many rows a picture shall have: of neighbors, and of lines that are alike.
export function wantedRows(lineCount: number, isNested: boolean, enlarged: number): { rows: number; foldedRows: number } {
  const plot = plotOf(lineCount, isNested);
  const times = isNested ? 1 : enlarged;
  return { rows: flatLayout(lineCount, plot, times).rowsWanted, foldedRows: foldedRowsWanted(plot, times) };
}

export interface LayoutOf {
  lineCount: number; // what is drawn one below the other: lines, or rows of lines that are alike
  isNested: boolean;
  depths: number; // of nested visits
  enlarged: number;
  isFolded: boolean;
  scrollTop: number; // as it is wanted
  width: number;
  gutter: number;
  window: TimeWindow;
}

export interface TimelineLayout {
  geometry: Geometry;
  contentHeight: number;
  lowest: number; // as far as can be scrolled
  firstLine: number; // that is seen
  endLine: number;
  isPartial: boolean; // whether some lines are out of sight
}

export function timelineLayout(of: LayoutOf): TimelineLayout {
  const { lineCount, width, gutter, window } = of;
  const plot = plotOf(lineCount, of.isNested);
  const { lineHeight, contentHeight } = of.isNested
    ? nestedLayout(lineCount, plot, of.depths)
    : flatLayout(lineCount, plot, of.enlarged, of.isFolded ? LEAST_ROW : 0);
  const height = AXIS_HEIGHT + Math.min(plot, Math.max(contentHeight, LEAST_CONTENT));
  const lowest = Math.max(contentHeight + AXIS_HEIGHT - height, 0);
  const geometry: Geometry = { width, height, gutter, window, scrollTop: Math.min(of.scrollTop, lowest), lineHeight };
  const [firstLine, endLine] = visibleLines(geometry, lineCount);
  return { geometry, contentHeight, lowest, firstLine, endLine, isPartial: firstLine > 0 || endLine < lineCount };
}

// Returns the lines of which details are needed; null: of all.
export function linesOfDetails({ firstLine, endLine, isPartial }: TimelineLayout, folded: FoldedRows | undefined, choices: TimelineChoices): number[] | null {
  if (folded) return choices.isNested && !choices.needsAllLines ? folded.rows.slice(firstLine, endLine).map((each) => each[0]!) : null;
  return isPartial ? Array.from({ length: endLine - firstLine }, (_, i) => firstLine + i) : null;
}
