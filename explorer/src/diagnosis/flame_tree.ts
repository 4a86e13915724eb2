// SPDX-License-Identifier: BSD-3-Clause
// The tree of sampled call paths, and where its frames lie in a picture whose width is time: callers are
// above what they call, which is sorted by time.
import { hierarchy, type HierarchyRectangularNode, partition } from "d3-hierarchy";

import type { PictureFrame } from "../data/diagnosis";

export const ROOT = -1; // the frame above all paths

export interface FlameFrame {
  frame: number; // position in `frames`, or ROOT
  name: string;
  label: number | null;
  self: number; // seconds in no frame below
  children: FlameFrame[];
}

// A frame in the picture. `value` is its time with that of frames below, x0 and x1 are parts of the width.
export type FlameBox = HierarchyRectangularNode<FlameFrame>;

// `times` are pairs: frame and its own seconds; a frame may come several times.
export function flameTree(frames: PictureFrame[], times: number[]): FlameBox {
  const root: FlameFrame = { frame: ROOT, name: "all", label: null, self: 0, children: [] };
  const known = new Map<number, FlameFrame>([[ROOT, root]]);
  const found = (frame: number): FlameFrame => {
    const before = known.get(frame);
    if (before) return before;
    const [caller, name, label] = frames[frame]!;
    const made: FlameFrame = { frame, name, label, self: 0, children: [] };
    known.set(frame, made);
    found(caller).children.push(made);
    return made;
  };
  for (let i = 0; i + 1 < times.length; i += 2) if (frames[times[i]!]) found(times[i]!).self += times[i + 1]!;
  const sums = hierarchy(root)
    .sum(({ self }) => self)
    .sort((a, b) => b.value! - a.value! || a.data.frame - b.data.frame);
  return partition<FlameFrame>().size([1, sums.height + 1])(sums);
}

export function boxOfFrame(root: FlameBox, frame: number | null): FlameBox {
  return (frame === null ? undefined : root.find((box) => box.data.frame === frame)) ?? root;
}

// The names from the outermost frame on.
export function flamePath(box: FlameBox): string[] {
  return box.ancestors().reverse().slice(1).map(({ data }) => data.name);
}

export interface PlacedBox {
  box: FlameBox;
  x: number;
  width: number;
}

const LEAST = 0.7; // pixels; what is narrower is not drawn

// Returns the frames that can be seen when one of them has the whole width: it, those that call it, and
// what it calls.
export function placedBoxes(enlarged: FlameBox, width: number): PlacedBox[] {
  const placed: PlacedBox[] = enlarged.ancestors().reverse().map((box) => ({ box, x: 0, width }));
  const scale = width / Math.max(enlarged.x1 - enlarged.x0, Number.MIN_VALUE);
  const add = (box: FlameBox) => {
    const own = (box.x1 - box.x0) * scale;
    if (own < LEAST) return;
    placed.push({ box, x: (box.x0 - enlarged.x0) * scale, width: own });
    box.children?.forEach(add);
  };
  enlarged.children?.forEach(add);
  return placed;
}

export interface Found {
  frames: Set<number>;
  seconds: number; // without counting a frame below another one again
}

// Returns the frames whose name contains a text.
export function foundFrames(root: FlameBox, text: string): Found {
  const wanted = text.trim().toLowerCase();
  const found: Found = { frames: new Set(), seconds: 0 };
  if (wanted === "") return found;
  const visit = (box: FlameBox, isInside: boolean) => {
    const fits = box.data.frame !== ROOT && box.data.name.toLowerCase().includes(wanted);
    if (fits) found.frames.add(box.data.frame);
    if (fits && !isInside) found.seconds += box.value ?? 0;
    box.children?.forEach((child) => visit(child, isInside || fits));
  };
  visit(root, false);
  return found;
}

// Returns where a key leads from a frame; the frame itself if there is nothing.
export function neighborOf(box: FlameBox, key: string): FlameBox {
  if (key === "ArrowUp") return box.parent ?? box;
  if (key === "ArrowDown") return box.children?.[0] ?? box;
  const beside = box.parent?.children ?? [];
  const at = beside.indexOf(box);
  if (key === "ArrowLeft") return beside[at - 1] ?? box;
  if (key === "ArrowRight") return beside[at + 1] ?? box;
  return box;
}
