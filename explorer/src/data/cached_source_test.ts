// SPDX-License-Identifier: BSD-3-Clause
import { expect, it, vi } from "vitest";

import { sampleData, sampleReport } from "../testing/sample_report";
import { CachedSource } from "./cached_source";
import { EmbeddedSource } from "./embedded_source";

it("asks once, and again for what it had to forget", async () => {
  const inner = new EmbeddedSource(sampleData(sampleReport()));
  const ask = vi.spyOn(inner, "callpathSums");
  const source = new CachedSource(inner, 8); // two arrays of 4 numbers
  await source.callpathSums(0, 0);
  await source.callpathSums(0, 1);
  await source.callpathSums(0, 0);
  expect(ask).toHaveBeenCalledTimes(2);
  await source.callpathSums(0, 2); // metric 1 was not used for the longest time
  await source.callpathSums(0, 0);
  expect(ask).toHaveBeenCalledTimes(3);
  await source.callpathSums(0, 1);
  expect(ask).toHaveBeenCalledTimes(4);
});

it("does not keep errors", async () => {
  const inner = new EmbeddedSource(sampleData(sampleReport()));
  vi.spyOn(inner, "report").mockRejectedValueOnce(new Error("not yet"));
  const source = new CachedSource(inner);
  await expect(source.report(0)).rejects.toThrow("not yet");
  expect((await source.report(0)).experiment.program).toBe("sample");
});
