// SPDX-License-Identifier: BSD-3-Clause
// Pictures of one metric over the locations. Components take props and callbacks and know no other
// state. Positions of locations are those in the report's `locations`, and so is the order of values.
//
// DistributionPanel  box plot, histogram, violin or Pareto curve, and quartiles in numbers
//   values, locations, unit, title
//   selected, onSelect(locations)   a click on a mark selects the locations that it stands for
//   compared?                       { title, values }: a second curve, as of another cost model
// CostModelsPanel    Pareto curves of two cost models over call paths or locations, and a table
//   curves, title, what, unit, nameOf(item), onPick(model, item)
// TopologyPanel      Cartesian grids, hosts as boxes of ranks, and a matrix of messages
//   values, report, unit, title, selected, onSelect(locations)
//   communication?                  for the matrix; null: there is none, undefined: it is not offered
export { CostModelsPanel } from "./cost_models_panel";
export { DistributionPanel } from "./distribution_panel";
export { TopologyPanel } from "./topology_panel";
