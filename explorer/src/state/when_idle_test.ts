// SPDX-License-Identifier: BSD-3-Clause
import { afterEach, expect, it, vi } from "vitest";

import { whenIdle } from "./when_idle";

afterEach(() => vi.unstubAllGlobals());

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
  waiting[0]!();
  stop();
  waiting[1]!();
  expect(done).toEqual(["a"]);
});

it("does nothing ahead where the browser does not tell when it is idle", () => {
  const done: string[] = [];
  whenIdle([() => done.push("a")])();
  expect(done).toEqual([]);
});
