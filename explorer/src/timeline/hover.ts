// SPDX-License-Identifier: BSD-3-Clause
// What is under the pointer, as a person reads it and as a click selects it.
import type { Picture, State } from "../data/schema";
import { percent, seconds } from "../model/quantity";
import { kindOf, measurementText } from "../model/state_kind";
import { NO_STATE } from "./cell_colors";
import { laneOfY, lineOfY, timeOfX } from "./geometry";
import { rowOfLine } from "./rows";
import type { Scene } from "./scene";
import { type SliceIndex, sliceAt } from "./slices";

export interface Hovered {
  title: string;
  lines: string[];
  state: number | null;
}

function kindText(state: State): string {
  return state.name === "" ? "" : kindOf(state).text;
}

function explanationLines({ name }: State): string[] {
  return [measurementText(name)].filter((each) => each !== null);
}

// Returns what a cell of a picture says.
export function hoveredCell(picture: Picture, states: State[], line: number, time_s: number, place: string): Hovered | null {
  const row = rowOfLine(picture.rows, line);
  const column_s = (picture.to_s - picture.from_s) / picture.columns;
  const column = Math.floor((time_s - picture.from_s) / column_s);
  if (row < 0 || column < 0 || column >= picture.columns) return null;
  const i = row * picture.columns + column;
  const state = picture.state[i]!;
  const found = states[state];
  const united = picture.rows[row]!.count;
  const lines = [place + (united > 1 ? ` (one row for ${united} lines)` : "")];
  if (!found || state === NO_STATE) return { title: "nothing recorded", lines, state: null };
  lines.push(`${kindText(found)}, ${percent(picture.share[i]!, 255)} of a column of ${seconds(column_s)}`);
  lines.push(...explanationLines(found));
  if (picture.waiting[i]! > 0) {
    const wait = states[picture.wait[i]!];
    const what = wait && wait.name !== found.name ? `, most of it ${wait.name}` : "";
    lines.push(`waiting: ${percent(picture.waiting[i]!, 255)}${what}`);
  }
  return { title: found.name, lines, state };
}

// Returns what is said of a visit, with the wait state in it if there is one.
export function hoveredSlice(index: SliceIndex, states: State[], line: number, time_s: number, place: string, depth?: number): Hovered | null {
  const slice = sliceAt(index, line, time_s, depth);
  const state = slice && states[slice.state];
  if (!slice || !state) return null;
  const lines = [place, `${kindText(state)}, ${seconds(slice.end_s - slice.begin_s)} from ${seconds(slice.begin_s)}`, ...explanationLines(state)];
  const innermost = sliceAt(index, line, time_s);
  const wait = innermost && innermost !== slice ? states[innermost.state] : null;
  if (wait?.kind === "wait") lines.push(`waiting: ${wait.name}, ${seconds(innermost!.end_s - innermost!.begin_s)}`);
  return { title: state.name, lines, state: slice.state };
}

// Returns what the scene shows at a place of the picture; visits where they are known.
export function hoveredAt(scene: Scene, visits: SliceIndex | null, x: number, y: number): Hovered | null {
  const { geometry, states, lineCount } = scene;
  const line = lineOfY(geometry, y);
  if (line < 0 || line >= lineCount || x < geometry.gutter) return null;
  const time_s = timeOfX(geometry, x);
  const place = scene.labelOfLine(line);
  if (scene.nested) {
    const lane = laneOfY(geometry, y);
    return lane === null ? null : hoveredSlice(scene.nested, states, line, time_s, place, lane);
  }
  const united = scene.pictures.some(({ picture }) => picture.rows.some(({ count }) => count > 1));
  const slice = visits && !united ? hoveredSlice(visits, states, line, time_s, place) : null;
  if (slice) return slice;
  for (const { picture } of [...scene.pictures].reverse()) {
    const cell = hoveredCell(picture, states, line, time_s, place);
    if (cell) return cell;
  }
  return null;
}
