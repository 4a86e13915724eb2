// SPDX-License-Identifier: BSD-3-Clause
export const LETTER = 6.6; // pixels of a letter at 12 pixels, about

// Returns as much of a text as fits into a width.
export function shortened(text: string, width: number): string {
  const most = Math.floor(width / LETTER);
  if (text.length <= most) return text;
  return most < 3 ? "" : `${text.slice(0, most - 1)}…`;
}
