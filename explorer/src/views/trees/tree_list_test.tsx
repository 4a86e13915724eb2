// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, it } from "vitest";

import { forestOf } from "../../model/forest";
import { listedChildren, shownLines } from "../../model/tree_items";
import { type RowContents, TreeList, type TreeListProps } from "./tree_list";
import { isSameRow, type TreeRowProps } from "./tree_row";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

// 0 > (1 > 4, 2, 3), and 20,000 roots without anything below
const COUNT = 20_000;
const names = ["main", "solve", "output", "init", "MPI_Send", ...Array.from({ length: COUNT }, (_, i) => `f${i}`)];
const forest = forestOf([null, 0, 0, 0, 1, ...Array.from({ length: COUNT }, () => null)]);
const childrenOf = listedChildren(forest, names, [], "as it is", null);

let page: HTMLElement;
let shown: (more?: Partial<TreeListProps>) => void;
let selected: number[];
let toggled: number[];

const row = (node: number): RowContents => ({ name: names[node]!, title: names[node]!, cells: [], isFound: false, isHidden: false });
const rows = () => [...page.querySelectorAll("[role=treeitem]")];
const rowNamed = (name: string) => rows().find((each) => each.textContent!.endsWith(name)) as HTMLElement;
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => void document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more })));
const click = (name: string, more: MouseEventInit = {}) =>
  act(() => void rowNamed(name).dispatchEvent(new MouseEvent("click", { bubbles: true, ...more })));

beforeEach(() => {
  document.body.replaceChildren((page = document.createElement("div")));
  [selected, toggled] = [[], []];
  const root = createRoot(page);
  const open = new Set([0, 1]);
  const isOpen = (node: number) => open.has(node);
  const tree = { lines: shownLines(childrenOf, isOpen), isOpen, canOpen: (node: number) => childrenOf(node).length > 0 };
  shown = (more = {}) =>
    act(() =>
      root.render(
        <TreeList
          label="Call paths"
          tree={tree}
          names={names}
          size={{ width: 300, height: 240 }}
          rowHeight={24}
          selected={new Set(selected)}
          rowOf={row}
          onSelect={(nodes) => (selected = nodes)}
          onToggle={(nodes) => (toggled = nodes)}
          wanted={null}
          {...more}
        />,
      ),
    );
  shown();
});

it("has only the lines in the page that can be seen", () => {
  expect(rows().length).toBeLessThan(20);
  expect(rows()[0]!.textContent).toMatch(/main$/);
  const scroller = page.querySelector(".tree-lines")!;
  act(() => {
    scroller.scrollTop = 24 * 10_000;
    scroller.dispatchEvent(new Event("scroll", { bubbles: true }));
  });
  expect(rows().length).toBeLessThan(20);
  expect(rowNamed("f10000")).toBeDefined();
});

it("says what a line is, for those who do not see it", () => {
  const attributes = (name: string) => ["aria-level", "aria-expanded", "aria-selected"].map((each) => rowNamed(name).getAttribute(each));
  expect(attributes("solve")).toEqual(["2", "true", "false"]);
  expect(attributes("MPI_Send")).toEqual(["3", null, "false"]);
  const place = (name: string) => ["aria-posinset", "aria-setsize"].map((each) => rowNamed(name).getAttribute(each));
  expect(place("main")).toEqual(["1", `${COUNT + 1}`]);
  expect(place("init")).toEqual(["3", "3"]);
  expect(place("MPI_Send")).toEqual(["1", "1"]);
});

it("brings a wanted line into view", () => {
  shown({ wanted: { node: 5_000 } });
  expect(rowNamed(names[5_000]!)).toBeDefined();
});

it("selects by clicks: one, others besides, and all between", () => {
  click("solve");
  expect(selected).toEqual([1]);
  shown();
  click("init", { ctrlKey: true });
  expect(selected).toEqual([1, 3]);
  shown();
  click("solve", { ctrlKey: true });
  expect(selected).toEqual([3]);
  shown();
  click("init", { ctrlKey: true });
  expect(selected).toEqual([3]); // one stays
  click("solve");
  click("init", { shiftKey: true });
  expect(selected).toEqual([1, 4, 2, 3]);
});

it("selects from a line that was selected elsewhere, and all lines", () => {
  shown({ selected: new Set([4]) });
  click("init", { shiftKey: true });
  expect(selected).toEqual([4, 2, 3]);
  act(() => rowNamed("main").focus());
  press("a", { ctrlKey: true });
  expect(selected).toHaveLength(names.length);
  press("A", { metaKey: true });
  expect(selected.slice(0, 5)).toEqual([0, 1, 4, 2, 3]);
});

it("moves the focus by keys, expands, and selects", () => {
  act(() => page.querySelector<HTMLElement>(".tree-lines")!.focus());
  expect(document.activeElement).toBe(rowNamed("main"));
  press("ArrowDown");
  expect(document.activeElement).toBe(rowNamed("solve"));
  press("ArrowLeft");
  expect(toggled).toEqual([1]);
  press("Enter");
  expect(selected).toEqual([1]);
  shown();
  press("ArrowDown", { shiftKey: true });
  expect(selected).toEqual([1, 4]);
  press("i");
  expect(document.activeElement).toBe(rowNamed("init"));
  press("End");
  expect(document.activeElement).toBe(rowNamed(`f${COUNT - 1}`));
});

it("keeps a row as it is if it looks the same", () => {
  const cell = { text: "1.000 s", title: "1.000 s, all", color: "#ffffff" };
  const events = { onClick: () => undefined, onToggle: () => undefined, onFocus: () => undefined };
  const props: TreeRowProps = { ...row(1), cells: [cell], node: 1, level: 0, place: 1, siblings: 1, top: 0, height: 24, isSelected: false, canOpen: true, isOpen: false, events };
  expect(isSameRow(props, { ...props, cells: [{ ...cell }] })).toBe(true);
  expect(isSameRow(props, { ...props, cells: [{ ...cell, color: "#000000" }] })).toBe(false);
  expect(isSameRow(props, { ...props, isSelected: true })).toBe(false);
});
