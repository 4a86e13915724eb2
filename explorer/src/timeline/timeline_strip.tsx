// SPDX-License-Identifier: BSD-3-Clause
// The whole run in little space: where in time and on which lines the run waits. A click opens the
// timeline around that time, a drag opens what was drawn.
import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";

import type { Picture, ReportStructure, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import { percent, seconds } from "../model/quantity";
import { usePageColors } from "../plots/page_colors";
import { useSize } from "../state/use_size";
import { cellColors } from "./cell_colors";
import { cellImage, drawCellsOnCanvas } from "./draw_cells";
import { drawTimeline } from "./draw_timeline";
import { AXIS_HEIGHT, type Geometry, timeOfX } from "./geometry";
import { CanvasPen } from "./pen";
import { rowLabels, unitedRows } from "./rows";
import { PALETTES } from "./state_colors";
import { clamped, type TimeWindow } from "./visible_window";
import { windowProfile } from "./window_profile";
import "./timeline.css";

const LEAST_ROW = 2;
const TALLEST_ROW = 20;
const OPENED = 0.1; // part of the run that a click opens

export interface TimelineStripProps {
  source: Source;
  timeline: Timeline;
  report: ReportStructure;
  onOpen: (from_s: number, to_s: number) => void;
  height?: number;
}

export function TimelineStrip({ source, timeline, report, onOpen, height = 110 }: TimelineStripProps) {
  const colors = usePageColors();
  const [frame, size] = useSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [range, setRange] = useState<[number, number] | null>(null);
  const lineCount = timeline.locations.length;
  const limits: TimeWindow = [timeline.begin_s, timeline.end_s];
  const plot = Math.min(height, lineCount * TALLEST_ROW);
  const width = Math.floor(size?.width ?? 0);
  const rows = useMemo(() => unitedRows(lineCount, plot / LEAST_ROW), [lineCount, plot]);
  const labels = useMemo(() => rowLabels(rows, timeline.locations, report.locations), [rows, timeline, report]);
  const gutter = Math.min(130, 18 + 7.2 * Math.max(...labels.map((each) => each.length), 4));
  const geometry: Geometry = { width, height: AXIS_HEIGHT + plot, gutter, window: limits, scrollTop: 0, lineHeight: plot / Math.max(lineCount, 1) };
  const isReady = width > gutter;

  useEffect(() => {
    if (!isReady) return;
    let isWanted = true;
    source.picture(timeline.begin_s, timeline.end_s, width - Math.ceil(gutter), rows.length, false).then(
      (answer) => isWanted && (setPicture(answer), setError(null)),
      (problem: unknown) => isWanted && setError(problem instanceof Error ? problem.message : String(problem)),
    );
    return () => {
      isWanted = false;
    };
  }, [source, timeline, isReady, rows.length]);

  const colored = useMemo(() => {
    if (!picture) return null;
    const cells = cellColors(picture, { states: timeline.states, stateColors: [], theme: colors.theme, mode: "waiting", region: null, background: colors.paper });
    return { picture, colors: cells, image: cellImage(picture, cells) };
  }, [picture, timeline, colors]);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context || !isReady) return;
    const scale = globalThis.devicePixelRatio || 1;
    canvas.current.width = Math.round(width * scale);
    canvas.current.height = Math.round(geometry.height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const scene = {
      geometry, colors, states: timeline.states, stateColors: [], lineCount, rows,
      rowLabels: labels, labelOfLine: (line: number) => labels[line] ?? "", pictures: colored ? [colored] : [], nested: null,
      region: null, messages: [], fans: [], path: null, counter: null, counterOf: null, cursor: null, marks: [], selectedLines: new Set<number>(), range,
    };
    drawTimeline(new CanvasPen(context), scene, () => colored && drawCellsOnCanvas(context, colored, geometry));
  }, [colored, colors, width, plot, range, labels]);

  const profile = useMemo(() => (picture ? windowProfile(picture, timeline.states, limits) : null), [picture, timeline]);
  const timeOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const time_s = timeOfX(geometry, event.clientX - box.left);
    return Math.min(Math.max(time_s, limits[0]), limits[1]);
  };
  const open = () => {
    if (!range) return;
    const [from, to] = [Math.min(...range), Math.max(...range)];
    const span = limits[1] - limits[0];
    setRange(null);
    if (to - from > 0.004 * span) return onOpen(from, to);
    const half = (OPENED * span) / 2;
    onOpen(...(clamped([from - half, from + half], limits) as [number, number]));
  };
  const waiting = profile ? percent(profile.waiting_s, profile.total_s) : "an unknown part";
  return (
    <div className="timeline-strip" ref={frame}>
      <button
        type="button"
        className="timeline-strip-button"
        aria-label={`Timeline of the whole run, ${seconds(limits[1] - limits[0])} on ${lineCount} lines, ${waiting} of the time waiting in calls. Opens the timeline.`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setRange([timeOf(event), timeOf(event)]);
        }}
        onPointerMove={(event) => range && setRange([range[0], timeOf(event)])}
        onPointerUp={open}
        onPointerCancel={() => setRange(null)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          onOpen(limits[0], limits[1]);
        }}
      >
        <canvas ref={canvas} aria-hidden="true" style={{ width, height: geometry.height }} />
      </button>
      <div className="timeline-notes muted">
        <span className="legend-scale">
          <span>working</span>
          <span className="legend-ramp" style={{ background: `linear-gradient(to right, ${PALETTES[colors.theme].notWaiting}, ${PALETTES[colors.theme].wait})` }} />
          <span>waiting</span>
          <span className="legend-swatch" style={{ background: colors.paper }} />
          <span>idle, or nothing recorded</span>
        </span>
        {error && <span className="timeline-error">{error}</span>}
      </div>
    </div>
  );
}
