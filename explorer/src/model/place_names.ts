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

const MOST_REPEATED = 8; // more repetitions are only counted

// Returns the call path as all reports and diagnoses name it: from the outermost region on, where a function that
// calls itself is counted, and calls of MPI at several places of one caller have their places.
export function shownPath(structure: ReportStructure, callpath: number): string {
  const names = callersOf(structure, callpath).map((each) => {
    const { parent, region, callsite } = structure.callpaths[each]!;
    const isTwin = (other: { parent: number | null; region: string }, at: number) => at !== each && other.parent === parent && other.region === region;
    return callsite && structure.callpaths.some(isTwin) ? `${region}@${callsite}` : region;
  });
  const parts: string[] = [];
  for (let i = 0; i < names.length; ) {
    let end = i + 1;
    while (names[end] === names[i]) ++end;
    const times = end - i;
    parts.push(...(times > MOST_REPEATED ? [`${names[i]} (${times} times)`] : names.slice(i, end)));
    i = end;
  }
  return parts.join("/");
}

// "!$omp parallel" of "!$omp parallel @a.c:7"; empty if the region is no construct of OpenMP.
function constructOf(region: string): string {
  return region.startsWith("!$omp") ? region.split(" @")[0]! : "";
}

export interface ShortPlace {
  path: string; // the last regions: enough to know it, as few as possible
  construct: string; // what of OpenMP in the last of them; empty if it is the last one itself
}

export function shortPlace(structure: ReportStructure, callpath: number): ShortPlace {
  const regions = (of: number) => callersOf(structure, of).map((each) => regionOf(structure, each));
  const path = regions(callpath);
  const last = path[path.length - 1]!;
  const others = structure.callpaths.flatMap(({ region }, other) => (other !== callpath && region === last ? [regions(other)] : []));
  let count = 1;
  const ending = (all: string[]) => all.slice(-count).join("/");
  while (count < path.length && others.some((other) => ending(other) === ending(path))) ++count;
  const construct = constructOf(last);
  if (construct === "" || path.length === 1) return { path: ending(path), construct: "" };
  // The function around a construct says more than the construct.
  const within = path.slice(-Math.max(count, 2), -1).join("/");
  return { path: within, construct: within.startsWith("!$omp") ? "" : construct };
}

export function shortPath(structure: ReportStructure, callpath: number): string {
  const { path, construct } = shortPlace(structure, callpath);
  return construct === "" ? path : `${path} (${construct})`;
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
