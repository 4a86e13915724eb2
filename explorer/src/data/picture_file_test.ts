// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { bestWindow } from "./best_window";
import { pictureOf } from "./picture_file";

// One row of three columns: 36 + 8 + 2*3 + 3 + 3 + 2*3 bytes.
function bytes(): Uint8Array {
  const view = new DataView(new ArrayBuffer(62));
  view.setFloat64(0, 1.5, true);
  view.setFloat64(8, 2.5, true);
  view.setUint32(16, 3, true);
  view.setUint32(20, 1, true);
  view.setUint32(24, 1, true);
  view.setUint32(36, 4, true);
  view.setUint32(40, 2, true);
  [7, 65535, 258].forEach((state, i) => view.setUint16(44 + 2 * i, state, true));
  [255, 0, 128].forEach((share, i) => view.setUint8(50 + i, share));
  [1, 2, 3].forEach((waiting, i) => view.setUint8(53 + i, waiting));
  [65535, 9, 10].forEach((wait, i) => view.setUint16(56 + 2 * i, wait, true));
  return new Uint8Array(view.buffer);
}

it("reads all tables of a picture", () => {
  const picture = pictureOf(bytes());
  expect(picture).toMatchObject({ from_s: 1.5, to_s: 2.5, columns: 3, is_coarse: true, rows: [{ first: 4, count: 2 }] });
  expect([...picture.state]).toEqual([7, 65535, 258]);
  expect([...picture.share]).toEqual([255, 0, 128]);
  expect([...picture.waiting]).toEqual([1, 2, 3]);
  expect([...picture.wait]).toEqual([65535, 9, 10]);
});

it("reads which lines a folded picture unites", () => {
  expect(pictureOf(bytes()).folding).toBeUndefined();
  const folded = new Uint8Array(70);
  folded.set(bytes().subarray(0, 44));
  folded.set(bytes().subarray(44), 52);
  new DataView(folded.buffer).setUint32(28, 2, true);
  new DataView(folded.buffer).setUint32(32, 5, true);
  const picture = pictureOf(folded);
  expect(picture.folding).toEqual({ rowOfLine: Uint32Array.from([0, 0]), percent: 5 });
  expect([...picture.state]).toEqual([7, 65535, 258]);
});

it("reads a picture within other bytes, at an odd place", () => {
  const larger = new Uint8Array(72);
  larger.set(bytes(), 3);
  expect([...pictureOf(larger.subarray(3, 65)).state]).toEqual([7, 65535, 258]);
});

it("refuses a picture that is cut off", () => {
  expect(() => pictureOf(bytes().slice(0, 61))).toThrow("61 bytes");
  expect(() => pictureOf(bytes().slice(0, 5))).toThrow("no head");
});

it("takes the shortest of the windows that cover most", () => {
  const windows = [{ from_s: 0, to_s: 10 }, { from_s: 2, to_s: 4 }, { from_s: 5, to_s: 6 }];
  expect(bestWindow(windows, 2.5, 3)).toBe(windows[1]);
  expect(bestWindow(windows, 3, 6)).toBe(windows[0]);
  expect(bestWindow([], 0, 1)).toBeNull();
});
