// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { forestOf } from "./forest";
import { type ColumnStyle, cellsOf, columnNames, type TreeValues } from "./tree_columns";
import { tableOfTree } from "./tree_table";
import { csv } from "./csv";

const style: ColumnStyle = { mode: "absolute", threshold: 0.005, theme: "light" };
const series = (name: string, inclusive: number[], exclusive: number[]) => ({ name, inclusive, exclusive });

function valuesOf(...all: ReturnType<typeof series>[]): TreeValues {
  return {
    forest: forestOf([null, 0]),
    series: all,
    unitOf: () => "sec",
    rootOf: (of) => all[of]!.inclusive[0]!,
    selectionOf: (of) => all[of]!.inclusive[0]!,
  };
}

it("shows all below while collapsed and the rest while expanded", () => {
  const cells = cellsOf(valuesOf(series("run", [4, 3], [1, 3])), style);
  expect(cells(0, false)[0]).toMatchObject({ text: "4.000 s", title: "4.000 s, 100.0 % of root, 100.0 % of the selection" });
  expect(cells(0, true)[0]!.text).toBe("1.000 s");
});

it("shows two reports and their difference", () => {
  const values = valuesOf(series("old", [4, 3], [1, 3]), series("new", [6, 3], [3, 3]));
  expect(columnNames(values)).toEqual(["old", "new", "difference"]);
  expect(cellsOf(values, style)(0, false).map(({ text }) => text)).toEqual(["4.000 s", "6.000 s", "+2.000 s"]);
  expect(cellsOf(values, style)(0, false)[2]!.title).toBe("+50.0 % of what it was");
  expect(cellsOf(values, { ...style, mode: "other" })(0, true).map(({ text }) => text)).toEqual([
    "33.3 %",
    "300.0 %",
    "+2.000 s",
  ]);
});

it("gives no sign to what is written as zero", () => {
  const values = valuesOf(series("old", [4, 3], [1, 3]), series("new", [4, 3 + 1e-14], [1 + 1e-14, 3]));
  expect(cellsOf(values, style)(0, true)[2]!.text).toBe("0 s");
  expect(cellsOf(values, style)(1, false)[2]!.text).toBe("0 s");
});

it("takes what is written as zero for no part", () => {
  const values = valuesOf(series("run", [4, -3e-14], [1, -3e-14]));
  expect(cellsOf(values, style)(1, false)[0]).toMatchObject({ text: "0 s", title: "0 s, 0.0 % of root, 0.0 % of the selection" });
  expect(cellsOf(values, { ...style, mode: "root" })(1, false)[0]!.text).toBe("0.0 %");
});

it("makes a table of all nodes", () => {
  const table = tableOfTree(valuesOf(series("run", [4, 3], [1, 3])), ["main", "a,b"], (node) => node === 0);
  expect(csv(table.head, table.rows)).toBe(
    'path,name,unit,expanded,total,own\r\nmain,main,sec,yes,4,1\r\n"main/a,b","a,b",sec,no,3,3\r\n',
  );
});

it("keeps quotes in CSV, and formulas from being computed", () => {
  expect(csv(["a"], [['say "x"'], ["=1+1"], [null], [-1.5]])).toBe('a\r\n"say ""x"""\r\n\'=1+1\r\n\r\n-1.5\r\n');
});
