// SPDX-License-Identifier: BSD-3-Clause
// A tree as a table for spreadsheets: all nodes with their own value and the one with all below.
import type { Cell } from "./csv";
import { ancestors } from "./forest";
import type { TreeValues } from "./tree_columns";

export interface Table {
  head: string[];
  rows: Cell[][];
}

export function tableOfTree(values: TreeValues, names: string[], isOpen: (node: number) => boolean): Table {
  const several = values.series.length > 1;
  const label = (series: string, what: string) => (several ? `${series}: ${what}` : what);
  return {
    head: [
      "path",
      "name",
      "unit",
      "expanded",
      ...values.series.flatMap(({ name }) => [label(name, "total"), label(name, "own")]),
    ],
    rows: values.forest.order.map((node) => [
      [...ancestors(values.forest, node).reverse(), node].map((each) => names[each]!).join("/"),
      names[node]!,
      values.unitOf(node),
      isOpen(node) ? "yes" : "no",
      ...values.series.flatMap((each): Cell[] => [each.inclusive[node] ?? 0, each.exclusive[node] ?? 0]),
    ]),
  };
}
