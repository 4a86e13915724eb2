// SPDX-License-Identifier: BSD-3-Clause
// Names of call paths and ranks in the words of `tarry report`.
import type { Finding, ReportStructure } from "../data/schema";
import { rangesText } from "./ranges";

const LONGEST_LIST = 24;

function callersOf(structure: ReportStructure, callpath: number): number[] {
  const path: number[] = [];
  let at: number | null = callpath;
  while (at !== null && structure.callpaths[at] && path.length < structure.callpaths.length) {
    path.push(at);
    at = structure.callpaths[at]!.parent;
  }
  return path.reverse();
}

export function regionOf(structure: ReportStructure, callpath: number): string {
  return structure.callpaths[callpath]?.region ?? "unknown";
}

export function fullPath(structure: ReportStructure, callpath: number): string {
  return callersOf(structure, callpath).map((each) => regionOf(structure, each)).join("/");
}

// The last regions of a call path: enough to know it, as few as possible.
export function shortPath(structure: ReportStructure, callpath: number): string {
  const path = callersOf(structure, callpath).map((each) => regionOf(structure, each));
  const isConstruct = (name: string | undefined) => name?.startsWith("!$omp") ?? false;
  let count = isConstruct(path[path.length - 1]) ? 2 : 1;
  const ending = (all: string[]) => all.slice(-count).join("/");
  const others = structure.callpaths.flatMap(({ region }, other) =>
    other !== callpath && region === path[path.length - 1]
      ? [callersOf(structure, other).map((each) => regionOf(structure, each))]
      : [],
  );
  while (count < path.length && others.some((other) => ending(other) === ending(path))) ++count;
  return ending(path);
}

// heat.cpp:120 of a call path; empty if it is not known.
export function sourcePlace(structure: ReportStructure, callpath: number): string {
  const found = structure.callpaths[callpath];
  if (!found) return "";
  if (found.callsite) return found.callsite;
  const file = found.file?.split("/").pop();
  return file ? `${file}${found.line ? `:${found.line}` : ""}` : "";
}

export function ranksText(structure: ReportStructure, ranks: number[], threads?: number[]): string {
  const all = structure.experiment.ranks;
  const suffix = threads && threads.length > 0 ? `, thread${threads.length === 1 ? "" : "s"} ${rangesText(threads)}` : "";
  if (ranks.length === 1) return `rank ${ranks[0]}${suffix}`;
  if (ranks.length === all) return `all ranks${suffix}`;
  const list = rangesText(ranks);
  return (list.length <= LONGEST_LIST ? `ranks ${list}` : `${ranks.length} of ${all} ranks`) + suffix;
}

// Returns the positions of the locations that a finding or its victims name.
export function locationsOf(structure: ReportStructure, who: Pick<Finding, "ranks" | "threads">): number[] {
  const ranks = new Set(who.ranks);
  const threads = who.threads && who.threads.length > 0 ? new Set(who.threads) : null;
  return structure.locations.flatMap(({ rank, thread }, position) =>
    ranks.has(rank) && (threads === null || threads.has(thread)) ? [position] : [],
  );
}

// "run1" of "/scratch/run1" and "/scratch/run1/", for narrow columns.
export function lastPart(path: string): string {
  return path.replace(/\/+$/, "").split("/").pop() || path;
}
