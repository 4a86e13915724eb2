// SPDX-License-Identifier: BSD-3-Clause
// The lines of a source file near one of them. A whole file of many thousand lines would make the page
// slow.

export interface SourceLine {
  number: number; // from 1
  text: string;
}

export const LINES_ON_EACH_SIDE = 300;

export function linesAround(text: string, line: number | null, side = LINES_ON_EACH_SIDE): SourceLine[] {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const middle = Math.min(Math.max(line ?? 1, 1), lines.length);
  const first = Math.max(middle - side, 1);
  return lines.slice(first - 1, middle + side).map((content, i) => ({ number: first + i, text: content }));
}
