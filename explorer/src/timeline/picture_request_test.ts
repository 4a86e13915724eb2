// SPDX-License-Identifier: BSD-3-Clause
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Picture } from "../data/schema";
import { PictureRequest } from "./picture_request";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const QUICK_MS = 30;
const FULL_MS = 400;

// Quick pictures are coarse if `isCoarse`, and all pictures have as many columns as `columns`.
function answering(columns: number, isCoarse: boolean) {
  return vi.fn(
    (isQuick: boolean) =>
      new Promise<Picture>((done) =>
        setTimeout(() => done({ columns, is_coarse: isQuick && isCoarse } as Picture), isQuick ? QUICK_MS : FULL_MS),
      ),
  );
}

function recorded() {
  const shown: string[] = [];
  const request = new PictureRequest(({ picture, pictureOf }) => shown.push(`${pictureOf} ${picture.is_coarse ? "coarse" : "fine"}`), () => {});
  return { shown, request };
}

it("shows a coarse picture first, and then a finer one", async () => {
  const { shown, request } = recorded();
  request.ask("a", answering(1, true));
  await vi.advanceTimersByTimeAsync(100);
  expect(shown).toEqual(["a coarse"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown).toEqual(["a coarse", "a fine"]);
});

it("asks at once if nothing is on its way, and otherwise for the last of what changes quickly", async () => {
  const { shown, request } = recorded();
  const questions = ["a", "b", "c"].map(() => answering(1, false));
  request.ask("a", questions[0]!);
  expect(questions[0]).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10);
  request.ask("b", questions[1]!);
  await vi.advanceTimersByTimeAsync(10);
  request.ask("c", questions[2]!);
  await vi.advanceTimersByTimeAsync(2000);
  expect(questions.map((each) => each.mock.calls.length)).toEqual([1, 0, 1]);
  expect(shown).toEqual(["a fine", "c fine"]);
  request.ask("d", questions[0]!);
  expect(questions[0]).toHaveBeenCalledTimes(2);
});

it("asks once where the quick picture is not coarse", async () => {
  const { shown, request } = recorded();
  const question = answering(1, false);
  request.ask("a", question);
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toEqual(["a fine"]);
  expect(question).toHaveBeenCalledTimes(1);
});

it("shows nothing finer of a window that is no longer wanted", async () => {
  const { shown, request } = recorded();
  request.ask("a", answering(1, true));
  await vi.advanceTimersByTimeAsync(200); // the finer picture of a is on its way
  request.ask("b", answering(2, true));
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toEqual(["a coarse", "b coarse", "b fine"]);
});

it("asks for nothing finer if the window changes before the quick picture is there", async () => {
  const { shown, request } = recorded();
  const first = answering(1, true);
  request.ask("a", first);
  await vi.advanceTimersByTimeAsync(25); // asked, and not answered
  request.ask("b", answering(2, false));
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toEqual(["a coarse", "b fine"]);
  expect(first).toHaveBeenCalledTimes(1);
});

it("shows nothing once it is stopped", async () => {
  const { shown, request } = recorded();
  request.ask("a", answering(1, true));
  await vi.advanceTimersByTimeAsync(25);
  request.stop();
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toEqual([]);
});
