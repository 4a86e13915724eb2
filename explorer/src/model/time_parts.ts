// SPDX-License-Identifier: BSD-3-Clause
// How the parts of a run's time are drawn. Waiting has the striking color that it has everywhere.
import type { TimePart } from "../data/schema";

type Theme = "light" | "dark";

const COLORS: [begin: string, light: string, dark: string][] = [
  ["computation without a core", "#8c8c8c", "#a0a0a8"],
  ["computation", "#8fcfae", "#3f7d62"],
  ["waiting in MPI", "#d9480f", "#ff8b3d"],
  ["waiting in OpenMP", "#f08c4a", "#c9692b"],
  ["waiting", "#f5b58a", "#a6552a"],
  ["MPI_Init", "#2b4a86", "#86b9f2"],
  ["other MPI", "#3f7fc4", "#5a9be6"],
  ["MPI", "#3f7fc4", "#5a9be6"],
  ["fork and join", "#5f3a86", "#cbb0ec"],
  ["other OpenMP", "#9a6fc0", "#9468c8"],
  ["OpenMP", "#9a6fc0", "#9468c8"],
  ["other POSIX", "#b08fd0", "#7d55ac"],
  ["POSIX", "#b08fd0", "#7d55ac"],
  ["idle", "#d5d9de", "#3a424c"],
];
const OTHER: Record<Theme, string> = { light: "#e8d9a0", dark: "#6d5412" };

export function partColor(name: string, theme: Theme): string {
  const found = COLORS.find(([begin]) => name.startsWith(begin));
  return found ? found[theme === "dark" ? 2 : 1] : OTHER[theme];
}

// Returns begin and end of each part in a bar of this width.
export function partBounds(parts: TimePart[], width: number): [number, number][] {
  const all = parts.reduce((sum, { time_s }) => sum + time_s, 0);
  let before = 0;
  return parts.map(({ time_s }) => {
    const begin = (before / all) * width;
    before += time_s;
    return [begin, (before / all) * width];
  });
}
