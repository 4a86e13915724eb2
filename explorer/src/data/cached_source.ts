// SPDX-License-Identifier: BSD-3-Clause
// Keeps answers, so that a click on what was seen before costs nothing. What was not used for the
// longest time goes first once the kept numbers exceed a limit.
import type { Diagnosis, RowTimes } from "./diagnosis";
import type { Communication, LongWait, ReportStructure, Session, Timeline } from "./schema";
import type { Source } from "./source";

const MOST_NUMBERS = 16_000_000; // 128 MB

export class CachedSource implements Source {
  private readonly arrays = new Map<string, { answer: Promise<Float64Array>; size: number }>();
  private readonly others = new Map<string, Promise<unknown>>();
  private kept = 0;

  constructor(
    private readonly source: Source,
    private readonly mostNumbers = MOST_NUMBERS,
  ) {}

  session(): Promise<Session> {
    return this.once("session", () => this.source.session());
  }

  report(index: number): Promise<ReportStructure> {
    return this.once(`report ${index}`, () => this.source.report(index));
  }

  callpathSums(report: number, metric: number): Promise<Float64Array> {
    return this.array(`callpaths ${report} ${metric}`, () => this.source.callpathSums(report, metric));
  }

  locationSums(
    report: number,
    metric: number,
    callpaths: number[] | null,
    inclusive: boolean,
  ): Promise<Float64Array> {
    const key = `locations ${report} ${metric} ${callpaths?.join(",") ?? "all"} ${inclusive}`;
    return this.array(key, () => this.source.locationSums(report, metric, callpaths, inclusive));
  }

  sourceFile(report: number, file: string): Promise<string | null> {
    return this.once(`source ${report} ${file}`, () => this.source.sourceFile(report, file));
  }

  timeline(): Promise<Timeline | null> {
    return this.once("timeline", () => this.source.timeline());
  }

  // The timeline's views keep their own pictures.
  picture(...window: Parameters<Source["picture"]>): ReturnType<Source["picture"]> {
    return this.source.picture(...window);
  }

  foldedPicture(...window: Parameters<Source["foldedPicture"]>): ReturnType<Source["foldedPicture"]> {
    return this.source.foldedPicture(...window);
  }

  details(...window: Parameters<Source["details"]>): ReturnType<Source["details"]> {
    return this.source.details(...window);
  }

  counterCurves(...window: Parameters<Source["counterCurves"]>): ReturnType<Source["counterCurves"]> {
    return this.source.counterCurves(...window);
  }

  communication(): Promise<Communication | null> {
    return this.once("communication", () => this.source.communication());
  }

  longWaits(states: number[], most: number): Promise<LongWait[]> {
    return this.once(`waits ${most} ${states.join(",")}`, () => this.source.longWaits(states, most));
  }

  diagnosis(): Promise<Diagnosis | null> {
    return this.once("diagnosis", () => this.source.diagnosis());
  }

  diagnosisRow(row: number): Promise<RowTimes> {
    return this.once(`diagnosis row ${row}`, () => this.source.diagnosisRow(row));
  }

  private once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.others.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
    this.others.set(key, answer);
    answer.catch(() => this.others.delete(key)); // an error may pass
    return answer;
  }

  private array(key: string, ask: () => Promise<Float64Array>): Promise<Float64Array> {
    const known = this.arrays.get(key);
    if (known) {
      this.arrays.delete(key); // a Map lists what was set last at its end
      this.arrays.set(key, known);
      return known.answer;
    }
    const entry = { answer: ask(), size: 0 };
    this.arrays.set(key, entry);
    entry.answer.then(
      (values) => {
        entry.size = values.length;
        this.kept += values.length;
        this.forget();
      },
      () => this.arrays.delete(key),
    );
    return entry.answer;
  }

  private forget(): void {
    for (const [key, entry] of this.arrays) {
      if (this.kept <= this.mostNumbers) return;
      if (entry.size === 0) continue; // still on its way
      this.arrays.delete(key);
      this.kept -= entry.size;
    }
  }
}
