// SPDX-License-Identifier: BSD-3-Clause
import { describe, expect, it } from "vitest";

import { chainLayout } from "./chain_layout";
import { episodeMarks, episodeWindow } from "./episode_marks";
import { madeUpRun } from "./made_up_run";

describe("marks of an episode", () => {
  const { finding } = madeUpRun();
  it("begin with the cause, then number the waits; later ones are indirect", () => {
    const marks = episodeMarks(finding, [0, 1, 2, 3, 4, 5, 6, 7]);
    expect(marks.map(({ role, number, line }) => [role, number, line])).toEqual([
      ["cause", 0, 2],
      ["direct", 1, 3],
      ["indirect", 2, 4],
      ["indirect", 3, 5],
    ]);
  });
  it("lie on the lines of the timeline, if it has them", () => {
    expect(episodeMarks(finding, [5, 3, 2]).map(({ line }) => line)).toEqual([2, 1, -1, 0]);
  });
  it("are none without an episode", () => {
    expect(episodeMarks(null, [0])).toEqual([]);
    expect(episodeMarks({ ...finding, episode: undefined }, [0])).toEqual([]);
    expect(episodeWindow({ ...finding, episode: undefined })).toBeNull();
  });
  it("last from the first begin to the last end", () => {
    const [from, to] = episodeWindow(finding)!;
    expect(from).toBeCloseTo(0.1, 12);
    expect(to).toBe(Math.max(...finding.episode!.waits.map(({ end_s }) => end_s)));
  });
});

describe("the chain's picture", () => {
  const { finding, report } = madeUpRun();
  it("has a row for each location in the order of the chain", () => {
    const layout = chainLayout(report, finding, 320, 96)!;
    expect(layout.rows.map(({ label }) => label)).toEqual(["rank 2", "rank 3", "rank 4", "rank 5"]);
    expect(layout.bars.map(({ row }) => row)).toEqual([0, 1, 2, 3]);
    expect(layout.bars[0]!.x).toBe(layout.left);
    for (const { x, width } of layout.bars) expect(x + width).toBeLessThanOrEqual(316.001);
  });
  it("says how many waits it has no row for", () => {
    const waits = [3, 4, 5, 6, 7].map((location, i) => ({ callpath: 2, location, begin_s: 0.1 + i, end_s: 0.2 + i }));
    expect(chainLayout(report, { ...finding, episode: { cause: finding.episode!.cause, waits } }, 320, 96)!.hidden).toBe(2);
  });
  it("is none where no time passes", () => {
    const cause = { callpath: 1, location: 2, begin_s: 1, end_s: 1 };
    expect(chainLayout(report, { ...finding, episode: { cause, waits: [] } }, 320, 96)).toBeNull();
  });
});
