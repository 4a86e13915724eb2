// SPDX-License-Identifier: BSD-3-Clause
// The rows of a picture: which lines they unite, what they are called, and where they lie. A line is a
// location of the timeline; `lines` are the locations of all lines, as positions in the report.
import type { Location, Picture } from "../data/schema";
import { rangesText } from "../model/ranges";

export type Row = Picture["rows"][number];

const LONGEST_LIST = 14;
const LONGEST_FOLDED = 24; // letters of a label
const BEGIN_OF_LIST = 9;

// Returns the locations that a row stands for, as positions in the report.
export function locationsOfRow(row: Row, lines: number[]): number[] {
  return lines.slice(row.first, row.first + row.count);
}

function shortRanges(numbers: number[], word: string): string {
  const all = [...new Set(numbers)];
  if (all.length === 1) return `${word} ${all[0]}`;
  const list = rangesText(all);
  return list.length <= LONGEST_LIST ? `${word}s ${list}` : `${all.length} ${word}s from ${Math.min(...all)}`;
}

// Returns a label: a rank, its thread where ranks have several, or what several lines have in common.
export function rowLabel(row: Row, lines: number[], locations: Location[], hasThreads: boolean): string {
  const found = locationsOfRow(row, lines).flatMap((each) => locations[each] ?? []);
  if (found.length === 0) return `line ${row.first}`;
  const ranks = shortRanges(found.map(({ rank }) => rank), "rank");
  if (!hasThreads) return ranks;
  const severalRanks = new Set(found.map(({ rank }) => rank)).size > 1;
  if (severalRanks) return `${ranks}, ${found.length} threads`;
  return `${ranks}, ${shortRanges(found.map(({ thread }) => thread), "thread")}`;
}

export function rowLabels(rows: Row[], lines: number[], locations: Location[]): string[] {
  const hasThreads = lines.some((each) => (locations[each]?.thread ?? 0) > 0);
  return rows.map((row) => rowLabel(row, lines, locations, hasThreads));
}

// Returns labels of rows that stand for any lines: short ones, and those that name all lines.
export function foldedLabels(rows: number[][], lines: number[], locations: Location[]): { labels: string[]; places: string[] } {
  const hasThreads = lines.some((each) => (locations[each]?.thread ?? 0) > 0);
  const texts = rows.map((ofRow): [label: string, place: string] => {
    if (ofRow.length === 1) {
      const label = rowLabel({ first: ofRow[0]!, count: 1 }, lines, locations, hasThreads);
      return [label, label];
    }
    const found = ofRow.flatMap((line) => locations[lines[line]!] ?? []);
    const list = rangesText(found.map(({ rank }) => rank));
    const what = hasThreads ? "threads of ranks" : "ranks";
    const count = hasThreads ? `${ofRow.length} threads` : `${ofRow.length}`;
    const place = `ranks ${list} (${count})`;
    if (place.length <= LONGEST_FOLDED || !list.includes(",")) return [place, place];
    const begin = list.slice(0, Math.max(list.lastIndexOf(",", BEGIN_OF_LIST), list.indexOf(",")));
    return [`${ofRow.length} ${what}: ${begin}, …`, place];
  });
  return { labels: texts.map(([label]) => label), places: texts.map(([, place]) => place) };
}

// Returns the row of a line, or -1. Rows come in the order of their lines.
export function rowOfLine(rows: Row[], line: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { first, count } = rows[middle]!;
    if (line < first) high = middle - 1;
    else if (line >= first + count) low = middle + 1;
    else return middle;
  }
  return -1;
}

// Unites lines as the server does where there are more than `most`: rows of nearly equal numbers.
export function unitedRows(lineCount: number, most: number): Row[] {
  const count = Math.min(lineCount, Math.max(1, Math.floor(most)));
  return Array.from({ length: count }, (_, row) => {
    const first = Math.floor((row * lineCount) / count);
    return { first, count: Math.floor(((row + 1) * lineCount) / count) - first };
  });
}

// Returns every how many rows a label fits, as a round number.
export function labelStep(rowHeight: number, labelHeight = 15): number {
  const least = labelHeight / rowHeight;
  for (let power = 1; ; power *= 10)
    for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power;
}
