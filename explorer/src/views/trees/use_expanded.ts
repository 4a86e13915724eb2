// SPDX-License-Identifier: BSD-3-Clause
// Which nodes of a tree are expanded. At first these are the ancestors of what is selected, and what is
// selected if the address says so.
import { useState } from "react";

import { type Forest, ancestors } from "../../model/forest";

export function expandedAtFirst(forest: Forest, selected: number[], isSelectedOpen: boolean): ReadonlySet<number> {
  const above = selected.flatMap((node) => ancestors(forest, node));
  const open = isSelectedOpen ? selected.filter((node) => (forest.children[node]?.length ?? 0) > 0) : [];
  return new Set([...above, ...open]);
}

export function useExpanded(forest: Forest, selected: number[], isSelectedOpen: boolean, others: number[] = []) {
  return useState<ReadonlySet<number>>(
    () => new Set([...expandedAtFirst(forest, selected, isSelectedOpen), ...others]),
  );
}
