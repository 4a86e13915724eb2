// SPDX-License-Identifier: BSD-3-Clause
// What all rows of a tree share. It comes by a context, so that rows are drawn anew when values
// change, although react-arborist keeps them.
import { createContext, useContext } from "react";

import type { CellText } from "../../model/tree_columns";

export interface RowContents {
  cells(node: number, isOpen: boolean): CellText[];
  selected: ReadonlySet<number>;
  search: string;
}

export const RowContext = createContext<RowContents>({ cells: () => [], selected: new Set(), search: "" });
export const useRowContents = () => useContext(RowContext);
