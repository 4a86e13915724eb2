// SPDX-License-Identifier: BSD-3-Clause
// Makes what a file or a server sends into a ReportStructure in which parents are positions.
// tarry-report/1 names a metric's parent by its id, and ids of call paths need not be positions.
import type { Finding, ReportStructure, Span, Topology, Victims } from "./schema";

export interface FileStructure extends Omit<ReportStructure, "metrics"> {
  metrics: (Omit<ReportStructure["metrics"][number], "parent"> & { parent: string | number | null })[];
}

function positions(items: { id: number }[]): Map<number, number> {
  return new Map(items.map((item, position) => [item.id, position]));
}

function isDamaged(structure: FileStructure): boolean {
  return ![structure.metrics, structure.callpaths, structure.locations].every(Array.isArray);
}

export function structureOf(file: FileStructure): ReportStructure {
  if (isDamaged(file)) throw new Error("The report has no metrics, call paths or locations.");
  const metricAt = new Map(file.metrics.map((metric, position) => [metric.id, position]));
  const callpathAt = positions(file.callpaths);
  const locationAt = positions(file.locations);
  const path = (id: number) => callpathAt.get(id) ?? 0;
  const span = (each: Span): Span => ({
    ...each,
    callpath: path(each.callpath),
    location: locationAt.get(each.location) ?? 0,
  });
  const victim = (each: Victims): Victims => ({ ...each, callpath: path(each.callpath) });
  const finding = (each: Finding): Finding => ({
    ...each,
    callpath: path(each.callpath),
    ...(each.victims && { victims: each.victims.map(victim) }),
    ...(each.episode && {
      episode: { cause: span(each.episode.cause), waits: each.episode.waits.map(span) },
    }),
  });
  const topology = (each: Topology): Topology => ({
    ...each,
    coordinates: each.coordinates.map(([id, ...place]) => [locationAt.get(id!) ?? 0, ...place]),
  });
  return {
    schema: file.schema,
    experiment: { ...file.experiment, warnings: file.experiment?.warnings ?? [] },
    metrics: file.metrics.map((metric) => ({
      ...metric,
      parent: typeof metric.parent === "string" ? (metricAt.get(metric.parent) ?? null) : metric.parent,
    })),
    callpaths: file.callpaths.map((callpath) => ({
      ...callpath,
      parent: callpath.parent === null ? null : (callpathAt.get(callpath.parent) ?? null),
    })),
    locations: file.locations,
    findings: (file.findings ?? []).map(finding),
    ...(file.topologies && { topologies: file.topologies.map(topology) }),
  };
}
