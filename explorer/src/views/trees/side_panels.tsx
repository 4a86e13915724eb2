// SPDX-License-Identifier: BSD-3-Clause
// The right column: the system tree, or a picture of the same values, or what is known about the
// selection.
import { type ReactNode, useMemo, useState } from "react";

import type { Source } from "../../data/source";
import type { ReportModel } from "../../model/report_model";
import type { Values } from "../../model/values";
import { DistributionPanel } from "../../plots/distribution_panel";
import { TopologyPanel } from "../../plots/topology_panel";
import type { Change } from "../../state/use_view_state";
import { PANELS, type Panel, type ViewState } from "../../state/view_state";
import { Tabs } from "../../widgets/tabs";
import { MetricHelp } from "./metric_help";
import { SourceView } from "./source_view";
import type { CoupledValues } from "./use_coupled_values";

const NAMES: Record<Panel, string> = {
  system: "System",
  distribution: "Distribution",
  topology: "Topology",
  source: "Source",
  metric: "About metric",
};

interface SidePanelsProps {
  source: Source;
  model: ReportModel;
  series: Values[];
  values: CoupledValues;
  state: ViewState;
  change: Change;
  systemTree: ReactNode;
}

export function SidePanels(props: SidePanelsProps) {
  const { model, series, values, state, change } = props;
  const [which, setWhich] = useState(0);
  const shown = useMemo(() => {
    const [first, second] = values.byLocation;
    if (which < 2 || !second) return values.byLocation[which] ?? first!;
    return Float64Array.from(second, (value, i) => value - first![i]!);
  }, [values.byLocation, which]);
  const metric = model.metricAt.get(state.metrics[0] ?? "") ?? 0;
  const title = model.structure.metrics[metric]?.name ?? "";
  const picture = {
    values: shown,
    unit: values.unit,
    title,
    selected: state.locations,
    onSelect: (locations: number[]) => change({ locations: locations.length > 0 ? locations : null }),
  };
  const isPicture = state.panel === "distribution" || state.panel === "topology";
  return (
    <div className="side-panels" aria-busy={values.areLocationsOld}>
      <Tabs
        label="Right column"
        tabs={PANELS.map((panel) => ({ id: panel, name: NAMES[panel] }))}
        chosen={state.panel}
        onChoice={(panel) => change({ panel })}
      >
        {isPicture && series.length > 1 && (
          <label className="series-choice">
            Values of{" "}
            <select value={which} onChange={(event) => setWhich(Number(event.target.value))}>
              {series.map(({ name }, i) => (
                <option key={i} value={i}>{name}</option>
              ))}
              <option value={2}>difference</option>
            </select>
          </label>
        )}
        {state.panel === "system" && props.systemTree}
        {state.panel === "distribution" && <DistributionPanel {...picture} locations={model.structure.locations} />}
        {state.panel === "topology" && <TopologyPanel {...picture} report={model.structure} />}
        {state.panel === "source" && <SourceView source={props.source} model={model} state={state} />}
        {state.panel === "metric" && <MetricHelp model={model} metric={metric} change={change} />}
      </Tabs>
    </div>
  );
}
