// SPDX-License-Identifier: BSD-3-Clause
// What all rows of a tree share. It comes by a context, so that rows are drawn anew when values
// change, although react-arborist keeps them.
import { createContext, useContext } from "react";
import type { NodeApi } from "react-arborist";

import type { CellText } from "../../model/tree_columns";
import type { TreeItem } from "../../model/tree_items";

export interface RowContents {
  cells(node: number, isOpen: boolean): CellText[];
  selected: ReadonlySet<number>;
  search: string;
  titleOf(node: number): string;
  isOpen(row: NodeApi<TreeItem>): boolean; // whether something below a row is shown: without that it stands for all below
}

export const RowContext = createContext<RowContents>({ cells: () => [], selected: new Set(), search: "", titleOf: () => "", isOpen: () => false });
export const useRowContents = () => useContext(RowContext);
