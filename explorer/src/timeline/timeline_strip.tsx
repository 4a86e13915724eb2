// SPDX-License-Identifier: BSD-3-Clause
import type { ReportStructure, Timeline } from "../data/schema";
import type { Source } from "../data/source";

export interface TimelineStripProps {
  source: Source;
  timeline: Timeline;
  report: ReportStructure;
  onOpen: (from_s: number, to_s: number) => void;
  height?: number;
}

export function TimelineStrip(_props: TimelineStripProps) {
  return <div className="timeline-strip" />;
}
