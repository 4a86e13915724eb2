// SPDX-License-Identifier: BSD-3-Clause
import type { Details, Folding, Picture } from "../data/schema";
import { seconds } from "../model/quantity";
import type { TimeWindow } from "./visible_window";
import type { WaitFan } from "./wait_fans";

const counted = (count: number) => count.toLocaleString("en-US");

// Says which messages are drawn: 200 of 13,412 messages, the longest on their way.
export function messagesText({ messages, message_count }: Pick<Details, "messages" | "message_count">): string {
  if (message_count === 0) return "no messages";
  if (messages.length >= message_count) return message_count === 1 ? "1 message" : `all ${counted(message_count)} messages`;
  return `${counted(messages.length)} of ${counted(message_count)} messages, the longest on their way`;
}

const BROAD = 3; // pixels

// Says how much time a column stands for, if it is so broad that it could be taken for a visit. `width`: of the window
// in pixels.
export function columnsText({ from_s, to_s, columns }: Pick<Picture, "from_s" | "to_s" | "columns">, [begin, end]: TimeWindow, width: number): string | null {
  const column_s = (to_s - from_s) / columns;
  if (!(column_s * width > BROAD * (end - begin))) return null;
  return `a column is ${seconds(column_s)}, and shows what took most of it`;
}

// Says when lines share a row, and how many rows there are.
export function foldingText({ rowOfLine, percent }: Folding, rowCount: number): string {
  const lineCount = rowOfLine.length;
  if (new Set(rowOfLine).size === lineCount && lineCount > 1)
    return (
      `no two of the ${counted(lineCount)} lines are alike here: each pair differs in what it does, or in its waiting, for more than ` +
      `${percent} % of this window`
    );
  const click = rowCount < lineCount ? "; a click on the label of a row of several lines unfolds it" : "";
  return (
    `${counted(lineCount)} lines in ${counted(rowCount)} row${rowCount === 1 ? "" : "s"}: rows are alike if what they do, and their ` +
    `waiting, is the same for all but at most ${percent} % of this window${click}`
  );
}

export function slicesText({ slices, slice_count }: Pick<Details, "slices" | "slice_count">): string {
  if (slices) return `${counted(slices.length)} visit${slices.length === 1 ? "" : "s"}, nested`;
  return `${counted(slice_count)} visits are too many to draw nested; zoom in to see them`;
}

export function fansText(fans: WaitFan[], hasVisits: boolean): string {
  if (!hasVisits) return "too many visits to tell who ended which wait; zoom in";
  const waits = fans.reduce((sum, fan) => sum + fan.waits.length, 0);
  return waits === 0 ? "nobody is seen who ended a wait" : `lines show who ended ${counted(waits)} wait${waits === 1 ? "" : "s"}`;
}

export function pathText({ path, path_count }: Pick<Details, "path" | "path_count">): string {
  if (path_count === 0) return "no critical path is known here";
  const is = `the critical path is ${counted(path_count)} piece${path_count === 1 ? "" : "s"} here`;
  return path.length >= path_count ? is : `${is}, of which the ${counted(path.length)} longest are drawn`;
}
