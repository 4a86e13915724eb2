// SPDX-License-Identifier: BSD-3-Clause
// The phases of a run and what its ranks did in them, as a picture: a band of phases, and a row for each
// rank or thread.
import type { SamplePicture } from "../data/diagnosis";
import { isChosen, type PhaseChoice } from "../model/phase_choice";
import type { PageColors } from "../plots/page_colors";
import { LETTER } from "../timeline/fitted_text";
import type { Pen } from "../timeline/pen";
import { textOn } from "../timeline/state_colors";
import { ticksOf } from "../timeline/ticks";
import { timeAt, type TimeWindow, xOf } from "../timeline/visible_window";
import { type Role, ROLE_COLORS, type RoleColors } from "./role_colors";

export const AXIS = 22; // pixels
export const BAND = 18;
const GAP = 3; // below the band
const TALLEST = 22;
const MOST_HEIGHT = 240; // of all rows
const LEAST_PART = 5; // a row that is lower has no room for a part of its height

export interface PhaseScene {
  picture: SamplePicture;
  colors: PageColors;
  kindColors: string[]; // by kind of phase
  roles: (Role | null)[]; // by mark
  choice: PhaseChoice;
  window: TimeWindow; // the visible time
  width: number;
}

export interface PhaseLayout {
  gutter: number;
  rowHeight: number;
  top: number; // of the rows
  height: number;
}

export function phaseLayout({ rows, run }: SamplePicture): PhaseLayout {
  const rowHeight = Math.max(1, Math.min(TALLEST, Math.floor(MOST_HEIGHT / Math.max(rows.length, 1))));
  const longest = `${run.row} ${rows[rows.length - 1]?.number ?? 0}`.length;
  const top = AXIS + BAND + GAP;
  return { gutter: 14 + LETTER * longest, rowHeight, top, height: top + rowHeight * rows.length };
}

export function timeOfX({ picture, window, width }: PhaseScene, x: number): number {
  const { gutter } = phaseLayout(picture);
  return timeAt(x - gutter, window, Math.max(width - gutter, 1));
}

export function xOfTime({ picture, window, width }: PhaseScene, time_s: number): number {
  const { gutter } = phaseLayout(picture);
  return gutter + xOf(time_s, window, Math.max(width - gutter, 1));
}

// Returns the places of begin and end of a time in the picture; null if it is outside of the window.
function visibleSpan(scene: PhaseScene, begin_s: number, end_s: number): [x: number, width: number] | null {
  const [from, to] = scene.window;
  if (end_s <= from || begin_s >= to) return null;
  const x = xOfTime(scene, Math.max(begin_s, from));
  return [x, xOfTime(scene, Math.min(end_s, to)) - x];
}

// Returns the number of the phase at a time. Only the longest phases are in the picture.
export function phaseAt({ phases }: SamplePicture, time_s: number): number | null {
  return phases.find(([, begin, end]) => time_s >= begin && time_s < end)?.[0] ?? null;
}

export interface Cell {
  begin_s: number;
  end_s: number;
  frame: number;
  mark: number;
  part: number; // of the time, in the mark
}

export function cellsOf(picture: SamplePicture, row: number): Cell[] {
  const { cells } = picture.rows[row]!;
  const column_s = picture.run.seconds / picture.columns;
  const all: Cell[] = [];
  let column = 0;
  for (let i = 0; i + 1 < cells.length; i += 2) {
    const [frame, mark, tenths] = picture.cells[cells[i + 1]!]!;
    const begin_s = column * column_s;
    column += cells[i]!;
    all.push({ begin_s, end_s: column * column_s, frame, mark, part: tenths / 10 });
  }
  return all;
}

function drawAxis(pen: Pen, scene: PhaseScene, { gutter }: PhaseLayout): void {
  const { width, colors, window } = scene;
  for (const { time_s, label } of ticksOf(window, width - gutter).ticks) {
    const x = xOfTime(scene, time_s);
    pen.line([[x, AXIS - 5], [x, AXIS]], { color: colors.muted });
    const half = (label.length * LETTER) / 2;
    pen.text(x, AXIS / 2 - 2, label, { color: colors.ink, anchor: x - half < gutter ? "start" : x + half > width ? "end" : "middle" });
  }
}

function drawBand(pen: Pen, scene: PhaseScene, { gutter }: PhaseLayout): void {
  const { picture, colors, kindColors } = scene;
  pen.text(gutter - 6, AXIS + BAND / 2, "phase", { color: colors.muted, anchor: "end", size: 11 });
  for (const [number, begin, end, kind] of picture.phases) {
    const span = visibleSpan(scene, begin, end);
    if (!span) continue;
    const [x, wide] = span;
    const color = kindColors[kind] ?? colors.line;
    pen.fill(x, AXIS, Math.max(wide - (wide > 3 ? 1 : 0), 0.5), BAND, color);
    if (String(number).length * LETTER + 4 < wide)
      pen.text(x + wide / 2, AXIS + BAND / 2, String(number), { color: textOn(color), anchor: "middle", size: 11 });
  }
}

function drawRow(pen: Pen, scene: PhaseScene, row: number, y: number, height: number, colors: RoleColors): void {
  const { picture, roles } = scene;
  for (const { begin_s, end_s, frame, mark, part } of cellsOf(picture, row)) {
    const span = frame < 0 ? null : visibleSpan(scene, begin_s, end_s);
    if (!span) continue;
    const [x, wide] = span;
    pen.fill(x, y, wide, height, picture.frames[frame]![2] > 0 ? colors.communicates : colors.computes);
    const role = roles[mark];
    if (!role) continue;
    const isLow = height < LEAST_PART;
    const high = isLow ? height : Math.max(1, height * part);
    pen.fill(x, y + height - high, wide, high, colors[role], isLow ? part : 1);
  }
}

function drawChoice(pen: Pen, scene: PhaseScene, { height }: PhaseLayout): void {
  const { picture, colors, choice } = scene;
  if (choice.of === "run") return;
  for (const [number, begin, end, kind] of picture.phases) {
    const span = visibleSpan(scene, begin, end);
    if (!span) continue;
    const [x, wide] = span;
    if (!isChosen(choice, number, kind)) pen.fill(x, AXIS + BAND, wide, height - AXIS - BAND, colors.paper, 0.65);
    else if (choice.of === "phase") pen.outline(x + 1, AXIS + 1, Math.max(wide - 2, 1), height - AXIS - 2, { color: colors.ink, width: 2 });
  }
}

export function drawPhases(pen: Pen, scene: PhaseScene): void {
  const { picture, colors, width } = scene;
  const layout = phaseLayout(picture);
  const { gutter, rowHeight, top, height } = layout;
  pen.fill(0, 0, width, height, colors.paper);
  drawAxis(pen, scene, layout);
  drawBand(pen, scene, layout);
  const roleColors = ROLE_COLORS[colors.theme];
  let free = 0; // below the last name
  picture.rows.forEach(({ number }, i) => {
    const y = top + i * rowHeight;
    drawRow(pen, scene, i, y, rowHeight > 3 ? rowHeight - 1 : rowHeight, roleColors);
    if (y < free) return;
    pen.text(gutter - 6, y + Math.max(rowHeight / 2, 5), `${picture.run.row} ${number}`, { color: colors.ink, anchor: "end", size: 11 });
    free = y + 13;
  });
  drawChoice(pen, scene, layout);
}
