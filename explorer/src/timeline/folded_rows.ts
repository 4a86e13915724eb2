// SPDX-License-Identifier: BSD-3-Clause
// Rows that stand for lines that are alike. While lines are folded, everything is drawn by the position
// of its row, as if the rows were the lines; what lies on a line lies on its row then.
import type { Folding, Picture } from "../data/schema";
import { rowOfLine } from "./rows";
import type { Scene } from "./scene";
import type { SliceIndex } from "./slices";

export interface FoldedRows {
  rows: number[][]; // the lines of each, ascending; rows come in the order of their first lines
  rowOf: Int32Array; // by line
}

// Returns the rows that are drawn; each of the unfolded lines has its own.
export function foldedRows({ rowOfLine: of }: Folding, unfolded: ReadonlySet<number>): FoldedRows {
  const rows: number[][] = [];
  const rowOf = new Int32Array(of.length);
  const known = new Map<number, number>();
  of.forEach((group, line) => {
    const isAlone = unfolded.has(line);
    const row = isAlone ? rows.length : (known.get(group) ?? rows.length);
    if (row === rows.length) rows.push([]);
    if (!isAlone) known.set(group, row);
    rows[row]!.push(line);
    rowOf[line] = row;
  });
  return { rows, rowOf };
}

// Returns a picture of these rows; of each the row of the picture in which its first line is.
export function pictureOfRows(picture: Picture, folded: FoldedRows, isWanted: (lines: number[]) => boolean = () => true): Picture {
  const { columns, folding } = picture;
  const rows = folded.rows.flatMap((lines, first) => (isWanted(lines) ? [{ first, count: 1 }] : []));
  const from = rows.map(({ first }) => {
    const line = folded.rows[first]![0]!;
    return folding ? folding.rowOfLine[line]! : rowOfLine(picture.rows, line);
  });
  const table = <Table extends Uint16Array | Uint8Array>(all: Table, made: Table): Table => {
    from.forEach((row, i) => row >= 0 && made.set(all.subarray(row * columns, (row + 1) * columns), i * columns));
    return made;
  };
  const cells = columns * rows.length;
  return {
    from_s: picture.from_s, to_s: picture.to_s, columns, is_coarse: picture.is_coarse, rows,
    state: table(picture.state, new Uint16Array(cells)),
    share: table(picture.share, new Uint8Array(cells)),
    waiting: table(picture.waiting, new Uint8Array(cells)),
    wait: table(picture.wait, new Uint16Array(cells)),
  };
}

// Returns visits by row; of each row those of its first line.
export function visitsOfRows(visits: SliceIndex, { rows }: FoldedRows): SliceIndex {
  return { ...visits, byLine: new Map(rows.map((lines, row) => [row, visits.byLine.get(lines[0]!) ?? []])) };
}

// Moves what lies on lines to their rows. Messages within a row have no place; a row has one curve of a counter, and
// a mark if any of its lines is selected. The pictures are those of `pictureOfRows`.
export function foldedScene(scene: Scene, folded: FoldedRows, labels: string[], places: string[]): Scene {
  const { rows, rowOf } = folded;
  const at = (line: number) => rowOf[line]!;
  const firsts = new Set(rows.map((lines) => lines[0]!));
  return {
    ...scene,
    lineCount: rows.length,
    rows: rows.map((_, first) => ({ first, count: 1 })),
    rowLabels: labels,
    labelOfLine: (row) => places[row] ?? "",
    nested: scene.nested && visitsOfRows(scene.nested, folded),
    messages: scene.messages
      .map((message) => ({ ...message, from: at(message.from), to: at(message.to) }))
      .filter(({ from, to }) => from !== to),
    fans: scene.fans.map((fan) => ({ ...fan, from: at(fan.from), waits: fan.waits.map((wait) => ({ ...wait, line: at(wait.line) })) })),
    path: scene.path && { ...scene.path, pieces: scene.path.pieces.map((piece) => ({ ...piece, line: at(piece.line) })) },
    counter: scene.counter && {
      ...scene.counter,
      lines: scene.counter.lines?.filter(({ line }) => firsts.has(line)).map((curve) => ({ ...curve, line: at(curve.line) })) ?? null,
    },
    marks: scene.marks.map((mark) => (mark.line < 0 ? mark : { ...mark, line: at(mark.line) })),
    selectedLines: new Set([...scene.selectedLines].map(at)),
  };
}
