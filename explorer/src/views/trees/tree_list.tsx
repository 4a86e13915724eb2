// SPDX-License-Identifier: BSD-3-Clause
// The lines of a tree that can be seen, and what a person does with them: scroll, move by keys, expand, select. Only
// these lines are in the page, however many there are.
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";

import { lineOfLetters, type OpenLines, stepOfKey } from "../../model/tree_keys";
import type { Size } from "../../state/use_size";
import { useStable } from "../../state/use_stable";
import { type RowEvents, TreeRow, type TreeRowProps } from "./tree_row";

const BEYOND = 2; // lines that are drawn out of sight, above and below
const WORD_MS = 600; // letters that follow each other in this time are one word

export type RowContents = Pick<TreeRowProps, "name" | "title" | "cells" | "isFound" | "isHidden">;

export interface TreeListProps {
  label: string;
  tree: OpenLines;
  names: string[];
  size: Size;
  rowHeight: number;
  selected: ReadonlySet<number>;
  rowOf(node: number): RowContents;
  onSelect(nodes: number[]): void;
  onToggle(nodes: number[]): void;
  wanted: { node: number } | null; // comes into view once it has a line
}

export function TreeList({ label, tree, names, size, rowHeight, selected, rowOf, onSelect, onToggle, wanted }: TreeListProps) {
  const { nodes, levels, places, siblings } = tree.lines;
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null); // node
  const [hasFocus, setHasFocus] = useState(false);
  const anchor = useRef<number | null>(null); // node from which several are selected
  const isMoved = useRef(false); // whether the focus must follow
  const seen = useRef<{ node: number } | null>(null);
  const word = useRef({ letters: "", until: 0 });

  const top = Math.max(Math.min(scrollTop, nodes.length * rowHeight - size.height), 0);
  const first = Math.max(Math.floor(top / rowHeight) - BEYOND, 0);
  const end = Math.min(Math.ceil((top + size.height) / rowHeight) + BEYOND, nodes.length);
  const at = focused === null ? -1 : nodes.indexOf(focused);
  const drawn = Array.from({ length: Math.max(end - first, 0) }, (_, i) => first + i);
  if (at >= 0 && (at < first || at >= end)) drawn.push(at); // the focus must not be lost
  const page = Math.max(Math.floor(size.height / rowHeight) - 1, 1);

  const show = (line: number) => {
    const y = line * rowHeight;
    const lowest = y + rowHeight - size.height;
    if (!scroller.current || (y >= top && lowest <= top)) return;
    const isFar = y < top - size.height || lowest > top + size.height;
    scroller.current.scrollTop = isFar ? y - size.height / 2 : y < top ? y : lowest;
    setScrollTop(scroller.current.scrollTop);
  };
  const moveTo = (line: number) => {
    isMoved.current = true;
    setFocused(nodes[line] ?? null);
    show(line);
  };

  useEffect(() => {
    const line = wanted && wanted !== seen.current ? nodes.indexOf(wanted.node) : -1;
    if (line < 0) return;
    seen.current = wanted;
    show(line);
  }, [wanted, nodes]);
  useEffect(() => {
    if (!isMoved.current || focused === null) return;
    isMoved.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-node="${focused}"]`)?.focus({ preventScroll: true });
  });

  const choose = (node: number) => {
    anchor.current = node;
    onSelect([node]);
  };
  // One line stays selected.
  const chooseBesides = (node: number) => {
    anchor.current = node;
    if (!selected.has(node)) onSelect([...selected, node]);
    else if (selected.size > 1) onSelect([...selected].filter((each) => each !== node));
  };
  // What was selected elsewhere is selected from its first line on.
  const chooseUpTo = (line: number) => {
    const known = anchor.current === null ? -1 : nodes.indexOf(anchor.current);
    const from = known < 0 ? nodes.findIndex((node) => selected.has(node)) : known;
    if (from < 0) choose(nodes[line]!);
    else onSelect(nodes.slice(Math.min(from, line), Math.max(from, line) + 1));
  };

  const clicked = useStable((node: number, event: MouseEvent) => {
    if (event.shiftKey) chooseUpTo(nodes.indexOf(node));
    else if (event.ctrlKey || event.metaKey) chooseBesides(node);
    else choose(node);
  });
  const toggled = useStable((node: number) => onToggle([node]));
  const events = useMemo<RowEvents>(() => ({ onClick: clicked, onToggle: toggled, onFocus: setFocused }), [clicked, toggled]);

  const typed = (letter: string) => {
    const now = performance.now();
    const letters = (now < word.current.until ? word.current.letters : "") + letter;
    word.current = { letters, until: now + WORD_MS };
    const line = lineOfLetters(tree.lines, names, letters);
    if (line >= 0) moveTo(line);
  };
  const pressed = (event: KeyboardEvent) => {
    const line = Math.max(at, 0);
    const node = nodes[line];
    if (node === undefined || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    const step = isControl ? null : stepOfKey(event.key, line, tree, page);
    if (event.key === "Enter") (isControl ? chooseBesides : choose)(node);
    else if (isControl && event.key.toLowerCase() === "a") onSelect([...nodes]);
    else if (isControl) return;
    else if (event.key === " ") tree.canOpen(node) ? onToggle([node]) : choose(node);
    else if (step && "toggle" in step) onToggle(step.toggle);
    else if (step) {
      moveTo(step.to);
      if (event.shiftKey && event.key.startsWith("Arrow")) {
        anchor.current ??= node;
        chooseUpTo(step.to);
      }
    } else if (event.key.length === 1) typed(event.key);
    else return;
    event.preventDefault();
  };
  const entered = (event: FocusEvent) => {
    setHasFocus(true);
    if (event.target !== event.currentTarget) return;
    isMoved.current = true;
    setFocused(at >= 0 ? focused : (nodes[first] ?? null));
  };

  return (
    <div
      ref={scroller}
      className="tree-lines"
      role="tree"
      aria-label={label}
      aria-multiselectable="true"
      tabIndex={hasFocus ? -1 : 0}
      style={size}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={pressed}
      onFocus={entered}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHasFocus(false)}
    >
      <div style={{ height: nodes.length * rowHeight }} />
      {drawn.map((line) => {
        const node = nodes[line]!;
        return (
          <TreeRow
            key={node}
            node={node}
            level={levels[line]!}
            place={places[line]!}
            siblings={siblings[line]!}
            top={line * rowHeight}
            height={rowHeight}
            isSelected={selected.has(node)}
            canOpen={tree.canOpen(node)}
            isOpen={tree.isOpen(node)}
            events={events}
            {...rowOf(node)}
          />
        );
      })}
    </div>
  );
}
