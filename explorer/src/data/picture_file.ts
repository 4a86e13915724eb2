// SPDX-License-Identifier: BSD-3-Clause
// Reads a picture of the timeline from its bytes. The layout is in docs/formats/explorer-data.md; all
// numbers are little endian, and tables need not be aligned.
import type { Picture } from "./schema";

const HEAD = 36;

function shorts(view: DataView, from: number, count: number): Uint16Array {
  const values = new Uint16Array(count);
  for (let i = 0; i < count; ++i) values[i] = view.getUint16(from + 2 * i, true);
  return values;
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
    state: shorts(view, at, cells),
    share: bytes.slice(at + 2 * cells, at + 3 * cells),
    waiting: bytes.slice(at + 3 * cells, at + 4 * cells),
    wait: shorts(view, at + 4 * cells, cells),
  };
}
