// SPDX-License-Identifier: BSD-3-Clause
// What a person looks at. It stands in the address, so that a view can be shared.
import { DEFAULT_THRESHOLD } from "../model/colors";
import type { Mode } from "../model/shown_value";
import { type Hiding, type Order } from "../model/tree_items";

export const VIEWS = ["overview", "trees", "timeline", "diagnosis", "comparison", "warnings", "help"] as const;
export type View = (typeof VIEWS)[number];

export const PANELS = ["system", "distribution", "topology", "costs", "instances", "source", "metric"] as const;
export type Panel = (typeof PANELS)[number];

export const TIMELINE_SHOWN = ["waiting", "nested", "alike", "messages", "fans", "path"] as const;
export type TimelineShown = (typeof TIMELINE_SHOWN)[number];

export const DISTRIBUTIONS = ["box", "histogram", "violin", "pareto"] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

// What the matrix of messages shows of each pair of ranks; they are named as in `Traffic`.
export const AMOUNTS = ["bytes", "messages", "waited_s", "sender_waited_s"] as const;
export type Amount = (typeof AMOUNTS)[number];

export const TREES = ["metrics", "callpaths", "regions", "system"] as const;
export type TreeName = (typeof TREES)[number];

// Which lines of a tree are shown, in which order, and what is searched among them.
export interface TreeLines {
  order: Order;
  hiding: Hiding;
  search: string;
}

export interface ViewState {
  view: View;
  report: number;
  pair: [before: number, after: number]; // of the comparison
  metrics: string[]; // ids
  openMetrics: boolean; // whether the chosen metrics are expanded
  callpaths: number[];
  openCallpaths: boolean;
  isFlat: boolean; // whether regions are shown instead of the call tree
  locations: number[] | null; // null: all
  mode: Mode;
  panel: Panel;
  threshold: number; // part below which things are gray
  finding: number | null;
  window: [number, number] | null; // of the timeline, in seconds
  shown: TimelineShown[]; // what the timeline shows instead of, or besides, what runs
  unfolded: number[]; // lines that have rows of their own though those that are alike share one
  counter: number | null; // whose curves the timeline shows
  distribution: Distribution;
  arrangement: number; // of locations, in the panel of topologies
  amount: Amount;
  lines: Record<TreeName, TreeLines>;
  phase: number | null; // of the diagnosis; the whole run without `phase` and `phaseKind`
  phaseKind: number | null; // all phases of this kind
  row: number | null; // the rank, or thread of the only rank, whose flame graph is shown; null: all
  strip: [number, number] | null; // visible part of the strip of phases, in seconds
  loss: number | null; // position in the diagnosis's findings
  frame: number | null; // what the flame graph is enlarged to
  search: string; // in the flame graph
}

const ALL_LINES: TreeLines = { order: "as it is", hiding: "all", search: "" };

export const FIRST_STATE: ViewState = {
  view: "overview",
  report: 0,
  pair: [0, 1],
  metrics: ["time"],
  openMetrics: false,
  callpaths: [],
  openCallpaths: false,
  isFlat: false,
  locations: null,
  mode: "absolute",
  panel: "system",
  threshold: DEFAULT_THRESHOLD,
  finding: null,
  window: null,
  shown: [],
  unfolded: [],
  counter: null,
  distribution: "box",
  arrangement: 0,
  amount: "bytes",
  lines: { metrics: { ...ALL_LINES, hiding: "without zeros" }, callpaths: ALL_LINES, regions: ALL_LINES, system: ALL_LINES },
  phase: null,
  phaseKind: null,
  row: null,
  strip: null,
  loss: null,
  frame: null,
  search: "",
};

// Whoever shows other reports must drop what is selected: call paths and locations have other positions.
export const NO_PLACES = { callpaths: [], openCallpaths: false, isFlat: false, locations: null } satisfies Partial<ViewState>;
