// SPDX-License-Identifier: BSD-3-Clause
// The middle tree: call paths, or the regions without their callers.
import { type ReactNode, useCallback, useEffect, useMemo } from "react";

import { CALLPATH_LISTS, flatProfileOf, flatValues, pathsInList, regionsOfPaths } from "../../model/flat_profile";
import { ancestors } from "../../model/forest";
import { callpathNames } from "../../model/callpath_names";
import { foundNames } from "../../model/name_search";
import { measurementText } from "../../model/state_kind";
import type { ReportModel } from "../../model/report_model";
import type { ColumnStyle, TreeValues } from "../../model/tree_columns";
import { useStable } from "../../state/use_stable";
import { whenIdle } from "../../state/when_idle";
import type { Change } from "../../state/use_view_state";
import type { TreeLines, TreeName, ViewState } from "../../state/view_state";
import { ValueTree } from "./value_tree";

export type SetLines = Record<TreeName, (lines: TreeLines) => void>;

export interface CallpathPanelProps {
  model: ReportModel;
  tree: TreeValues;
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
    const callpaths = pathsInList(flatProfileOf(model), props.selected, kind);
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
  const names = useMemo(() => callpathNames(model.structure), [model]);
  useEffect(() => whenIdle([() => foundNames(names, "a")]), [names]); // the first search finds the names in small letters
  return isFlat ? <FlatPanel {...props} tools={tools} /> : <TreePanel {...props} names={names} tools={tools} />;
}

function TreePanel(props: CallpathPanelProps & { names: string[]; tools: ReactNode }) {
  const { model, change, setExpanded } = props;
  const explanationOf = useCallback((path: number) => measurementText(model.structure.callpaths[path]!.region), [model]);
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
      names={props.names}
      explanationOf={explanationOf}
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
  const { model, tree, state, change } = props;
  const profile = flatProfileOf(model);
  const { regions, names } = profile;
  const explanationOf = useCallback((region: number) => measurementText(names[region]!), [names]);
  const isOwn = state.openCallpaths;
  const values = useMemo(() => flatValues(profile, tree, isOwn), [profile, tree, isOwn]);
  const selected = useMemo(() => regionsOfPaths(profile, props.selected), [profile, props.selected]);
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
      explanationOf={explanationOf}
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
