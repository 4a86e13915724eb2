// SPDX-License-Identifier: BSD-3-Clause
// What is selected in the timeline, and what a click selects.
import type { State, Timeline } from "../data/schema";
import type { TimelineChoice } from "../model/timeline_targets";
import type { FoldedRows } from "./folded_rows";

export interface Selected {
  region: string | null;
  metric: string | null;
}

export function isSelectedState({ kind, metric, name }: State, selected: Selected): boolean {
  return kind === "wait" && metric ? metric === selected.metric : name === selected.region;
}

// Returns what a click on a state selects: what is selected already is no longer.
export function choiceOfState(state: State, selected: Selected): TimelineChoice {
  const isOff = isSelectedState(state, selected);
  if (state.kind === "wait" && state.metric) return { metric: isOff ? null : state.metric };
  return { region: isOff ? null : state.name };
}

export function selectedLinesOf(locations: number[], selected: number[] | null): ReadonlySet<number> {
  const wanted = new Set(selected ?? []);
  return new Set(locations.flatMap((location, line) => (wanted.has(location) ? [line] : [])));
}

// Returns the lines that a click on a label selects: those of the row, of neighbors or of what is alike.
export function linesOfLabel(line: number, rows: { first: number; count: number }[], folded: FoldedRows | undefined, isNested: boolean): number[] {
  if (folded) return folded.rows[line] ?? [];
  const row = isNested ? { first: line, count: 1 } : rows.find(({ first, count }) => line < first + count);
  return row ? Array.from({ length: row.count }, (_, i) => row.first + i) : [];
}

export function locationsOfLines(lines: number[], { locations }: Timeline): number[] {
  return lines.flatMap((line) => locations[line] ?? []);
}
