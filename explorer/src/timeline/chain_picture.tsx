// SPDX-License-Identifier: BSD-3-Clause
// A small picture of one episode of a finding: the cause, and whom it makes wait, one after the other.
import { useId } from "react";

import type { Finding, ReportStructure } from "../data/schema";
import { seconds } from "../model/quantity";
import { shortPath } from "../model/place_names";
import { usePageColors } from "../plots/page_colors";
import { CHAIN_AXIS, type ChainBar, chainLayout } from "./chain_layout";
import { shortened } from "./fitted_text";
import { PALETTES, textOn } from "./state_colors";
import "./timeline.css";

export interface ChainPictureProps {
  report: ReportStructure;
  finding: Finding;
  width?: number;
  height?: number;
}

function barText(report: ReportStructure, { mark }: ChainBar): string {
  const where = report.locations[mark.span.location];
  const length = seconds(mark.span.end_s - mark.span.begin_s);
  const metric = report.metrics.find(({ id }) => id === mark.span.metric)?.name ?? "wait";
  const place = shortPath(report, mark.span.callpath);
  return mark.role === "cause"
    ? `rank ${where?.rank ?? "unknown"} makes others wait by ${place} within ${length}, since the ranks last met`
    : `rank ${where?.rank ?? "unknown"} waits ${length} in ${place}: ${metric}${mark.role === "indirect" ? ", indirect" : ""}`;
}

export function ChainPicture({ report, finding, width = 320, height = 110 }: ChainPictureProps) {
  const colors = usePageColors();
  const id = useId().replaceAll(":", "");
  const layout = chainLayout(report, finding, width, height);
  if (!layout) return null;
  const palette = PALETTES[colors.theme];
  const { rows, rowHeight, bars, left } = layout;
  const barHeight = Math.max(rowHeight - 5, 6);
  const middle = (row: number) => row * rowHeight + rowHeight / 2;
  const bottom = rows.length * rowHeight;
  return (
    <svg className="chain-picture" width={width} height={bottom + CHAIN_AXIS} viewBox={`0 0 ${width} ${bottom + CHAIN_AXIS}`} role="img" aria-labelledby={`${id}t`}>
      <title id={`${id}t`}>{`Chain of waits: ${bars.map((bar) => barText(report, bar)).join("; ")}`}</title>
      <defs>
        <pattern id={`${id}h`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill={palette.wait} fillOpacity="0.35" />
          <rect width="3" height="6" fill={palette.wait} />
        </pattern>
        <marker id={`${id}a`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
          <path d="M0,0 L8,4 L0,8 z" fill={colors.ink} />
        </marker>
      </defs>
      {rows.map(({ location, label, y }) => (
        <g key={location}>
          <text x={left - 6} y={y + rowHeight / 2} dy="0.35em" textAnchor="end" fontSize="11" fill={colors.ink}>
            {shortened(label, left)}
          </text>
          <line x1={left} x2={width - 4} y1={y + rowHeight / 2} y2={y + rowHeight / 2} stroke={colors.line} />
        </g>
      ))}
      {bars.map((bar) => {
        const y = middle(bar.row) - barHeight / 2;
        const isCause = bar.mark.role === "cause";
        const fill = isCause ? palette.cause : bar.mark.role === "direct" ? palette.wait : `url(#${id}h)`;
        const text = isCause ? shortened(shortPath(report, bar.mark.span.callpath), bar.width - 6) : String(bar.mark.number);
        return (
          <g key={bar.mark.number}>
            <title>{barText(report, bar)}</title>
            <rect x={bar.x} y={y} width={bar.width} height={barHeight} fill={fill} stroke={isCause ? "none" : palette.wait} />
            {isCause && text && (
              <text x={bar.x + bar.width / 2} y={middle(bar.row)} dy="0.35em" textAnchor="middle" fontSize="11" fill={textOn(palette.cause)}>
                {text}
              </text>
            )}
            {isCause && !text && bar.x < width / 2 && (
              <text x={bar.x + bar.width + 5} y={middle(bar.row)} dy="0.35em" fontSize="11" fill={colors.ink}>
                {shortened(`cause: ${shortPath(report, bar.mark.span.callpath)}`, width - bar.x - bar.width - 9)}
              </text>
            )}
            {!isCause && (
              <>
                <circle cx={bar.x + bar.width / 2} cy={middle(bar.row)} r="7" fill={colors.paper} stroke={palette.wait} />
                <text x={bar.x + bar.width / 2} y={middle(bar.row)} dy="0.35em" textAnchor="middle" fontSize="10" fontWeight="600" fill={colors.ink}>
                  {text}
                </text>
              </>
            )}
          </g>
        );
      })}
      {bars.slice(1).map((bar, i) => {
        const from = bars[i]!;
        if (from.row === bar.row) return null;
        const down = bar.row > from.row ? 1 : -1;
        return (
          <line
            key={bar.mark.number}
            x1={from.x + from.width}
            y1={middle(from.row) + (down * barHeight) / 2}
            x2={bar.x + bar.width}
            y2={middle(bar.row) - (down * barHeight) / 2}
            stroke={colors.ink}
            strokeWidth="1.5"
            strokeDasharray={bar.mark.role === "indirect" ? "4 2" : undefined}
            markerEnd={`url(#${id}a)`}
          />
        );
      })}
      <text x={left} y={bottom + 9} dy="0.35em" fontSize="10" fill={colors.muted}>
        {`${seconds(layout.duration_s)} in all`}
        {layout.hidden > 0 ? `, ${layout.hidden} more ${layout.hidden === 1 ? "wait" : "waits"}` : ""}
      </text>
      <text x={left} y={bottom + 22} dy="0.35em" fontSize="10" fill={colors.muted}>
        bar of the cause: since the ranks last met
      </text>
      <text x={left} y={bottom + 35} dy="0.35em" fontSize="10" fill={colors.muted}>
        {`numbers: who waits${bars.some(({ mark }) => mark.role === "indirect") ? "; hatched: indirectly" : ""}`}
      </text>
    </svg>
  );
}
