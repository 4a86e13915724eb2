// SPDX-License-Identifier: BSD-3-Clause
// Where in the grid of processes, or on which host, a metric has its values; who sends to whom.
import { useMemo, useState } from "react";

import type { ReportStructure } from "../data/schema";
import { csv } from "../model/csv";
import { cartesianGrid, machineGrid } from "./grid_layout";
import { usePageColors } from "./page_colors";
import { PlotFigure } from "./plot_figure";
import { fileName } from "./save_picture";
import { gridOptions, matrixOptions, type PairValue } from "./topology_options";
import { valueScale } from "./value_colors";
import { ValueLegend } from "./value_legend";
import { useWidth } from "./use_width";
import "./plots.css";

export type { PairValue };

export interface TopologyPanelProps {
  values: Float64Array;
  report: ReportStructure;
  unit: string;
  title: string;
  selected: number[] | null;
  onSelect: (locations: number[]) => void;
  pairs?: PairValue[];
  pairsUnit?: string;
}

export function TopologyPanel(props: TopologyPanelProps) {
  const { values, report, unit, title, selected, onSelect, pairs, pairsUnit = "bytes" } = props;
  const { locations, topologies = [] } = report;
  const [choice, setChoice] = useState(0);
  const colors = usePageColors();
  const [frame, width] = useWidth(200);
  const names = [...topologies.map(({ name }, i) => name || `Grid ${i + 1}`), "Hosts", ...(pairs ? ["Messages"] : [])];
  const chosen = Math.min(choice, names.length - 1);
  const isMatrix = chosen > topologies.length;
  const grid = useMemo(() => {
    const topology = topologies[chosen];
    return topology ? cartesianGrid(topology) : machineGrid(locations);
  }, [report, chosen]);
  const scale = useMemo(
    () => valueScale(isMatrix ? (pairs ?? []).map(({ value }) => value) : values, colors.theme),
    [values, pairs, isMatrix, colors.theme],
  );
  const options = useMemo(
    () =>
      isMatrix
        ? matrixOptions(pairs ?? [], report.experiment.ranks, pairsUnit, scale, colors, width)
        : gridOptions(grid, values, locations, unit, selected, scale, colors, width),
    [isMatrix, pairs, pairsUnit, grid, values, locations, unit, selected, scale, colors, width],
  );
  const table = useMemo(() => {
    if (isMatrix) return csv(["from", "to", "value"], (pairs ?? []).map(({ from, to, value }) => [from, to, value]));
    return csv(["rank", "thread", "place", title], grid.cells.map(({ location, text }) => [
      locations[location]?.rank ?? null, locations[location]?.thread ?? null, text, values[location] ?? null,
    ]));
  }, [isMatrix, pairs, grid, locations, values, title]);
  const pick = (mark: string, index: number) => {
    const cell = mark === "cells" ? grid.cells[index] : undefined;
    if (cell) onSelect([cell.location]);
    const pair = mark === "pairs" ? pairs?.[index] : undefined;
    if (pair) onSelect(locations.flatMap(({ rank }, i) => (rank === pair.from || rank === pair.to ? [i] : [])));
  };
  const shown = isMatrix ? "Messages" : title;
  return (
    <div className="topology-panel" ref={frame}>
      <div className="plot-choice" role="group" aria-label="Arrangement">
        {names.map((name, i) => (
          <button type="button" key={`${i} ${name}`} aria-pressed={i === chosen} onClick={() => setChoice(i)}>{name}</button>
        ))}
      </div>
      <ValueLegend scale={scale} unit={isMatrix ? pairsUnit : unit} title={shown} />
      <PlotFigure name={fileName(shown, names[chosen] ?? "")} label={`${shown} by ${names[chosen]}; the numbers are in the CSV file`} options={options} table={table} onPick={pick} />
    </div>
  );
}
