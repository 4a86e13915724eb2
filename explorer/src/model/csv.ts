// SPDX-License-Identifier: BSD-3-Clause
// Tables as comma separated values (RFC 4180). A text that a spreadsheet would take for a formula
// gets an apostrophe in front.

export type Cell = string | number | null;

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv(head: string[], rows: Cell[][]): string {
  return [head, ...rows].map((row) => row.map(cell).join(",") + "\r\n").join("");
}
