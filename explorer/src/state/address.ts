// SPDX-License-Identifier: BSD-3-Clause
// Writes a view into the address behind "#" and reads it back. What is as at first is left out;
// what cannot be read is as at first.
import { MODES } from "../model/shown_value";
import { CHOICES, ORDERS } from "../model/tree_items";
import { numbersOfRanges, rangesText } from "../model/ranges";
import {
  AMOUNTS, DISTRIBUTIONS, FIRST_STATE, PANELS, TIMELINE_SHOWN, TREES, type TreeLines, type TreeName, VIEWS, type ViewState,
} from "./view_state";

export function addressOf(state: ViewState): string {
  const query = new URLSearchParams();
  query.set("view", state.view);
  const put = (key: string, value: string | null, first: string | null) => {
    if (value !== null && value !== first) query.set(key, value);
  };
  put("report", String(state.report), "0");
  put("pair", state.pair.join("~"), FIRST_STATE.pair.join("~"));
  put("metric", state.metrics.join(","), FIRST_STATE.metrics.join(","));
  put("metric-open", state.openMetrics ? "1" : "0", "0");
  put("callpath", rangesText(state.callpaths, ","), "");
  put("callpath-open", state.openCallpaths ? "1" : "0", "0");
  put("flat", state.isFlat ? "1" : "0", "0");
  put("locations", state.locations && rangesText(state.locations, ","), null);
  put("mode", state.mode, FIRST_STATE.mode);
  put("panel", state.panel, FIRST_STATE.panel);
  put("gray", String(state.threshold), String(FIRST_STATE.threshold));
  put("finding", state.finding === null ? null : String(state.finding), null);
  put("window", state.window && state.window.join("~"), null);
  put("shown", state.shown.join(","), "");
  put("unfolded", rangesText(state.unfolded, ","), "");
  put("counter", state.counter === null ? null : String(state.counter), null);
  put("distribution", state.distribution, FIRST_STATE.distribution);
  put("arrangement", String(state.arrangement), "0");
  put("amount", state.amount, FIRST_STATE.amount);
  for (const tree of TREES) {
    put(`${tree}-lines`, linesText(state.lines[tree]), linesText(FIRST_STATE.lines[tree]));
    put(`${tree}-search`, state.lines[tree].search, "");
  }
  for (const [key, value] of [["phase", state.phase], ["kind", state.phaseKind], ["row", state.row], ["loss", state.loss], ["frame", state.frame]] as const)
    put(key, value === null ? null : String(value), null);
  put("strip", state.strip && state.strip.join("~"), null);
  put("search", state.search, "");
  return `#${query}`;
}

function linesText({ order, hiding }: TreeLines): string {
  return `${order}~${hiding}`;
}

function linesOf(query: URLSearchParams): Record<TreeName, TreeLines> {
  const all = { ...FIRST_STATE.lines };
  for (const tree of TREES) {
    const [order = "", hiding = ""] = (query.get(`${tree}-lines`) ?? "").split("~");
    all[tree] = {
      order: oneOf(ORDERS, order, all[tree].order),
      hiding: oneOf(CHOICES, hiding, all[tree].hiding),
      search: query.get(`${tree}-search`) ?? "",
    };
  }
  return all;
}

function oneOf<T extends string>(all: readonly T[], text: string | null, first: T): T {
  return all.find((each) => each === text) ?? first;
}

function numberOr<T>(text: string | null, other: T): number | T {
  const number = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : other;
}

function positionOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function windowOf(text: string | null): [number, number] | null {
  const [from, to] = (text ?? "").split("~").map(Number);
  return from !== undefined && to !== undefined && Number.isFinite(from) && to > from ? [from, to] : null;
}

function pairOf(text: string | null): [number, number] {
  const [before, after] = (text ?? "").match(/^(\d+)~(\d+)$/)?.slice(1).map(Number) ?? FIRST_STATE.pair;
  return [before!, after!];
}

export function stateOf(address: string): ViewState {
  const query = new URLSearchParams(address.replace(/^#/, ""));
  const metrics = (query.get("metric") ?? "").split(",").filter((id) => id !== "");
  const locations = query.get("locations");
  return {
    view: oneOf(VIEWS, query.get("view"), FIRST_STATE.view),
    report: Math.trunc(numberOr(query.get("report"), 0)),
    pair: pairOf(query.get("pair")),
    metrics: metrics.length > 0 ? metrics : FIRST_STATE.metrics,
    openMetrics: query.get("metric-open") === "1",
    callpaths: numbersOfRanges(query.get("callpath") ?? ""),
    openCallpaths: query.get("callpath-open") === "1",
    isFlat: query.get("flat") === "1",
    locations: locations === null ? null : numbersOfRanges(locations),
    mode: oneOf(MODES, query.get("mode"), FIRST_STATE.mode),
    panel: oneOf(PANELS, query.get("panel"), FIRST_STATE.panel),
    threshold: Math.min(numberOr(query.get("gray"), FIRST_STATE.threshold), 1),
    finding: numberOr(query.get("finding"), null),
    window: windowOf(query.get("window")),
    shown: TIMELINE_SHOWN.filter((each) => (query.get("shown") ?? "").split(",").includes(each)),
    unfolded: numbersOfRanges(query.get("unfolded") ?? ""),
    counter: positionOf(query.get("counter")),
    distribution: oneOf(DISTRIBUTIONS, query.get("distribution"), FIRST_STATE.distribution),
    arrangement: positionOf(query.get("arrangement")) ?? 0,
    amount: oneOf(AMOUNTS, query.get("amount"), FIRST_STATE.amount),
    lines: linesOf(query),
    phase: positionOf(query.get("phase")),
    phaseKind: positionOf(query.get("kind")),
    row: positionOf(query.get("row")),
    strip: windowOf(query.get("strip")),
    loss: positionOf(query.get("loss")),
    frame: positionOf(query.get("frame")),
    search: query.get("search") ?? "",
  };
}
