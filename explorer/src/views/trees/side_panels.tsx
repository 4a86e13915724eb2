// SPDX-License-Identifier: BSD-3-Clause
// The right column: the system tree, or a picture of the same values, or what is known about the
// selection.
import { type ReactNode, useMemo, useState } from "react";

import type { Timeline } from "../../data/schema";
import type { Source } from "../../data/source";
import type { ReportModel } from "../../model/report_model";
import type { Values } from "../../model/values";
import { DistributionPanel } from "../../plots/distribution_panel";
import { TopologyPanel } from "../../plots/topology_panel";
import type { Change } from "../../state/use_view_state";
import { PANELS, type Panel, type ViewState } from "../../state/view_state";
import { useAnswer } from "../../state/use_answer";
import { useLate } from "../../state/use_late";
import { Tabs } from "../../widgets/tabs";
import { CostModels } from "./cost_models";
import { MetricHelp } from "./metric_help";
import { SourceView } from "./source_view";
import type { CoupledValues } from "./use_coupled_values";
import { WaitInstances } from "./wait_instances";

const NAMES: Record<Panel, string> = {
  system: "System",
  distribution: "Distribution",
  topology: "Topology",
  costs: "Cost models",
  instances: "Largest instances",
  source: "Source",
  metric: "About metric",
};

interface SidePanelsProps {
  source: Source;
  timeline?: Timeline | null; // undefined where several reports are compared
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
  const of = which < series.length ? which : 0; // a difference has no costs of its own
  const metrics = useMemo(() => state.metrics.flatMap((id) => model.metricAt.get(id) ?? []), [state.metrics, model]);
  const metric = metrics[0] ?? 0;
  const title = model.structure.metrics[metric]?.name ?? "";
  const { source, timeline } = props;
  const communication = useAnswer(
    () => (timeline && state.panel === "topology" ? source.communication() : Promise.resolve(null)),
    [source, timeline, state.panel === "topology"],
  );
  const picture = {
    values: shown,
    unit: values.unit,
    title,
    selected: state.locations,
    onSelect: (locations: number[]) => change({ locations: locations.length > 0 ? locations : null }),
  };
  const isPicture = state.panel === "distribution" || state.panel === "topology";
  const hasSeries = isPicture || state.panel === "costs";
  const isLate = useLate(values.areLocationsOld);
  return (
    <div className={isLate ? "side-panels late" : "side-panels"} aria-busy={values.areLocationsOld}>
      <Tabs
        label="Right column"
        tabs={PANELS.map((panel) => ({ id: panel, name: NAMES[panel] }))}
        chosen={state.panel}
        onChoice={(panel) => change({ panel })}
      >
        {hasSeries && series.length > 1 && (
          <label className="series-choice">
            Values of{" "}
            <select value={isPicture ? which : of} onChange={(event) => setWhich(Number(event.target.value))}>
              {series.map(({ name }, i) => (
                <option key={i} value={i}>{name}</option>
              ))}
              {isPicture && <option value={2}>difference</option>}
            </select>
          </label>
        )}
        {state.panel === "system" && props.systemTree}
        {state.panel === "distribution" && (
          <DistributionPanel
            {...picture}
            locations={model.structure.locations}
            kind={state.distribution}
            onKind={(distribution) => change({ distribution })}
          />
        )}
        {state.panel === "topology" && (
          <TopologyPanel
            {...picture}
            report={model.structure}
            communication={timeline === undefined ? undefined : communication.value}
            arrangement={state.arrangement}
            onArrangement={(arrangement) => change({ arrangement })}
            amount={state.amount}
            onAmount={(amount) => change({ amount })}
          />
        )}
        {state.panel === "costs" && <CostModels model={model} values={series[of]!} metrics={metrics} change={change} />}
        {state.panel === "instances" && (
          <WaitInstances source={source} model={model} timeline={timeline ?? null} metrics={metrics} change={change} />
        )}
        {state.panel === "source" && <SourceView source={props.source} model={model} state={state} />}
        {state.panel === "metric" && <MetricHelp model={model} metric={metric} change={change} />}
      </Tabs>
    </div>
  );
}
