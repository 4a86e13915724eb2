// SPDX-License-Identifier: BSD-3-Clause
import { UnbrokenNames } from "../widgets/unbroken_names";
import type { Hovered } from "./hover";

const WIDTH = 280;

export function TimelineTooltip({ hovered, x, y, width }: { hovered: Hovered; x: number; y: number; width: number }) {
  const left = x + 14 + WIDTH > width ? Math.max(x - WIDTH - 14, 0) : x + 14;
  return (
    <div className="picture-tooltip" role="tooltip" style={{ left, top: y + 14, maxWidth: WIDTH }}>
      <strong><UnbrokenNames text={hovered.title} /></strong>
      {hovered.lines.map((line) => (
        <div key={line}><UnbrokenNames text={line} /></div>
      ))}
    </div>
  );
}
