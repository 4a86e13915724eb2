// SPDX-License-Identifier: BSD-3-Clause
// Where the explorer's data come from: a server, or the page itself. All views see only this.
import type { Diagnosis, RowTimes } from "./diagnosis";
import type { Communication, CounterCurves, Details, LongWait, Picture, ReportStructure, Session, Timeline } from "./schema";

export interface Source {
  session(): Promise<Session>;
  report(index: number): Promise<ReportStructure>;
  // The sums over all locations, one for each call path, without the call paths below it.
  // `metric` is a position in the report's `metrics`, as everywhere below.
  callpathSums(report: number, metric: number): Promise<Float64Array>;
  // The values for each location of some call paths together, with those below them if
  // `inclusive`; of all call paths if `callpaths` is null. The caller sees to it that none of them
  // is counted twice.
  locationSums(report: number, metric: number, callpaths: number[] | null, inclusive: boolean): Promise<Float64Array>;
  // The lines of a source file that the report names; null if it is not at hand.
  sourceFile(report: number, file: string): Promise<string | null>;
  // All of the timeline is null where the session has none.
  timeline(): Promise<Timeline | null>;
  // `isQuick`: rather soon than with the shortest columns.
  picture(from_s: number, to_s: number, columns: number, rows: number, isQuick: boolean): Promise<Picture>;
  // A picture with one row for all lines that do nearly the same in the window, with at most `rows`.
  foldedPicture(from_s: number, to_s: number, columns: number, rows: number, isQuick: boolean): Promise<Picture>;
  details(from_s: number, to_s: number, lines: number[] | null, mostMessages: number): Promise<Details>;
  // A counter of some lines, or of all.
  counterCurves(counter: number, from_s: number, to_s: number, lines: number[] | null, columns: number): Promise<CounterCurves>;
  // Who sends to whom in the whole run.
  communication(): Promise<Communication | null>;
  // The longest waits of these states, at most `most`, longest first.
  longWaits(states: number[], most: number): Promise<LongWait[]>;
  // The diagnosis of the samples beside the first report; null where the session has none.
  diagnosis(): Promise<Diagnosis | null>;
  // One of its `rows`.
  diagnosisRow(row: number): Promise<RowTimes>;
}
