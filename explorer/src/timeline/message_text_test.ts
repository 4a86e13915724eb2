// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { columnsText } from "./message_text";

it("says what a column stands for where it is broad", () => {
  const picture = { from_s: 1, to_s: 2, columns: 100 };
  expect(columnsText(picture, [1.2, 1.4], 1000)).toBe("a column is 10.00 ms, and shows what took most of it"); // 50 pixels
  expect(columnsText(picture, [1, 2], 290)).toBeNull();
});
