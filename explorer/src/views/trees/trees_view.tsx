// SPDX-License-Identifier: BSD-3-Clause
// The three coupled trees: metric | call path | system. With two reports, each line has both values
// and their difference.
import { useCallback, useEffect, useMemo } from "react";

import type { Timeline } from "../../data/schema";
import type { Source } from "../../data/source";
import type { ReportModel } from "../../model/report_model";
import { flatProfileOf } from "../../model/flat_profile";
import type { Chosen } from "../../model/selection";
import { nodesOf } from "../../model/system_tree";
import type { ColumnStyle } from "../../model/tree_columns";
import type { Values } from "../../model/values";
import { unseenPlot } from "../../plots/unseen_plot";
import { useThemeName } from "../../state/theme_context";
import { useStable } from "../../state/use_stable";
import { whenIdle } from "../../state/when_idle";
import type { Change } from "../../state/use_view_state";
import { TREES, type TreeLines, type TreeName, type ViewState } from "../../state/view_state";
import { CallpathPanel, type SetLines } from "./callpath_panel";
import { ModeBar } from "./mode_bar";
import { SelectionLine } from "./selection_line";
import { SidePanels } from "./side_panels";
import { useCoupledValues } from "./use_coupled_values";
import { useExpanded } from "./use_expanded";
import { ValueTree } from "./value_tree";

export interface TreesViewProps {
  source: Source;
  timeline?: Timeline | null; // of the report; undefined where two are compared
  model: ReportModel;
  series: Values[]; // one report, or two to be compared
  state: ViewState;
  change: Change;
}

export function TreesView({ source, timeline, model, series, state, change }: TreesViewProps) {
  const theme = useThemeName();
  const style = useMemo<ColumnStyle>(
    () => ({ mode: state.mode, threshold: state.threshold, theme }),
    [state.mode, state.threshold, theme],
  );
  const metricNames = useMemo(() => model.structure.metrics.map(({ name }) => name), [model]);
  const explanationOf = useCallback((metric: number) => (model.structure.metrics[metric]!.description ?? "").split("\n")[0]!, [model]);
  const systemNames = useMemo(() => model.system.nodes.map(({ name }) => name), [model]);

  const chosenMetrics = useMemo(() => {
    const known = state.metrics.flatMap((id) => model.metricAt.get(id) ?? []);
    return known.length > 0 ? known : [0];
  }, [state.metrics, model]);
  const chosenPaths = useMemo(
    () => state.callpaths.filter((path) => path < model.structure.callpaths.length),
    [state.callpaths, model],
  );
  const [openMetrics, setOpenMetrics] = useExpanded(model.metrics, chosenMetrics, state.openMetrics);
  const [openPaths, setOpenPaths] = useExpanded(
    model.callpaths,
    chosenPaths,
    state.openCallpaths,
    chosenPaths.length === 0 ? model.callpaths.roots : [],
  );
  const [openSystem, setOpenSystem] = useExpanded(model.system.forest, [], false, firstLevels(model));

  const metrics = useMemo((): Chosen => ({ nodes: chosenMetrics, expanded: openMetrics }), [chosenMetrics, openMetrics]);
  const { isFlat, openCallpaths } = state;
  const callpaths = useMemo(
    (): Chosen => ({ nodes: chosenPaths, expanded: isFlat ? new Set(openCallpaths ? chosenPaths : []) : openPaths }),
    [chosenPaths, isFlat, openCallpaths, openPaths],
  );
  const values = useCoupledValues(model, series, metrics, chosenPaths.length > 0 ? callpaths : null);
  const selectedSystem = useMemo(
    () => (state.locations === null ? [] : nodesOf(model.system, state.locations)),
    [state.locations, model],
  );

  const expandMetrics = useStable((expanded: ReadonlySet<number>) => {
    setOpenMetrics(expanded);
    change({ openMetrics: chosenMetrics.some((node) => expanded.has(node)) });
  });
  const selectMetrics = useStable((nodes: number[], expanded: ReadonlySet<number>) => {
    setOpenMetrics(expanded);
    change({
      metrics: nodes.map((node) => model.structure.metrics[node]!.id),
      openMetrics: nodes.some((node) => expanded.has(node)),
    });
  });
  const selectSystem = useStable((nodes: number[], expanded: ReadonlySet<number>) => {
    setOpenSystem(expanded);
    const all = new Set(nodes.flatMap((node) => model.system.nodes[node]!.locations));
    change({ locations: [...all].sort((a, b) => a - b) });
  });

  const chooseLines = useStable((tree: TreeName, lines: TreeLines) => change({ lines: { ...state.lines, [tree]: lines } }));
  const setLines = useMemo(
    () => Object.fromEntries(TREES.map((tree) => [tree, (lines: TreeLines) => chooseLines(tree, lines)])) as SetLines,
    [chooseLines],
  );

  useEffect(() => whenIdle([() => flatProfileOf(model), () => unseenPlot(model.structure.locations)]), [model]);

  return (
    <div className="trees-view">
      <h1 className="unseen">Metrics, call paths and system</h1>
      <ModeBar mode={state.mode} threshold={state.threshold} change={change} hasOther={series.length > 1} />
      {values.error && <p className="error" role="alert">{values.error}</p>}
      <div className="three-trees" aria-busy={values.isLoading}>
        <ValueTree
          label="Metrics"
          lines={state.lines.metrics}
          onLines={setLines.metrics}
          names={metricNames}
          explanationOf={explanationOf}
          values={values.metrics}
          style={style}
          selected={chosenMetrics}
          expanded={openMetrics}
          onExpanded={expandMetrics}
          onSelect={selectMetrics}
        />
        <CallpathPanel
          model={model}
          tree={values.callpaths}
          style={style}
          state={state}
          change={change}
          selected={chosenPaths}
          expanded={openPaths}
          setExpanded={setOpenPaths}
          setLines={setLines}
        />
        <SidePanels
          source={source}
          timeline={timeline}
          model={model}
          series={series}
          values={values}
          state={state}
          change={change}
          systemTree={
            <ValueTree
              label="System"
              lines={state.lines.system}
              onLines={setLines.system}
              names={systemNames}
              values={values.system}
              style={style}
              selected={selectedSystem}
              expanded={openSystem}
              onExpanded={setOpenSystem}
              onSelect={selectSystem}
            />
          }
        />
      </div>
      <SelectionLine model={model} values={values} metrics={metrics} callpaths={callpaths} state={state} change={change} />
    </div>
  );
}

// The hosts, and the ranks if there are few.
function firstLevels(model: ReportModel): number[] {
  const { forest } = model.system;
  const hosts = forest.roots.flatMap((root) => forest.children[root]!);
  return hosts.length <= 4 ? [...forest.roots, ...hosts] : forest.roots;
}
