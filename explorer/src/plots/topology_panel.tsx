// SPDX-License-Identifier: BSD-3-Clause
// Where in the grid of processes, or on which host, a metric has its values; who sends to whom.
import { useMemo } from "react";

import type { Communication, ReportStructure } from "../data/schema";
import { csv } from "../model/csv";
import type { Amount } from "../state/view_state";
import { ArrangementChoice } from "./arrangement_choice";
import { cartesianGrid, gridText, machineGrid } from "./grid_layout";
import { MessageMatrix } from "./message_matrix";
import { usePageColors } from "./page_colors";
import { PlotFigure } from "./plot_figure";
import { fileName } from "./save_picture";
import { gridOptions } from "./topology_options";
import { valueScale } from "./value_colors";
import { ValueLegend } from "./value_legend";
import { useWidth } from "./use_width";
import "./plots.css";

export interface TopologyPanelProps {
  values: Float64Array;
  report: ReportStructure;
  unit: string;
  title: string;
  selected: number[] | null;
  onSelect: (locations: number[]) => void;
  arrangement: number; // the topologies of the report, the hosts, the messages
  onArrangement: (arrangement: number) => void;
  amount: Amount; // that the messages show
  onAmount: (amount: Amount) => void;
  communication?: Communication | null;
}

export function TopologyPanel(props: TopologyPanelProps) {
  const { values, report, unit, title, selected, onSelect, communication, arrangement, onArrangement } = props;
  const { locations, topologies = [] } = report;
  const colors = usePageColors();
  const [frame, width, isKnown] = useWidth(200);
  const names = [...topologies.map(({ name }, i) => name || `Grid ${i + 1}`), "Hosts", ...(communication === undefined ? [] : ["Messages"])];
  const chosen = Math.min(arrangement, names.length - 1);
  const isMatrix = chosen > topologies.length;
  const grid = useMemo(() => {
    const topology = topologies[chosen];
    return topology ? cartesianGrid(topology) : machineGrid(locations);
  }, [report, chosen]);
  const scale = useMemo(() => valueScale(values, colors.theme), [values, colors.theme]);
  const options = useMemo(
    () => (isKnown ? gridOptions(grid, values, locations, unit, selected, scale, colors, width) : null),
    [grid, values, locations, unit, selected, scale, colors, width, isKnown],
  );
  const table = () =>
    csv(["rank", "thread", "place", title], grid.cells.map(({ location, text }) => [
      locations[location]?.rank ?? null, locations[location]?.thread ?? null, text, values[location] ?? null,
    ]));
  const pick = (_: string, index: number) => {
    const cell = grid.cells[index];
    if (cell) onSelect([cell.location]);
  };
  return (
    <div className="topology-panel" ref={frame}>
      <ArrangementChoice names={names} chosen={chosen} onChoice={onArrangement} />
      {isMatrix && communication === null && (
        <p className="muted">Who sends to whom is known from a trace, and there is none beside this report.</p>
      )}
      {isMatrix && communication && (
        <MessageMatrix
          communication={communication}
          ranks={report.experiment.ranks}
          locations={locations}
          width={width}
          amount={props.amount}
          onAmount={props.onAmount}
          onSelect={onSelect}
        />
      )}
      {!isMatrix && <p className="hint">{gridText(topologies[chosen])}</p>}
      {!isMatrix && <ValueLegend scale={scale} unit={unit} title={title} />}
      {!isMatrix && options && (
        <PlotFigure name={fileName(title, names[chosen] ?? "")} label={`${title} by ${names[chosen]}; the numbers are in the CSV file`} options={options} table={table} onPick={pick} />
      )}
    </div>
  );
}
