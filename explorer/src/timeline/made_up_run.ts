// SPDX-License-Identifier: BSD-3-Clause
// A made-up run for tests and for trying the pictures: rank 2 computes longer in some steps, its
// neighbor waits for it, and the ranks behind wait for that wait.
import type { Details, Finding, Message, Picture, ReportStructure, Slice, State, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import { NO_STATE } from "./cell_colors";
import { rowOfLine, unitedRows } from "./rows";
import { sliceIndex } from "./slices";

const STEP_S = 0.1;
const STATES: State[] = [
  { name: "main", kind: "user" },
  { name: "compute_fluxes", kind: "user" },
  { name: "apply_boundary", kind: "user" },
  { name: "MPI_Recv", kind: "mpi" },
  { name: "MPI_Send", kind: "mpi" },
  { name: "MPI_Allreduce", kind: "mpi" },
  { name: "Late Sender", kind: "wait", metric: "mpi_latesender" },
  { name: "Wait at N x N", kind: "wait", metric: "mpi_wait_nxn" },
  { name: "write_output", kind: "io" },
];

export interface MadeUpRun {
  source: Source;
  timeline: Timeline;
  report: ReportStructure;
  finding: Finding;
  slices: Slice[];
}

function slicesOf(ranks: number, steps: number): { slices: Slice[]; messages: Message[] } {
  const slices: Slice[] = [];
  const messages: Message[] = [];
  for (let line = 0; line < ranks; ++line) slices.push({ line, depth: 0, state: 0, begin_s: 0, end_s: steps * STEP_S });
  for (let step = 0; step < steps; ++step) {
    const begin = step * STEP_S;
    let sent = begin; // when the rank before sends
    for (let line = 0; line < ranks; ++line) {
      const late = line === 2 && step % 3 === 1 ? 0.03 : 0;
      const computed = begin + 0.03 + late + 0.002 * ((line * 7 + step) % 5);
      slices.push({ line, depth: 1, state: 1, begin_s: begin, end_s: computed });
      slices.push({ line, depth: 2, state: 2, begin_s: begin + 0.005, end_s: begin + 0.012 });
      let now = computed;
      if (line > 0) {
        const received = Math.max(now, sent) + 0.002;
        slices.push({ line, depth: 1, state: 3, begin_s: now, end_s: received });
        if (sent > now) slices.push({ line, depth: 2, state: 6, begin_s: now, end_s: sent });
        messages.push({ from: line - 1, to: line, sent_s: sent - 0.001, received_s: received, bytes: 8192, tag: 1 });
        now = received;
      }
      slices.push({ line, depth: 1, state: 4, begin_s: now, end_s: now + 0.003 });
      sent = Math.min(now + 0.003, begin + 0.085);
      const end = begin + STEP_S;
      slices.push({ line, depth: 1, state: 5, begin_s: now + 0.003, end_s: end });
      if (now + 0.003 < end - 0.008) slices.push({ line, depth: 2, state: 7, begin_s: now + 0.003, end_s: end - 0.004 });
    }
  }
  return { slices, messages };
}

// Puts visits into the columns of a picture, as the server does.
export function pictureOfSlices(slices: Slice[], states: State[], lineCount: number, from_s: number, to_s: number, columns: number, mostRows: number): Picture {
  const rows = unitedRows(lineCount, mostRows);
  const column_s = (to_s - from_s) / columns;
  const spent = new Map<number, Float64Array>(); // cell -> time by state
  const add = (cell: number, state: number, time_s: number) => {
    const times = spent.get(cell) ?? new Float64Array(states.length);
    times[state]! += time_s;
    spent.set(cell, times);
  };
  const { byLine } = sliceIndex(slices);
  for (const slice of slices) {
    const first = Math.max(0, Math.floor((slice.begin_s - from_s) / column_s));
    const last = Math.min(columns - 1, Math.floor((slice.end_s - from_s) / column_s));
    const row = rowOfLine(rows, slice.line);
    for (let column = first; column <= last; ++column) {
      const begin = from_s + column * column_s;
      const time_s = Math.min(begin + column_s, slice.end_s) - Math.max(begin, slice.begin_s);
      if (time_s <= 0) continue;
      add(row * columns + column, slice.state, time_s);
      // What is inside of a visit is not its own.
      const outer = byLine.get(slice.line)!.find((each) => each.depth === slice.depth - 1 && each.begin_s <= slice.begin_s && each.end_s >= slice.end_s);
      if (outer) add(row * columns + column, outer.state, -time_s);
    }
  }
  const cells = columns * rows.length;
  const picture: Picture = {
    from_s, to_s, columns, is_coarse: false, rows,
    state: new Uint16Array(cells).fill(NO_STATE), share: new Uint8Array(cells), waiting: new Uint8Array(cells), wait: new Uint16Array(cells).fill(NO_STATE),
  };
  for (const [cell, times] of spent) {
    const whole = column_s * rows[Math.floor(cell / columns)]!.count;
    let most = -1;
    let mostWait = -1;
    let waiting = 0;
    times.forEach((time_s, state) => {
      if (time_s > (most < 0 ? 0 : times[most]!)) most = state;
      if (states[state]!.kind !== "wait" || time_s <= 0) return;
      waiting += time_s;
      if (time_s > (mostWait < 0 ? 0 : times[mostWait]!)) mostWait = state;
    });
    if (most >= 0) picture.state[cell] = most;
    if (most >= 0) picture.share[cell] = Math.round((255 * times[most]!) / whole);
    picture.waiting[cell] = Math.round((255 * waiting) / whole);
    if (mostWait >= 0) picture.wait[cell] = mostWait;
  }
  return picture;
}

// Unites the last lines of a picture with a row for each line, as if they were alike.
export function foldedPicture(picture: Picture, rowCount: number): Picture {
  const rowOfLine = Uint32Array.from(picture.rows, ({ first }) => Math.min(first, rowCount - 1));
  const cells = rowCount * picture.columns;
  return {
    ...picture,
    rows: Array.from({ length: rowCount }, (_, first) => ({ first, count: first < rowCount - 1 ? 1 : picture.rows.length - first })),
    folding: { rowOfLine, percent: 5 },
    state: picture.state.slice(0, cells), share: picture.share.slice(0, cells), waiting: picture.waiting.slice(0, cells), wait: picture.wait.slice(0, cells),
  };
}

export function madeUpRun(ranks = 8, steps = 12, mostSlices = 2000): MadeUpRun {
  const { slices, messages } = slicesOf(ranks, steps);
  const end_s = steps * STEP_S;
  const timeline: Timeline = {
    begin_s: 0, end_s, locations: Array.from({ length: ranks }, (_, i) => i), states: STATES, messages: messages.length, counters: [],
  };
  const waits = [3, 4, 5].map((rank) => {
    const slice = slices.find(({ line, state, begin_s }) => line === rank && state === 6 && begin_s > STEP_S && begin_s < 2 * STEP_S);
    return { callpath: 2, location: rank, begin_s: slice?.begin_s ?? 0.13, end_s: slice?.end_s ?? 0.17, metric: "mpi_latesender" };
  });
  const finding: Finding = {
    kind: "delay", callpath: 1, ranks: [2], delay_s: 0.12, cost_s: 0.6, gain_s: 0.1, gain_low_s: 0.1, gain_high_s: 0.12, gain_alone_s: 0.1,
    explained: true, model: "delay", text: "compute_fluxes on rank 2",
    episode: { cause: { callpath: 1, location: 2, begin_s: STEP_S, end_s: STEP_S + 0.06 }, waits: waits.slice(0, Math.max(0, ranks - 3)) },
  };
  const report: ReportStructure = {
    schema: "tarry-report/1",
    experiment: { program: "flow", ranks, threads: 1, duration_s: end_s, warnings: [] },
    metrics: [{ id: "mpi_latesender", name: "Late Sender", unit: "sec", parent: null, total: 1 }],
    callpaths: ["main", "compute_fluxes", "MPI_Recv"].map((region, id) => ({ id, parent: id === 0 ? null : 0, region, file: null, line: null, role: "function" })),
    locations: timeline.locations.map((id) => ({ id, rank: id, thread: 0, host: `node${Math.floor(id / 4)}`, kind: "cpu" })),
    findings: [finding],
  };
  const no = () => Promise.reject(new Error("not made up"));
  const source: Source = {
    session: no, report: () => Promise.resolve(report), callpathSums: no, locationSums: no, communication: no, counterCurves: no, longWaits: no, diagnosis: no, diagnosisRow: no, sourceFile: () => Promise.resolve(null),
    timeline: () => Promise.resolve(timeline),
    picture: async (from_s, to_s, columns, rows) => pictureOfSlices(slices, STATES, ranks, from_s, to_s, columns, rows),
    foldedPicture: async (from_s, to_s, columns) => foldedPicture(pictureOfSlices(slices, STATES, ranks, from_s, to_s, columns, ranks), Math.floor(ranks / 2)),
    details: async (from_s, to_s, lines, mostMessages): Promise<Details> => {
      const isSeen = (line: number) => lines === null || lines.includes(line);
      const inside = slices.filter((each) => each.end_s > from_s && each.begin_s < to_s && isSeen(each.line));
      const sent = messages.filter((each) => each.received_s > from_s && each.sent_s < to_s && isSeen(each.from));
      const longest = [...sent].sort((a, b) => b.received_s - b.sent_s - (a.received_s - a.sent_s)).slice(0, mostMessages);
      return { from_s, to_s, slices: inside.length <= mostSlices ? inside : null, slice_count: inside.length, messages: longest, message_count: sent.length, path: [], path_count: 0 };
    },
  };
  return { source, timeline, report, finding, slices };
}
