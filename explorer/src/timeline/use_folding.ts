// SPDX-License-Identifier: BSD-3-Clause
// The rows of lines that are alike, as long as the picture has them, and their labels.
import { useMemo } from "react";

import type { Picture, ReportStructure, Timeline } from "../data/schema";
import { foldedRows, type FoldedRows } from "./folded_rows";
import { foldedLabels } from "./rows";

export interface ShownFolding {
  folded: FoldedRows | undefined;
  texts: { labels: string[]; places: string[] } | undefined;
  unfolded: ReadonlySet<number>; // lines
}

export function useFolding(picture: Picture | null, unfoldedLines: number[], timeline: Timeline, report: ReportStructure): ShownFolding {
  const unfolded = useMemo(() => new Set(unfoldedLines), [unfoldedLines]);
  const folding = picture?.folding;
  const folded = useMemo(() => folding && foldedRows(folding, unfolded), [folding, unfolded]);
  const texts = useMemo(() => folded && foldedLabels(folded.rows, timeline.locations, report.locations), [folded, timeline, report]);
  return { folded, texts, unfolded };
}
