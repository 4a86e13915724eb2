// SPDX-License-Identifier: BSD-3-Clause
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { AddressWriter, WRITE_MS } from "./address_writer";
import { FIRST_STATE } from "./view_state";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const trees = { ...FIRST_STATE, view: "trees" as const };

function writerWithLog() {
  const written: string[] = [];
  const note = (how: string) => (_: unknown, __: string, address?: string | URL | null) => void written.push(`${how} ${address}`);
  return { writer: new AddressWriter({ pushState: note("push"), replaceState: note("replace") }), written };
}

it("writes the last of several changes, once nobody changes anything", () => {
  const { writer, written } = writerWithLog();
  writer.replace({ ...trees, callpaths: [1] });
  vi.advanceTimersByTime(WRITE_MS - 1);
  writer.replace({ ...trees, callpaths: [2] });
  vi.advanceTimersByTime(WRITE_MS - 1);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(["replace #view=trees&callpath=2"]);
  vi.advanceTimersByTime(10 * WRITE_MS);
  expect(written).toHaveLength(1);
});

it("leaves behind a step what was last before it", () => {
  const { writer, written } = writerWithLog();
  writer.replace({ ...trees, callpaths: [1] });
  writer.push(FIRST_STATE);
  vi.advanceTimersByTime(WRITE_MS);
  expect(written).toEqual(["replace #view=trees&callpath=1", "push #view=overview"]);
});

it("writes at once when the page goes away, and nothing that another address has made void", () => {
  const { writer, written } = writerWithLog();
  writer.replace({ ...trees, callpaths: [1] });
  writer.forget();
  writer.flush();
  vi.advanceTimersByTime(WRITE_MS);
  expect(written).toEqual([]);
  writer.replace({ ...trees, callpaths: [2] });
  writer.flush();
  expect(written).toEqual(["replace #view=trees&callpath=2"]);
});
