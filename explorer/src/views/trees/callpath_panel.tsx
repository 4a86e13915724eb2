// SPDX-License-Identifier: BSD-3-Clause
// The middle tree: call paths, or the regions without their callers.
import { type ReactNode, useMemo } from "react";

import { CALLPATH_LISTS, type FlatRegion, pathsInList } from "../../model/flat_profile";
import { ancestors } from "../../model/forest";
import { callpathNames } from "../../model/callpath_names";
import { measurementText } from "../../model/state_kind";
import type { ReportModel } from "../../model/report_model";
import type { ColumnStyle, TreeValues } from "../../model/tree_columns";
import { useStable } from "../../state/use_stable";
import type { Change } from "../../state/use_view_state";
import type { TreeLines, TreeName, ViewState } from "../../state/view_state";
import { ValueTree } from "./value_tree";

export type SetLines = Record<TreeName, (lines: TreeLines) => void>;

export interface CallpathPanelProps {
  model: ReportModel;
  tree: TreeValues;
  regions: FlatRegion[];
  flat: TreeValues;
  style: ColumnStyle;
  state: ViewState;
  change: Change;
  selected: number[];
  expanded: ReadonlySet<number>;
  setExpanded(expanded: ReadonlySet<number>): void;
  setLines: SetLines;
}

export function CallpathPanel(props: CallpathPanelProps) {
  const { model, state, change } = props;
  const { isFlat } = state;
  const kind = isFlat ? (state.openCallpaths ? "own" : "total") : "tree";
  const choose = useStable((chosen: string) => {
    const kind = CALLPATH_LISTS.find((each) => each === chosen) ?? "tree";
    const callpaths = pathsInList(props.regions, model.structure.callpaths, props.selected, kind);
    change({ isFlat: kind !== "tree", callpaths, openCallpaths: kind === "own" });
    if (kind === "tree") props.setExpanded(new Set([...model.callpaths.roots, ...callpaths.flatMap((path) => ancestors(model.callpaths, path))]));
  });
  const tools = useMemo(
    () => (
      <select aria-label="Call tree or regions" value={kind} onChange={({ target }) => choose(target.value)}>
        <option value="tree">call tree</option>
        <option value="own">regions, own value</option>
        <option value="total">regions, with what they call</option>
      </select>
    ),
    [kind, choose],
  );
  return isFlat ? <FlatPanel {...props} tools={tools} /> : <TreePanel {...props} tools={tools} />;
}

function TreePanel(props: CallpathPanelProps & { tools: ReactNode }) {
  const { model, change, setExpanded } = props;
  const names = useMemo(() => callpathNames(model.structure), [model]);
  const explanations = useMemo(() => model.structure.callpaths.map(({ region }) => measurementText(region) ?? ""), [model]);
  const expand = useStable((expanded: ReadonlySet<number>) => {
    setExpanded(expanded);
    change({ openCallpaths: props.selected.some((node) => expanded.has(node)) });
  });
  const select = useStable((nodes: number[], expanded: ReadonlySet<number>) => {
    setExpanded(expanded);
    change({ callpaths: nodes, openCallpaths: nodes.some((node) => expanded.has(node)) });
  });
  return (
    <ValueTree
      key="tree"
      label="Call paths"
      lines={props.state.lines.callpaths}
      onLines={props.setLines.callpaths}
      names={names}
      explanations={explanations}
      values={props.tree}
      style={props.style}
      selected={props.selected}
      expanded={props.expanded}
      tools={props.tools}
      onExpanded={expand}
      onSelect={select}
    />
  );
}

const NONE: ReadonlySet<number> = new Set();
const nothing = () => undefined;

function FlatPanel(props: CallpathPanelProps & { tools: ReactNode }) {
  const { regions, state, change } = props;
  const names = useMemo(() => regions.map(({ name }) => name), [regions]);
  const explanations = useMemo(() => names.map((name) => measurementText(name) ?? ""), [names]);
  const isOwn = state.openCallpaths;
  // The list shows one of the two values in place of the collapsed one.
  const values = useMemo(
    () =>
      isOwn
        ? { ...props.flat, series: props.flat.series.map((each) => ({ ...each, inclusive: each.exclusive })) }
        : props.flat,
    [props.flat, isOwn],
  );
  const selected = useMemo(() => {
    const names = new Set(props.selected.map((path) => props.model.structure.callpaths[path]!.region));
    return regions.flatMap(({ name }, i) => (names.has(name) ? [i] : []));
  }, [regions, props.selected, props.model]);
  const select = useStable((nodes: number[]) =>
    change({ callpaths: nodes.flatMap((node) => regions[node]![isOwn ? "callpaths" : "outermost"]) }),
  );
  return (
    <ValueTree
      key="flat"
      label="Regions"
      lines={state.lines.regions}
      onLines={props.setLines.regions}
      names={names}
      explanations={explanations}
      values={values}
      style={props.style}
      selected={selected}
      expanded={NONE}
      tools={props.tools}
      onExpanded={nothing}
      onSelect={select}
    />
  );
}
