// SPDX-License-Identifier: BSD-3-Clause
// The chain of one finding's episode as marks on lines. The cause comes first. The first wait comes
// from the cause itself; each later one comes from the wait before it and is indirect.
import type { Finding, Span } from "../data/schema";
import type { TimeWindow } from "./visible_window";

export interface Mark {
  role: "cause" | "direct" | "indirect";
  number: number; // 0 is the cause, waits count from 1
  line: number; // -1 if the timeline lacks the location
  span: Span;
}

export function episodeMarks(finding: Finding | null, lines: number[]): Mark[] {
  const episode = finding?.episode;
  if (!episode) return [];
  const lineOf = new Map(lines.map((location, line) => [location, line]));
  const mark = (span: Span, number: number): Mark => ({
    role: number === 0 ? "cause" : number === 1 ? "direct" : "indirect",
    number,
    line: lineOf.get(span.location) ?? -1,
    span,
  });
  return [mark(episode.cause, 0), ...episode.waits.map((wait, i) => mark(wait, i + 1))];
}

// Returns from when to when an episode lasted.
export function episodeWindow(finding: Finding): TimeWindow | null {
  if (!finding.episode) return null;
  const spans = [finding.episode.cause, ...finding.episode.waits];
  return [Math.min(...spans.map((each) => each.begin_s)), Math.max(...spans.map((each) => each.end_s))];
}
