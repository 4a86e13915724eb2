// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { changeColor, shareColor } from "./colors";
import { shareOf, shownValue, type Wholes } from "./shown_value";

const wholes: Wholes = { root: 10, selection: 4, peer: 5, other: 8 };

it("writes a value as it is or as a part of something", () => {
  expect(shownValue(2, "sec", "absolute", wholes)).toBe("2.000 s");
  expect(shownValue(2, "sec", "root", wholes)).toBe("20.0 %");
  expect(shownValue(2, "sec", "selection", wholes)).toBe("50.0 %");
  expect(shownValue(2, "sec", "peer", wholes)).toBe("40.0 %");
  expect(shownValue(2, "sec", "other", wholes)).toBe("25.0 %");
  expect(shownValue(2, "sec", "other", { ...wholes, other: 0 })).toBe("none there");
  expect(shareOf(2, "absolute", wholes)).toBe(0.2);
  expect(shareOf(2, "selection", { ...wholes, selection: 0 })).toBe(0);
});

it("is gray below the threshold and not from it on", () => {
  const gray = shareColor(0, "light");
  expect(shareColor(0.0049, "light")).toBe(gray);
  expect(shareColor(NaN, "light")).toBe(gray);
  expect(shareColor(0.005, "light")).not.toBe(gray);
  expect(shareColor(0.02, "light", 0.05)).toBe(gray);
  expect(shareColor(1, "light")).toBe(shareColor(3, "light"));
});

it("tells less from more", () => {
  expect(changeColor(-0.5, "light")).not.toBe(changeColor(0.5, "light"));
  expect(changeColor(0.001, "light")).toBe(changeColor(-0.001, "light"));
});
