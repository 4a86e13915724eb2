// SPDX-License-Identifier: BSD-3-Clause
// Lists of numbers as people write them: 0-3, 7.

export function rangesText(numbers: number[], separator = ", "): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[end]! + 1) ++end;
    parts.push(end === i ? `${sorted[i]}` : `${sorted[i]}-${sorted[end]}`);
    i = end + 1;
  }
  return parts.join(separator);
}

// Reads what rangesText writes; ignores what is no range, and stops at `most` numbers.
export function numbersOfRanges(text: string, most = 1_000_000): number[] {
  const numbers: number[] = [];
  for (const part of text.split(",")) {
    const found = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(part);
    if (!found) continue;
    const last = Number(found[2] ?? found[1]);
    for (let i = Number(found[1]); i <= last && numbers.length < most; ++i) numbers.push(i);
  }
  return numbers;
}
