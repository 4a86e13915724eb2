// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { expect, it } from "vitest";

import { contentSize } from "./use_size";

it("knows the size of an element at once, without padding and border", () => {
  const element = document.createElement("div");
  element.style.padding = "5px 10px";
  element.style.border = "1px solid black";
  document.body.append(element);
  element.getBoundingClientRect = () => ({ width: 400.5, height: 100 }) as DOMRect;
  expect(contentSize(element)).toEqual({ width: 378.5, height: 88 });
  element.getBoundingClientRect = () => ({ width: 0, height: 0 }) as DOMRect; // not shown
  expect(contentSize(element)).toEqual({ width: 0, height: 0 });
});
