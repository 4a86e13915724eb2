// SPDX-License-Identifier: BSD-3-Clause
// What a finding says, in the words of `tarry report`: what takes too long, whom it holds up, and what
// the run would gain.
import type { Finding, ReportStructure } from "../data/schema";
import { ranksText, regionOf, shortPlace, sourcePlace } from "./place_names";
import { percent, seconds } from "./quantity";

const WIDE = 0.05; // part of a gain; a wider range is shown
const LEAST_GAIN = 0.0005; // part of the run time; less is none

export interface FindingText {
  place: string;
  source: string;
  who: string;
  excess: string;
  victims: string;
  gain: string;
  range: string; // empty if the range is narrow
  notes: string[];
}

export function isGain(structure: ReportStructure, finding: Finding): boolean {
  return finding.gain_s > 0 && finding.gain_s >= LEAST_GAIN * structure.experiment.duration_s;
}

function victimPlace(structure: ReportStructure, metric: string, callpath: number): string {
  return metric === "omp_idle_threads" ? "idle threads" : regionOf(structure, callpath);
}

function victimsText(structure: ReportStructure, finding: Finding): string {
  const victims = finding.victims ?? [];
  if (victims.length === 0) return "";
  const ranks = [...new Set(victims.flatMap((each) => each.ranks))].sort((a, b) => a - b);
  const waits = new Map<string, number>();
  let wait = 0;
  for (const each of victims) {
    const place = victimPlace(structure, each.metric, each.callpath);
    waits.set(place, (waits.get(place) ?? 0) + each.wait_s);
    wait += each.wait_s;
  }
  const [worst] = [...waits].reduce((a, b) => (b[1] > a[1] ? b : a));
  const whom = structure.experiment.ranks === 1 ? "other threads" : ranksText(structure, ranks);
  const steps = Math.max(...victims.map((each) => Math.round(each.steps)));
  return (
    `It holds up ${whom} for ${seconds(wait)}${waits.size > 1 ? ", most in" : " in"} ${worst}` +
    `${steps > 1 ? `, up to ${steps} waits away` : ""}.`
  );
}

function rangeText(finding: Finding): string {
  const { gain_low_s: low, gain_high_s: high, gain_s: gain } = finding;
  if (!Number.isFinite(low) || !Number.isFinite(high) || high - low <= WIDE * gain) return "";
  return `between ${seconds(low)} and ${seconds(high)}`;
}

function notesOf(finding: Finding): string[] {
  const notes: string[] = [];
  const together = finding.together_with ?? [];
  if (together.length > 0)
    notes.push(
      `The gain needs cause${together.length === 1 ? "" : "s"} ${together.map((other) => other + 1).join(", ")} to be removed too.`,
    );
  if (finding.explained === false) notes.push("The evidence is thin.");
  for (const reason of finding.depends_on ?? []) notes.push(`The gain depends on ${reason}.`);
  return notes;
}

export function findingText(structure: ReportStructure, finding: Finding): FindingText {
  const whole = structure.experiment.duration_s;
  const { path, construct } = shortPlace(structure, finding.callpath);
  return {
    place: path,
    source: [construct, sourcePlace(structure, finding.callpath)].filter((part) => part !== "").join(", "),
    who: ranksText(structure, finding.ranks, finding.threads),
    excess: seconds(finding.delay_s),
    victims: victimsText(structure, finding),
    gain: isGain(structure, finding)
      ? `${seconds(finding.gain_s)} (${percent(finding.gain_s, whole)} of the run)`
      : "nothing: the run would not be shorter",
    range: isGain(structure, finding) ? rangeText(finding) : "",
    notes: notesOf(finding),
  };
}

// What a finding about missing cores says: the machine is to blame for that, not the program.
export interface LostCoresText {
  title: string;
  all: string; // time without a core, if most of it lies in calls; else empty
  lost: string; // computation
  cost: string; // empty if nobody waited for it
  gain: string; // at most; empty if the run would not be shorter
  advice: string; // what to do first; may be empty
}

function timeOf({ metrics }: ReportStructure): number {
  return metrics.find(({ id }) => id === "time")?.total ?? 0;
}

export function lostCoresText(structure: ReportStructure, finding: Finding): LostCoresText {
  const { cores, locations = structure.locations.length } = finding;
  const threads = `${locations} ${locations === 1 ? "thread" : "threads"}`;
  return {
    title: !cores
      ? `${threads} had to share cores`
      : cores < locations
        ? `Too few cores: ${threads} ran on ${cores} ${cores === 1 ? "core" : "cores"}`
        : `Other programs took the cores of ${threads}`,
    all: finding.without_core_s === undefined ? "" : `${percent(finding.without_core_s, timeOf(structure))} of the time`,
    lost: seconds(finding.delay_s),
    cost: finding.cost_s > 0 ? seconds(finding.cost_s) : "",
    gain: isGain(structure, finding)
      ? `${seconds(finding.gain_s)} (${percent(finding.gain_s, structure.experiment.duration_s)} of the run)`
      : "",
    advice:
      cores && cores < locations && finding.without_core_s !== undefined
        ? "Run as many threads as there are cores before you look further: all other numbers of this report change then."
        : "",
  };
}
