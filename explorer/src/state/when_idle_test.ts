// SPDX-License-Identifier: BSD-3-Clause
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { SETTLE_MS, whenIdle } from "./when_idle";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function idleTimes() {
  const waiting: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (run: () => void) => waiting.push(run));
  vi.stubGlobal("cancelIdleCallback", (handle: number) => (waiting[handle - 1] = () => undefined));
  return waiting;
}

it("does a piece in each idle time, and nothing before", () => {
  const waiting = idleTimes();
  const done: string[] = [];
  whenIdle([() => done.push("a"), () => done.push("b")]);
  expect(waiting).toEqual([]);
  vi.advanceTimersByTime(SETTLE_MS);
  expect(done).toEqual([]);
  waiting[0]!();
  expect(done).toEqual(["a"]);
  waiting[1]!();
  expect(done).toEqual(["a", "b"]);
  expect(waiting).toHaveLength(2);
});

it("leaves out the rest if nobody needs it any more", () => {
  const waiting = idleTimes();
  const done: string[] = [];
  const stop = whenIdle([() => done.push("a"), () => done.push("b")]);
  vi.advanceTimersByTime(SETTLE_MS);
  waiting[0]!();
  stop();
  waiting[1]!();
  expect(done).toEqual(["a"]);
});

it("does nothing ahead where the browser does not tell when it is idle", () => {
  const done: string[] = [];
  whenIdle([() => done.push("a")]);
  vi.advanceTimersByTime(SETTLE_MS);
  expect(done).toEqual([]);
});

it("does nothing for a page that is gone before it has settled", () => {
  const waiting = idleTimes();
  whenIdle([() => undefined])();
  vi.advanceTimersByTime(SETTLE_MS);
  expect(waiting).toEqual([]);
});
