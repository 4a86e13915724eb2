// SPDX-License-Identifier: BSD-3-Clause
// What the frames of a flame graph say, in words and as a table.
import { csv } from "../model/csv";
import { percent, seconds } from "../model/quantity";
import { type FlameBox, flamePath, ROOT } from "./flame_tree";

export const NO_LABEL = "";

export function flameText(box: FlameBox, root: FlameBox, labels: string[]): string {
  const { name, label, frame, self } = box.data;
  const time = `${seconds(box.value ?? 0)}, ${percent(box.value ?? 0, root.value ?? 0)}`;
  if (frame === ROOT) return `all call paths: ${time}`;
  const own = box.children ? `, ${seconds(self)} of it itself` : "";
  return `${name} [${labels[label ?? -1] ?? NO_LABEL}]: ${time}${own}`;
}

// Returns all frames, callers first, with their own time and with that of frames below.
export function flameCsv(root: FlameBox, labels: string[]): string {
  const rows: (string | number)[][] = [];
  root.eachBefore((box) => {
    if (box.data.frame === ROOT) return;
    const { label, self } = box.data;
    rows.push([flamePath(box).join("/"), labels[label ?? -1] ?? NO_LABEL, self, box.value ?? 0, (box.value ?? 0) / (root.value || 1)]);
  });
  return csv(["call path", "label", "own seconds", "seconds with frames below", "share"], rows);
}
