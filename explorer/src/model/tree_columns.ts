// SPDX-License-Identifier: BSD-3-Clause
// What stands beside each name of a tree: the value of one report, or those of two and their difference.
import { changeColor, shareColor, type Theme } from "./colors";
import type { Forest } from "./forest";
import { largestOfLevel } from "./levels";
import { percent, quantity } from "./quantity";
import { type Mode, shareOf, shownValue, type Wholes } from "./shown_value";

export interface SeriesValues {
  name: string;
  inclusive: ArrayLike<number>;
  exclusive: ArrayLike<number>;
}

export interface TreeValues {
  forest: Forest;
  series: SeriesValues[]; // one or two
  unitOf(node: number): string;
  rootOf(series: number, node: number): number; // what is 100 % of root
  selectionOf(series: number, node: number): number; // what is 100 % of the selection to the left
}

export interface CellText {
  text: string;
  title: string;
  color: string;
}

export interface ColumnStyle {
  mode: Mode;
  threshold: number;
  theme: Theme;
}

export function valueOf(values: TreeValues, series: number, node: number, isOpen: boolean): number {
  const of = values.series[series]!;
  return (isOpen ? of.exclusive : of.inclusive)[node] ?? 0;
}

export function columnNames(values: TreeValues): string[] {
  const names = values.series.map(({ name }) => name);
  return names.length === 2 ? [...names, "difference"] : names;
}

// What is written as zero comes from adding up binary fractions: it has no sign, and is no part of anything.
function isZero(text: string): boolean {
  return /^0( |$)/.test(text);
}

function signed(text: string, value: number): string {
  return value > 0 && !isZero(text) ? `+${text}` : text;
}

// Returns a function that makes the cells of one node.
export function cellsOf(values: TreeValues, style: ColumnStyle): (node: number, isOpen: boolean) => CellText[] {
  // Takes a while in a large tree, so it is done only if it is shown.
  const peers = style.mode === "peer" ? values.series.map((each) => largestOfLevel(values.forest, each.inclusive, values.unitOf)) : null;
  const wholes = (series: number, node: number, isOpen: boolean): Wholes => ({
    root: values.rootOf(series, node),
    selection: values.selectionOf(series, node),
    peer: peers?.[series]![node] ?? 0,
    other: values.series.length === 2 ? valueOf(values, 1 - series, node, isOpen) : 0,
  });
  const cell = (series: number, node: number, isOpen: boolean): CellText => {
    const stored = valueOf(values, series, node, isOpen);
    const unit = values.unitOf(node);
    const value = isZero(quantity(stored, unit)) ? 0 : stored;
    const of = wholes(series, node, isOpen);
    return {
      text: shownValue(value, unit, style.mode, of),
      title: `${quantity(value, unit)}, ${percent(value, of.root)} of root, ${percent(value, of.selection)} of the selection`,
      color: shareColor(shareOf(value, style.mode, of), style.theme, style.threshold),
    };
  };
  const difference = (node: number, isOpen: boolean): CellText => {
    const before = valueOf(values, 0, node, isOpen);
    const change = valueOf(values, 1, node, isOpen) - before;
    const largest = Math.max(Math.abs(values.rootOf(0, node)), Math.abs(values.rootOf(1, node)));
    const unit = values.unitOf(node);
    return {
      text: signed(quantity(change, unit), change),
      title: before === 0 ? "none before" : `${signed(percent(change, before), change)} of what it was`,
      color: changeColor(largest === 0 ? 0 : change / largest, style.theme, style.threshold),
    };
  };
  return (node, isOpen) => [
    ...values.series.map((_, series) => cell(series, node, isOpen)),
    ...(values.series.length === 2 ? [difference(node, isOpen)] : []),
  ];
}
