// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { columnsText, foldingText } from "./message_text";

it("says what a column stands for where it is broad", () => {
  const picture = { from_s: 1, to_s: 2, columns: 100 };
  expect(columnsText(picture, [1.2, 1.4], 1000)).toBe("a column is 10.00 ms, and shows what took most of it"); // 50 pixels
  expect(columnsText(picture, [1, 2], 290)).toBeNull();
});

it("says which lines share rows, or that none does", () => {
  const folding = { rowOfLine: Uint32Array.of(0, 1, 1), percent: 5 };
  expect(foldingText(folding, 2)).toMatch(/^3 lines in 2 rows: rows are alike if .* at most 5 % of this window; a click on the label of a row of several lines unfolds it$/);
  expect(foldingText(folding, 3)).toMatch(/^3 lines in 3 rows: rows are alike if .* at most 5 % of this window$/);
  expect(foldingText({ ...folding, rowOfLine: Uint32Array.of(0, 1, 2) }, 3)).toBe(
    "no two of the 3 lines are alike here: each pair differs in what it does, or in its waiting, for more than 5 % of this window",
  );
});
