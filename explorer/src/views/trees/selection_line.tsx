// SPDX-License-Identifier: BSD-3-Clause
// Says in words what is selected and how much it is.
import { rangesText } from "../../model/ranges";
import { regionOf } from "../../model/place_names";
import { quantity } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import type { Chosen } from "../../model/selection";
import type { Change } from "../../state/use_view_state";
import type { ViewState } from "../../state/view_state";
import type { CoupledValues } from "./use_coupled_values";

interface SelectionLineProps {
  model: ReportModel;
  values: CoupledValues;
  metrics: Chosen;
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

export function SelectionLine({ model, values, metrics, state, change }: SelectionLineProps) {
  const { structure } = model;
  const names = metrics.nodes.map((node) => structure.metrics[node]!.name + (metrics.expanded.has(node) ? " (own)" : ""));
  const paths = state.callpaths.filter((path) => structure.callpaths[path]);
  const where =
    state.region || (paths.length === 0 ? "all call paths" : paths.length > 3 ? `${paths.length} call paths` : paths.map((path) => regionOf(structure, path)).join(" + "));
  const chosen = state.locations ?? structure.locations.map((_, i) => i);
  const amounts = values.byLocation.map((each) =>
    quantity(chosen.reduce((sum, location) => sum + (each[location] ?? 0), 0), values.unit),
  );
  const isLimited = paths.length > 0 || state.locations !== null;
  return (
    <p className="selection-line" role="status">
      <strong>{names.join(" + ")}</strong> in <strong>{where}</strong> on{" "}
      <strong>{locationsText(model, state.locations)}</strong>: {amounts.join(" / ")}
      {isLimited && (
        <button type="button" onClick={() => change({ callpaths: [], locations: null, region: state.region === null ? null : "" })}>
          select everything
        </button>
      )}
    </p>
  );
}
