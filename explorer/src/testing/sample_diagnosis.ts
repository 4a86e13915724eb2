// SPDX-License-Identifier: BSD-3-Clause
// A small diagnosis made by hand, for tests: 2 ranks, 10 s, phases 0, 1 and 3 of a kind, phase 2 of another.
//
//   seconds of both ranks      phases 0, 1, 3       phase 2
//   0 main                     0.5 0 0              0
//   1 main/work              4.5 3 2              1.5
//   2 main/MPI_Barrier       1   0.5 0            3
//   3 main/MPI_Barrier/poll  0 2.5 1.5          0
import type { Diagnosis } from "../data/diagnosis";

export function sampleDiagnosis(): Diagnosis {
  const path = (...callpath: string[]) => ({ callpath, sites: callpath.map(() => "a.c:5") });
  const frames: Diagnosis["frames"] = [[-1, "main", 0], [0, "work", 0], [0, "MPI_Barrier", 1], [2, "poll", 1]];
  const phases = [[0, 3], [3, 6], [6, 8], [8, 10]].map(([begin_s, end_s], id) => ({ id, begin_s: begin_s!, end_s: end_s!, kind: "spmd" as const }));
  return {
    diagnosis: {
      schema: "tarry-diagnosis/1",
      experiment: { program: "sample", ranks: 2, threads: 2, duration_s: 10, period_s: 0.5 },
      phases,
      findings: [
        {
          type: "load_imbalance", phases: [0, 1, 3], severity_s: 1.5, severity_percent: 15, symptom: path("main", "MPI_Barrier"),
          causes: [{ ...path("main", "work"), severity_s: 1.5, ranks: [1] }], ranks: [1], waiting_ranks: [0], advice: "distribute the work",
        },
      ],
      limits: ["Samples do not show locks."],
    },
    picture: {
      run: { program: "sample", seconds: 10, period_s: 0.5, row: "rank", rows: 2 },
      columns: 10,
      rows: [{ number: 0, cells: [3, 0, 3, 1, 2, 2, 2, 3] }, { number: 1, cells: [10, 0] }],
      cells: [[1, 0, 10], [2, 1, 5], [2, -1, 0], [-1, -1, 0]],
      marks: [[0, 1, 0], [0, 2, 1]],
      findings: [{ kind: 0, symptom: 2, causes: [{ frame: 1, own: false }] }],
      phases: phases.map(({ id, begin_s, end_s }) => [id, begin_s, end_s, id === 2 ? 1 : 0]),
      frames: [[-1, "main", 0], [0, "work", 0], [0, "MPI_Barrier", 1]],
      labels: ["computation", "synchronization"],
    },
    run: "2 ranks, 10.00 s, samples every 500.0 ms",
    kinds: [
      { title: "Phases 0-1,3, 0 s to 10.00 s, up to main/MPI_Barrier", parts: "imbalance 15.0 %", phases: [0, 1, 3] },
      { title: "Phase 2, 6.000 s to 8.000 s, up to the end", parts: "imbalance 0.0 %", phases: [2] },
    ],
    findings: [{ headline: "Load imbalance: work on rank 1", details: ["cause: main/work (1.500 s) on rank 1"], kind: 0, symptoms: [2], causes: [1] }],
    unresolved: [{ kind: 1, text: "1.000 s (10.0 %) in main/MPI_Barrier" }],
    frames,
    kind_times: [[0, 0.5, 1, 9.5, 2, 1.5, 3, 4], [1, 1.5, 2, 3]],
    phase_times: [[0, [0, 0.5, 1, 4.5, 2, 1]], [1, [1, 3, 2, 0.5, 3, 2.5]], [2, [1, 1.5, 2, 3]]], // that of phase 3 is not kept
    rows: [0, 1],
  };
}
