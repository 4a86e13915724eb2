// SPDX-License-Identifier: BSD-3-Clause
// Reads a picture of the timeline from its bytes. The layout is in docs/formats/explorer-data.md; all
// numbers are little endian, and tables need not be aligned.
import type { Picture } from "./schema";

const HEAD = 36;

// Machines with browsers keep the lowest byte of a number first, too.
function shorts(bytes: Uint8Array, from: number, count: number): Uint16Array {
  return new Uint16Array(bytes.slice(from, from + 2 * count).buffer);
}

export function pictureOf(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEAD) throw new Error("A picture of the timeline has no head.");
  const columns = view.getUint32(16, true);
  const rowCount = view.getUint32(20, true);
  const cells = columns * rowCount;
  const lineCount = view.getUint32(28, true); // of a folded picture
  const at = HEAD + 8 * rowCount + 4 * lineCount;
  if (bytes.byteLength !== at + 6 * cells)
    throw new Error(
      `A picture of the timeline has ${bytes.byteLength} bytes, which is not ${rowCount} rows of ${columns} columns.`,
    );
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    first: view.getUint32(HEAD + 8 * row, true),
    count: view.getUint32(HEAD + 4 + 8 * row, true),
  }));
  const rowOfLine = Uint32Array.from({ length: lineCount }, (_, line) => view.getUint32(HEAD + 8 * rowCount + 4 * line, true));
  return {
    from_s: view.getFloat64(0, true),
    to_s: view.getFloat64(8, true),
    columns,
    is_coarse: view.getUint32(24, true) !== 0,
    rows,
    ...(lineCount > 0 ? { folding: { rowOfLine, percent: view.getUint32(32, true) } } : {}),
    state: shorts(bytes, at, cells),
    share: bytes.slice(at + 2 * cells, at + 3 * cells),
    waiting: bytes.slice(at + 3 * cells, at + 4 * cells),
    wait: shorts(bytes, at + 4 * cells, cells),
  };
}
