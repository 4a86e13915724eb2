// SPDX-License-Identifier: BSD-3-Clause
// Answers from the data in the page itself, as the server would.
import { bytesOfBase64 } from "./base64";
import { bestWindow } from "./best_window";
import type { Diagnosis, RowTimes } from "./diagnosis";
import { type EmbeddedData, type MetricValues, valuesByMetric } from "./embedded_data";
import { pictureOf } from "./picture_file";
import type { Communication, CounterCurves, Details, LongWait, Picture, ReportStructure, Session, Timeline } from "./schema";
import type { Source } from "./source";
import { structureOf } from "./structure";

interface LoadedReport {
  structure: ReportStructure;
  values: MetricValues[];
}

// Returns for each call path whether it is chosen; with those below chosen ones if `inclusive`.
function chosenCallpaths(structure: ReportStructure, callpaths: number[], inclusive: boolean): Uint8Array {
  const chosen = new Uint8Array(structure.callpaths.length);
  for (const callpath of callpaths) chosen[callpath] = 1;
  if (inclusive) // parents come before their children
    structure.callpaths.forEach(({ parent }, i) => {
      if (parent !== null && chosen[parent]) chosen[i] = 1;
    });
  return chosen;
}

export class EmbeddedSource implements Source {
  private readonly reports: LoadedReport[];
  private pictures: Picture[] | null = null;
  private folded: Picture[] | null = null;

  constructor(private readonly data: EmbeddedData) {
    this.reports = data.reports.map((report) => {
      const structure = structureOf(report);
      return { structure, values: valuesByMetric(structure, report.severity) };
    });
  }

  async session(): Promise<Session> {
    return this.data.session;
  }

  async report(index: number): Promise<ReportStructure> {
    return this.at(index).structure;
  }

  async callpathSums(report: number, metric: number): Promise<Float64Array> {
    const { structure, values } = this.at(report);
    const sums = new Float64Array(structure.callpaths.length);
    const of = values[metric];
    of?.callpaths.forEach((callpath, i) => (sums[callpath]! += of.values[i]!));
    return sums;
  }

  async locationSums(
    report: number,
    metric: number,
    callpaths: number[] | null,
    inclusive: boolean,
  ): Promise<Float64Array> {
    const { structure, values } = this.at(report);
    const sums = new Float64Array(structure.locations.length);
    const chosen = callpaths === null ? null : chosenCallpaths(structure, callpaths, inclusive);
    const of = values[metric];
    of?.locations.forEach((location, i) => {
      if (chosen === null || chosen[of.callpaths[i]!]) sums[location]! += of.values[i]!;
    });
    return sums;
  }

  async sourceFile(report: number, file: string): Promise<string | null> {
    const files = this.data.sources?.[report];
    return files && Object.hasOwn(files, file) ? files[file]! : null;
  }

  async timeline(): Promise<Timeline | null> {
    return this.data.timeline ?? null;
  }

  // The picture covers what the page has, which may be another window than the wanted one.
  async picture(from_s: number, to_s: number): Promise<Picture> {
    this.pictures ??= (this.data.pictures ?? []).map((text) => pictureOf(bytesOfBase64(text)));
    const best = bestWindow(this.pictures, from_s, to_s);
    if (!best) throw new Error("This page has no picture of the timeline.");
    return best;
  }

  async foldedPicture(from_s: number, to_s: number): Promise<Picture> {
    this.folded ??= (this.data.folded ?? []).map((text) => pictureOf(bytesOfBase64(text)));
    const best = bestWindow(this.folded, from_s, to_s);
    if (!best) throw new Error("This page has no folded picture of the timeline.");
    return best;
  }

  async details(from_s: number, to_s: number, lines: number[] | null, mostMessages: number): Promise<Details> {
    const best = bestWindow(this.data.details ?? [], from_s, to_s);
    if (!best) return { from_s, to_s, slices: null, slice_count: 0, messages: [], message_count: 0, path: [], path_count: 0 };
    const wanted = lines === null ? null : new Set(lines);
    const slices = wanted ? (best.slices?.filter(({ line }) => wanted.has(line)) ?? null) : best.slices;
    return { ...best, slices, messages: best.messages.slice(0, mostMessages) };
  }

  async counterCurves(counter: number, from_s: number, to_s: number, lines: number[] | null): Promise<CounterCurves> {
    const best = bestWindow((this.data.counters ?? []).filter((each) => each.counter === counter), from_s, to_s);
    if (!best) return { from_s, to_s, columns: 1, lines: null };
    const wanted = lines === null ? null : new Set(lines);
    return { ...best, lines: best.lines?.filter(({ line }) => wanted?.has(line) ?? true) ?? null };
  }

  async communication(): Promise<Communication | null> {
    return this.data.communication ?? null;
  }

  async longWaits(states: number[], most: number): Promise<LongWait[]> {
    const found = (this.data.waits ?? []).filter(({ state }) => states.includes(state));
    return found.sort((a, b) => b.waited_s - a.waited_s || a.begin_s - b.begin_s).slice(0, most);
  }

  async diagnosis(): Promise<Diagnosis | null> {
    const { diagnosis, diagnosis_rows: rows = [] } = this.data;
    return diagnosis ? { ...diagnosis, rows: rows.map(({ row }) => row) } : null;
  }

  async diagnosisRow(row: number): Promise<RowTimes> {
    const found = this.data.diagnosis_rows?.find((each) => each.row === row);
    if (!found) throw new Error(`This page has no times of rank ${row}.`);
    return found;
  }

  private at(index: number): LoadedReport {
    const report = this.reports[index];
    if (!report) throw new Error(`This page has no report ${index}.`);
    return report;
  }
}
