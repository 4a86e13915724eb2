// SPDX-License-Identifier: BSD-3-Clause
// Everything that a picture of the timeline shows, before it is drawn.
import type { CounterCurves, Details, PathPiece, Picture, State, TimelineCounter } from "../data/schema";
import type { PageColors } from "../plots/page_colors";
import type { Mark } from "./episode_marks";
import type { Geometry } from "./geometry";
import type { Cursor } from "./keyboard_cursor";
import type { SliceIndex } from "./slices";
import type { WaitFan } from "./wait_fans";

// A picture with the colors of its cells.
export interface ColoredPicture {
  picture: Picture;
  colors: Uint32Array;
  image: HTMLCanvasElement | null; // of these colors, one pixel for each cell; null if not needed
}

// The critical path, or its longest pieces.
export interface ShownPath {
  pieces: PathPiece[];
  isWhole: boolean;
}

export interface Scene {
  geometry: Geometry;
  colors: PageColors;
  states: State[];
  stateColors: string[];
  lineCount: number;
  labelOfLine: (line: number) => string;
  // Labels of the rows of the picture that is asked for, which may unite lines.
  rows: { first: number; count: number }[];
  rowLabels: string[];
  pictures: ColoredPicture[]; // what comes later lies over what comes before
  nested: SliceIndex | null; // drawn instead of the pictures
  region: string | null; // other states are pale
  messages: Details["messages"];
  fans: WaitFan[];
  path: ShownPath | null;
  counter: CounterCurves | null; // null until its curves are there, too
  counterOf: TimelineCounter | null;
  marks: Mark[];
  cursor: Cursor | null; // that keys have moved
  selectedLines: ReadonlySet<number>;
  range: [from_s: number, to_s: number] | null; // what a person draws with the pointer
}
