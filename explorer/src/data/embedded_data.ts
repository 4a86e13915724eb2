// SPDX-License-Identifier: BSD-3-Clause
// The data that `tarry view --html` puts into the page (docs/formats/explorer-data.md).
import type { Diagnosis, RowTimes } from "./diagnosis";
import type { Communication, CounterCurves, Details, LongWait, ReportStructure, Session, SeverityEntry, Timeline } from "./schema";
import type { FileStructure } from "./structure";

export interface EmbeddedReport extends FileStructure {
  severity: SeverityEntry[];
}

export interface EmbeddedData {
  session: Session;
  reports: EmbeddedReport[];
  timeline: Timeline | null;
  pictures: string[]; // each in base64
  folded?: string[]; // likewise, of the same windows, with a row for all lines that are alike
  details: Details[];
  counters?: (CounterCurves & { counter: number })[]; // of the same windows
  communication?: Communication | null;
  waits?: LongWait[]; // the longest of each wait state
  diagnosis?: Diagnosis | null;
  diagnosis_rows?: RowTimes[]; // not of all rows, if there are many
  sources: Record<string, string>[]; // for each report, from file name to text
}

// The values of one metric, as the file lists them.
export interface MetricValues {
  callpaths: number[];
  locations: number[];
  values: number[];
}

function positions<Key>(keys: Key[]): Map<Key, number> {
  return new Map(keys.map((key, position) => [key, position]));
}

// Returns the values by metric; entries that name nothing in the report are left out.
export function valuesByMetric(structure: ReportStructure, severity: SeverityEntry[]): MetricValues[] {
  const metricAt = positions<string | number>(structure.metrics.map((metric) => metric.id));
  const callpathAt = positions(structure.callpaths.map((callpath) => callpath.id));
  const locationAt = positions(structure.locations.map((location) => location.id));
  const all = structure.metrics.map((): MetricValues => ({ callpaths: [], locations: [], values: [] }));
  for (const entry of severity) {
    const metric = typeof entry.metric === "number" ? entry.metric : metricAt.get(entry.metric);
    const callpath = callpathAt.get(entry.callpath);
    const location = locationAt.get(entry.location);
    const found = metric === undefined ? undefined : all[metric];
    if (!found || callpath === undefined || location === undefined) continue;
    if (typeof entry.value !== "number") continue; // null stands for a number that is not finite
    found.callpaths.push(callpath);
    found.locations.push(location);
    found.values.push(entry.value);
  }
  return all;
}
