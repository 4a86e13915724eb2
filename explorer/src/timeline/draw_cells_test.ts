// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { putCells } from "./draw_cells";

it("writes each row of cells three times, as opaque pixels", () => {
  const pixels = new Uint32Array(2 * 3 * 2);
  putCells(Uint32Array.from([0x112233, 0xffffff, 0xff0000, 0x0000fe]), 2, pixels);
  const bytes = [...new Uint8Array(pixels.buffer)];
  const rows = Array.from({ length: 6 }, (_, row) => bytes.slice(8 * row, 8 * row + 8));
  const first = [0x11, 0x22, 0x33, 255, 255, 255, 255, 255];
  const second = [255, 0, 0, 255, 0, 0, 0xfe, 255];
  expect(rows).toEqual([first, first, first, second, second, second]);
});
