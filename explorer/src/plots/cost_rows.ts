// SPDX-License-Identifier: BSD-3-Clause
// What costs most by either of two models.
import { type CostCurve, costlyPoints } from "./cost_curves";
import { locationsFor } from "./statistics";

export interface CostRow {
  item: number;
  costs: number[]; // by model
  places: (number | undefined)[]; // 1 is the most expensive by that model
}

// Returns what has costs by any of the models, first what costs most by the one that charges it most.
export function costRows(curves: CostCurve[]): CostRow[] {
  const places = curves.map((curve) => new Map(costlyPoints(curve).map(({ location, count }) => [location, count])));
  const items = [...new Set(places.flatMap((each) => [...each.keys()]))];
  const rows = items.map((item) => ({ item, costs: curves.map(({ values }) => values[item] ?? 0), places: places.map((each) => each.get(item)) }));
  return rows.sort((a, b) => Math.max(...b.costs) - Math.max(...a.costs) || a.item - b.item);
}

// Says how few items half and 80 % of the costs are in, by each model, or once if the models agree. `what`: the
// items in the plural.
export function fewestText(curves: CostCurve[], itemCount: number, what: string): string {
  const points = curves.map(costlyPoints);
  const needed = (share: number) => {
    const counts = points.map((each) => locationsFor(each, share));
    if (new Set(counts).size === 1) return `${counts[0]} (both models)`;
    return counts.map((count, i) => `${count} (${curves[i]!.name})`).join(" or ");
  };
  return `Half of the costs is in ${needed(0.5)} of ${itemCount} ${what}, 80 % in ${needed(0.8)}.`;
}
