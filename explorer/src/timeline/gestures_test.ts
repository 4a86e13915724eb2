// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { CLICK, draggedOver } from "./gestures";

it("takes a drag in both directions, beside the gutter, and no click for one", () => {
  expect(draggedOver(100, 150, 40)).toEqual([100, 150]);
  expect(draggedOver(150, 10, 40)).toEqual([40, 150]);
  expect(draggedOver(100, 100 + CLICK, 40)).toBeNull();
  expect(draggedOver(10, 20, 40)).toBeNull();
});
