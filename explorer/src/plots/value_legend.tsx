// SPDX-License-Identifier: BSD-3-Clause
import { quantity } from "../model/quantity";
import type { ValueScale } from "./value_colors";

export function ValueLegend({ scale, unit, title }: { scale: ValueScale; unit: string; title: string }) {
  return (
    <div className="value-legend">
      <span>{title}:</span>
      <span>{quantity(scale.from, unit)}</span>
      <span className="value-ramp" style={{ background: `linear-gradient(to right, ${scale.stops.join(", ")})` }} />
      <span>{quantity(scale.to, unit)}</span>
    </div>
  );
}
