// SPDX-License-Identifier: BSD-3-Clause
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LatestRequest } from "./latest_request";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = <T>(answer: T, ms: number) => () => new Promise<T>((done) => setTimeout(() => done(answer), ms));

it("asks once for what changes quickly", async () => {
  const answers: string[] = [];
  const asked = vi.fn(after("last", 5));
  const latest = new LatestRequest<string>(40, (answer) => answers.push(answer), () => {});
  latest.ask(after("first", 5));
  await vi.advanceTimersByTimeAsync(30);
  latest.ask(asked);
  await vi.advanceTimersByTimeAsync(39);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(answers).toEqual(["last"]);
});

it("drops an answer that comes after that of a later question", async () => {
  const answers: string[] = [];
  const latest = new LatestRequest<string>(0, (answer) => answers.push(answer), () => {});
  latest.ask(after("slow", 500));
  await vi.advanceTimersByTimeAsync(1);
  latest.ask(after("quick", 10));
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toEqual(["quick"]);
});

it("reports errors, and nothing once it is stopped", async () => {
  const answers: string[] = [];
  const errors: string[] = [];
  const latest = new LatestRequest<string>(0, (answer) => answers.push(answer), (error) => errors.push(error));
  latest.ask(() => Promise.reject(new Error("no server")));
  await vi.advanceTimersByTimeAsync(1);
  expect(errors).toEqual(["no server"]);
  latest.ask(after("late", 50));
  await vi.advanceTimersByTimeAsync(10);
  latest.stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(answers).toEqual([]);
});
