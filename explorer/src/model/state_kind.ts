// SPDX-License-Identifier: BSD-3-Clause
// What kinds of states are, in words for people who do not know the program.
import type { State } from "../data/schema";

// Regions that no program has: Tarry, or another tool that measured, puts time there.
const OF_MEASUREMENT: Record<string, string> = {
  TRACING: "The measurement's own work, not the program's: it opens its files, compares clocks between ranks, or collects what it recorded",
  "TRACE BUFFER FLUSH": "The measurement's own work, not the program's: it writes a full buffer to disk",
  "MEASUREMENT OFF": "Recording was off here: what the program did is not known",
};

export interface Kind {
  text: string;
  explanation: string;
}

const KINDS: Record<string, Kind> = {
  wait: { text: "wait state", explanation: "A call of MPI, OpenMP or threads waits here for others" },
  mpi: { text: "MPI", explanation: "A call of MPI, without the time in it that is a wait state" },
  openmp: { text: "OpenMP", explanation: "A construct of OpenMP in which a thread does not compute" },
  pthread: { text: "threads", explanation: "A call of POSIX or C++ threads" },
  io: { text: "file access", explanation: "A call that reads, writes or manages files" },
  user: { text: "computation", explanation: "The program's own functions, and all code that they call without being seen" },
  idle: { text: "idle", explanation: "A thread that has nothing to do" },
};

// Returns what a region is for if no program has it, or null.
export function measurementText(name: string): string | null {
  return Object.hasOwn(OF_MEASUREMENT, name) ? OF_MEASUREMENT[name]! : null;
}

export function kindOf({ kind, name }: Pick<State, "kind" | "name">): Kind {
  const explanation = measurementText(name);
  if (explanation !== null) return { text: "measurement", explanation };
  return KINDS[kind] ?? { text: kind, explanation: "" };
}

// Returns the name with what it is where a name alone says nothing.
export function explainedName(state: Pick<State, "kind" | "name">): string {
  const explanation = measurementText(state.name);
  return explanation === null ? state.name : `${state.name}: ${explanation}`;
}
