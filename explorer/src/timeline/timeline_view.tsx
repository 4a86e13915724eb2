// SPDX-License-Identifier: BSD-3-Clause
import type { Finding, ReportStructure, Timeline } from "../data/schema";
import type { Source } from "../data/source";

export interface TimelineViewProps {
  source: Source;
  timeline: Timeline;
  report: ReportStructure;
  window: [number, number] | null;
  onWindow: (window: [number, number] | null) => void;
  finding: Finding | null;
  selectedLocations: number[] | null;
  selectedRegion: string | null;
  onSelect: (what: { region?: string; metric?: string; locations?: number[] }) => void;
}

export function TimelineView(_props: TimelineViewProps) {
  return <div className="timeline-view" />;
}
