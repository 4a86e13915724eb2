// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LATE_MS, useLate } from "./use_late";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Shown({ lasts }: { lasts: boolean }) {
  return useLate(lasts) ? "late" : "in time";
}

it("tells what lasts, each time anew", () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const page = document.createElement("div");
  const root = createRoot(page);
  const show = (lasts: boolean) => act(() => root.render(<Shown lasts={lasts} />));
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  show(true);
  wait(LATE_MS - 1);
  expect(page.textContent).toBe("in time");
  wait(1);
  expect(page.textContent).toBe("late");
  show(false);
  expect(page.textContent).toBe("in time");
  show(true);
  wait(LATE_MS - 1);
  expect(page.textContent).toBe("in time");
  show(false);
  wait(LATE_MS);
  expect(page.textContent).toBe("in time");
  act(() => root.unmount());
});
