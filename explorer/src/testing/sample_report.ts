// SPDX-License-Identifier: BSD-3-Clause
// A small report made by hand, for tests: 2 ranks, the first with 2 threads, on 2 hosts.
//
//   time            comp               wait (part of time)
//   0 main    1 2 3   0 main    1 2 3    2 recv  0.5 0 1.5
//   1 solve   2 0 1   1 solve   2 0 1    3 recv  0 0 0.25
//   2 recv    1 0 2
//   3 recv    0 0 1
import type { EmbeddedData, EmbeddedReport } from "../data/embedded_data";

function entries(metric: string, rows: [callpath: number, ...values: number[]][]) {
  return rows.flatMap(([callpath, ...values]) =>
    values.map((value, location) => ({ metric, callpath, location, value })).filter(({ value }) => value !== 0),
  );
}

export function sampleReport(): EmbeddedReport {
  return {
    schema: "tarry-report/1",
    experiment: { program: "sample", ranks: 2, threads: 2, duration_s: 10, warnings: ["<b>odd</b>"] },
    metrics: [
      { id: "time", name: "Time", unit: "sec", parent: null, total: 14, description: "All time" },
      { id: "comp", name: "Computation", unit: "sec", parent: "time", total: 9 },
      { id: "wait", name: "Late Sender", unit: "sec", parent: "time", total: 2.25 },
      { id: "visits", name: "Visits", unit: "occ", parent: null, total: 4 },
    ],
    callpaths: [
      { id: 0, parent: null, region: "main", file: "/src/main.cpp", line: 1, role: "function" },
      { id: 1, parent: 0, region: "solve<i>", file: "/src/main.cpp", line: 7, role: "function" },
      { id: 2, parent: 1, region: "MPI_Recv", file: "/src/main.cpp", line: 9, role: "mpi", callsite: "main.cpp:9" },
      { id: 3, parent: 0, region: "MPI_Recv", file: null, line: null, role: "mpi" },
    ],
    locations: [
      { id: 0, rank: 0, thread: 0, host: "a", kind: "cpu" },
      { id: 1, rank: 0, thread: 1, host: "a", kind: "cpu" },
      { id: 2, rank: 1, thread: 0, host: "b", kind: "cpu" },
    ],
    findings: [
      {
        kind: "delay",
        callpath: 1,
        ranks: [0],
        delay_s: 2,
        cost_s: 2.25,
        gain_s: 1.5,
        gain_low_s: 1,
        gain_high_s: 1.75,
        gain_alone_s: 1.5,
        explained: true,
        model: "waitfirst",
        victims: [{ metric: "wait", callpath: 2, ranks: [1], wait_s: 1.5, steps: 1 }],
        text: "solve on rank 0 takes 2 s too long",
      },
    ],
    severity: [
      ...entries("time", [[0, 1, 2, 3], [1, 2, 0, 1], [2, 1, 0, 2], [3, 0, 0, 1]]),
      ...entries("comp", [[0, 1, 2, 3], [1, 2, 0, 1]]),
      ...entries("wait", [[2, 0.5, 0, 1.5], [3, 0, 0, 0.25]]),
      ...entries("visits", [[0, 1, 0, 1], [1, 1, 0, 1]]),
    ],
  };
}

// The same with two kinds of delay costs by both models; of those of the first kind, a quarter and a half
// came through other waits.
//   proportional: a in solve 3 0 0, b in main 0 0 1     waits first: a in solve 3 0 0, b in solve 1 0 0
export function costReport(): EmbeddedReport {
  const report = sampleReport();
  report.metrics[2]!.costs = "delay_a_aggregate";
  report.metrics.push({ id: "late", name: "Late Receiver", unit: "sec", parent: "time", total: 1, costs: "delay_b_aggregate" });
  const models: [end: string, longTerm: number][] = [["", 0.75], ["__waitfirst", 1.5]];
  for (const [end, longTerm] of models) {
    const add = (id: string, parent: string | null, total: number) =>
      report.metrics.push({ id: id + end, name: `Costs ${id}${end}`, unit: "sec", parent: parent && parent + end, total });
    add("delay", null, 4);
    add("delay_a_aggregate", "delay", 3);
    add("delay_a", "delay_a_aggregate", 3 - longTerm);
    add("delay_a_longterm", "delay_a_aggregate", longTerm);
    add("delay_b_aggregate", "delay", 1);
  }
  report.severity.push(
    ...entries("delay", [[0, 0, 0, 1], [1, 3, 0, 0]]),
    ...entries("delay__waitfirst", [[1, 4, 0, 0]]),
    ...entries("delay_a_aggregate", [[1, 3, 0, 0]]),
    ...entries("delay_a_aggregate__waitfirst", [[1, 3, 0, 0]]),
    ...entries("delay_b_aggregate", [[0, 0, 0, 1]]),
    ...entries("delay_b_aggregate__waitfirst", [[1, 1, 0, 0]]),
  );
  return report;
}

export function sampleData(...reports: EmbeddedReport[]): EmbeddedData {
  return {
    session: {
      schema: "tarry-explorer/1",
      version: "0",
      reports: reports.map((report, i) => ({
        name: `run ${i}`,
        headline: [`${report.experiment.program}: 2 ranks, ran 10 s`, "A summary."],
        time_parts: [
          { name: "computation", time_s: 9, metrics: ["comp"] },
          { name: "waiting in MPI", time_s: 2.25, metrics: ["wait"] },
          { name: "other MPI", time_s: 2.75, metrics: ["time"] },
        ],
        costs: [],
      })),
      timeline: false,
    },
    reports,
    timeline: null,
    pictures: [],
    details: [],
    sources: reports.map(() => ({ "/src/main.cpp": "int main() {\n  solve();\n}\n" })),
  };
}
