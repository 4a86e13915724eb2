// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { LongWait, Timeline } from "../data/schema";
import { structureOf } from "../data/structure";
import { sampleReport } from "../testing/sample_report";
import { reportModelOf } from "./report_model";
import { instancesOf, instanceTarget, statesOf, whoWaits } from "./wait_instances";

const model = reportModelOf(structureOf(sampleReport()));
const timeline: Timeline = {
  begin_s: 0,
  end_s: 10,
  locations: [0, 1, 2],
  states: [
    { name: "solve<i>", kind: "user" },
    { name: "MPI_Recv", kind: "mpi" },
    { name: "Late Sender", kind: "wait", metric: "wait" },
    { name: "Unknown wait", kind: "wait", metric: "unknown" },
  ],
  messages: 0,
  counters: [],
};
const wait: LongWait = { state: 2, call: 1, line: 2, begin_s: 4, end_s: 6, waited_s: 1.5, lines: [1, 2], line_count: 2 };

it("finds the wait states below the chosen metrics", () => {
  const of = (id: string) => statesOf(model, timeline, [model.metricAt.get(id)!]);
  expect(of("wait")).toEqual([2]);
  expect(of("time")).toEqual([2]);
  expect(of("comp")).toEqual([]);
});

it("calls instances waiting where the metric only contains wait states", () => {
  const of = (id: string) => instancesOf(model, timeline, [2], model.metricAt.get(id)!);
  expect(of("wait")).toBe("Late Sender");
  expect(of("time")).toBe("waiting in Time");
});

it("says who waits", () => {
  expect(whoWaits(model, timeline, wait)).toBe("ranks 0-1");
  expect(whoWaits(model, timeline, { ...wait, lines: [2], line_count: 1 })).toBe("rank 1");
  expect(whoWaits(model, timeline, { ...wait, lines: [0, 1], line_count: 2 })).toBe("rank 0, 2 threads");
  expect(whoWaits(model, timeline, { ...wait, line_count: 5000 })).toBe("5000 locations");
});

it("shows an instance with what is around it, inside of the run", () => {
  expect(instanceTarget(model, timeline, wait)).toEqual({
    view: "timeline",
    finding: null,
    window: [3, 7],
    locations: [1, 2],
    metrics: ["wait"],
    openMetrics: false,
    callpaths: [2, 3],
    isFlat: false,
  });
  expect(instanceTarget(model, timeline, { ...wait, begin_s: 0, end_s: 9.9 }).window).toEqual([0, 10]);
});
