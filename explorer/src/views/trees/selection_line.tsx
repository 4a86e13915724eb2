// SPDX-License-Identifier: BSD-3-Clause
// Says in words what is selected and how much it is.
import { useMemo } from "react";

import { rangesText } from "../../model/ranges";
import { regionOf } from "../../model/place_names";
import { quantity } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import { type Chosen, disjoint, isOwn } from "../../model/selection";
import type { Change } from "../../state/use_view_state";
import type { ViewState } from "../../state/view_state";
import type { CoupledValues } from "./use_coupled_values";
import { UnbrokenNames } from "../../widgets/unbroken_names";

interface SelectionLineProps {
  model: ReportModel;
  values: CoupledValues;
  metrics: Chosen;
  callpaths: Chosen;
  state: ViewState;
  change: Change;
}

export function locationsText(model: ReportModel, locations: number[] | null): string {
  if (locations === null || locations.length === model.structure.locations.length) return "all locations";
  const ranks = locations.map((each) => model.structure.locations[each]?.rank ?? 0);
  const unique = new Set(ranks);
  const threads = locations.length === unique.size ? "" : ` (${locations.length} threads)`;
  return `rank${unique.size === 1 ? "" : "s"} ${rangesText(ranks)}${threads}`;
}

const OWN = " (own)";
const MOST_NAMES = 3;

// Names the selected call paths by their regions, each once, and says which stand for themselves alone.
export function placesText(model: ReportModel, { nodes, expanded }: Chosen, isFlat: boolean): string {
  if (nodes.length === 0) return "all call paths";
  const owns = nodes.filter((path) => isOwn(model.callpaths, { nodes, expanded }, path));
  const nameOf = (path: number) => regionOf(model.structure, path);
  // Either each region once, or each call path.
  const listed: (string | number)[] = isFlat ? [...new Set(nodes.map(nameOf))] : nodes;
  const marked = new Set<string | number>(isFlat ? owns.map(nameOf) : owns);
  if (listed.length <= MOST_NAMES) {
    const name = (each: string | number) => (typeof each === "string" ? each : nameOf(each));
    return listed.map((each) => `${name(each)}${marked.has(each) ? OWN : ""}`).join(" + ");
  }
  const part = marked.size === 0 ? "" : marked.size === listed.length ? OWN : ` (${marked.size} of them own)`;
  return `${listed.length} ${isFlat ? "regions" : "call paths"}${part}`;
}

// The selected call paths on all locations are known before each location's part is.
function amountsOf(model: ReportModel, values: CoupledValues, callpaths: Chosen, locations: number[] | null): number[] | null {
  const sum = (nodes: number[], of: (node: number) => number) => nodes.reduce((all, node) => all + of(node), 0);
  if (locations !== null)
    return values.areLocationsOld ? null : values.byLocation.map((each) => sum(locations, (location) => each[location] ?? 0));
  if (values.areCallpathsOld) return null;
  const nodes = callpaths.nodes.length > 0 ? disjoint(model.callpaths, callpaths) : model.callpaths.roots;
  const isAlone = (node: number) => callpaths.nodes.length > 0 && callpaths.expanded.has(node);
  return values.callpaths.series.map(({ inclusive, exclusive }) => sum(nodes, (node) => (isAlone(node) ? exclusive : inclusive)[node] ?? 0));
}

export function SelectionLine({ model, values, metrics, callpaths, state, change }: SelectionLineProps) {
  const { structure } = model;
  const names = metrics.nodes.map((node) => structure.metrics[node]!.name + (isOwn(model.metrics, metrics, node) ? OWN : ""));
  const { locations, isFlat } = state;
  const amounts = useMemo(() => amountsOf(model, values, callpaths, locations), [model, values, callpaths, locations]);
  const places = useMemo(() => placesText(model, callpaths, isFlat), [model, callpaths, isFlat]);
  const isLimited = callpaths.nodes.length > 0 || locations !== null;
  return (
    <p className="selection-line" role="status">
      <strong>{names.join(" + ")}</strong> in <strong><UnbrokenNames text={places} /></strong> on{" "}
      <strong>{locationsText(model, locations)}</strong>: {amounts?.map((amount) => quantity(amount, values.unit)).join(" / ") ?? "…"}
      {isLimited && (
        <button type="button" onClick={() => change({ callpaths: [], locations: null })}>
          select everything
        </button>
      )}
    </p>
  );
}
