// SPDX-License-Identifier: BSD-3-Clause
// A flame graph with its root at the top: the sampled time of call paths as widths. One frame can have
// the whole width. Pointer and keys do the same.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";

import { percent, seconds } from "../model/quantity";
import { usePageColors } from "../plots/page_colors";
import { fileName, saveCsv, saveSvg, saveSvgAsPng, standaloneSvg } from "../plots/save_picture";
import { useWidth } from "../plots/use_width";
import { shortened } from "../timeline/fitted_text";
import { textOn } from "../timeline/state_colors";
import { flameCsv, flameText } from "./flame_text";
import { boxOfFrame, type FlameBox, flamePath, foundFrames, neighborOf, placedBoxes, ROOT } from "./flame_tree";
import { DOINGS, frameColor, shadesOf } from "./label_colors";
import "./diagnosis.css";
import { UnbrokenNames } from "../widgets/unbroken_names";

const ROW = 20; // pixels
const MARGIN = 4; // beside a text
const STEPS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

export type Mark = "symptom" | "cause";

export interface FlameGraphProps {
  root: FlameBox;
  title: string; // the phases
  labels: string[];
  marks: Map<number, Mark>; // by frame
  threads: number; // how many have this time together
  enlarged: number | null; // a frame
  onEnlarge: (frame: number | null) => void;
  search: string;
  onSearch: (text: string) => void;
}

export function FlameGraph({ root, title, labels, marks, threads, enlarged, onEnlarge, search, onSearch }: FlameGraphProps) {
  const colors = usePageColors();
  const [frame, width] = useWidth(280);
  const svg = useRef<SVGSVGElement>(null);
  const id = useId().replaceAll(":", "");
  const [cursor, setCursor] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const top = boxOfFrame(root, enlarged);
  const placed = useMemo(() => placedBoxes(top, width), [top, width]);
  const found = useMemo(() => foundFrames(root, search), [root, search]);
  const isSearched = search.trim() !== "";
  const at = boxOfFrame(root, cursor ?? top.data.frame);
  const said = pointed === null ? at : boxOfFrame(root, pointed);
  const height = ROW * (1 + Math.max(...placed.map(({ box }) => box.depth)));
  useEffect(() => setCursor(null), [root, enlarged]);

  const enlarge = (box: FlameBox) => onEnlarge(box.data.frame === ROOT ? null : box.data.frame);
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (STEPS.includes(event.key)) setCursor(neighborOf(at, event.key).data.frame);
    else if (event.key === "Enter") enlarge(at);
    else if (event.key === "Backspace") enlarge(top.parent ?? root);
    else if (event.key === "Escape" || event.key === "0") enlarge(root);
    else return;
    event.preventDefault();
  };
  const withSvg = (use: (text: string, width: number, height: number) => void) =>
    svg.current && use(standaloneSvg(svg.current, colors.paper), width, height);
  const name = fileName("flame graph of", title);
  const markText = (of: number) => (marks.has(of) ? `, ${marks.get(of)} of the chosen loss` : "");
  const isCursor = (box: FlameBox) => cursor !== null && box.data.frame === cursor;
  return (
    <div className="flame-graph">
      <div className="flame-toolbar">
        <label>
          Search{" "}
          <input type="search" size={16} value={search} onChange={(event) => onSearch(event.target.value)} />
        </label>
        {isSearched && (
          <span className="flame-found">
            {found.frames.size === 0
              ? "no frame"
              : `${found.frames.size} ${found.frames.size === 1 ? "frame" : "frames"}, ${seconds(found.seconds)}, ${percent(found.seconds, root.value ?? 0)}`}
          </span>
        )}
        <button type="button" disabled={top === root} onClick={() => enlarge(top.parent ?? root)}>Zoom out</button>
        <button type="button" disabled={top === root} onClick={() => enlarge(root)}>All call paths</button>
        <span className="button-group">
          <button type="button" onClick={() => withSvg((text, wide, high) => void saveSvgAsPng(name, text, wide, high))}>PNG</button>
          <button type="button" onClick={() => withSvg((text) => saveSvg(name, text))}>SVG</button>
          <button type="button" onClick={() => saveCsv(name, flameCsv(root, labels))}>CSV</button>
        </span>
      </div>
      <div className="flame-legend" role="group" aria-label="Colors">
        {DOINGS.map(([doing, text]) => (
          <span key={doing}>
            <span className="flame-swatch" style={{ background: shadesOf(doing, colors.theme)[0] }} /> {text}
          </span>
        ))}
      </div>
      <div
        className="flame-frame"
        ref={frame}
        role="application"
        tabIndex={0}
        aria-label={`Flame graph of ${title}: ${seconds(root.value ?? 0)} of ${threads} ${threads === 1 ? "thread" : "threads"}. Arrow keys move, Enter enlarges a frame, Backspace and Escape go back.`}
        onKeyDown={pressed}
        onPointerLeave={() => setPointed(null)}
      >
        <svg ref={svg} className="flame-picture" aria-hidden="true" width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontFamily="system-ui, sans-serif" fontSize="12">
          <defs>
            <pattern id={`${id}symptom`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2" height="6" fill={colors.ink} fillOpacity="0.2" />
            </pattern>
            <pattern id={`${id}cause`} width="6" height="6" patternUnits="userSpaceOnUse">
              <rect x="1" y="1" width="2" height="2" fill={colors.ink} fillOpacity="0.25" />
            </pattern>
          </defs>
          {placed.map(({ box, x, width: own }) => {
            const { frame: number, name: text, label } = box.data;
            const fill = number === ROOT ? colors.line : frameColor(text, labels[label ?? -1] ?? "", colors.theme);
            const isPale = isSearched && !found.frames.has(number);
            const mark = marks.get(number);
            const shown = shortened(text, own - 2 * MARGIN - (mark ? 14 : 0));
            const y = box.depth * ROW;
            return (
              <g
                key={number}
                data-frame={number}
                className="flame-box"
                onClick={() => enlarge(box === top && box.parent ? box.parent : box)}
                onPointerEnter={() => setPointed(number)}
              >
                <title>{`${flamePath(box).join("/")}\n${flameText(box, root, labels)}${markText(number)}`}</title>
                <rect x={x} y={y} width={Math.max(own - 0.5, 0.5)} height={ROW - 1} fill={fill} fillOpacity={isPale ? 0.25 : 1} stroke="none" />
                {mark && <rect x={x} y={y} width={Math.max(own - 0.5, 0.5)} height={ROW - 1} fill={`url(#${id}${mark})`} stroke="none" />}
                {(mark || isCursor(box) || (isSearched && !isPale)) && (
                  <rect
                    x={x + 1}
                    y={y + 1}
                    width={Math.max(own - 2.5, 0.5)}
                    height={ROW - 3}
                    fill="none"
                    stroke={isCursor(box) ? colors.accent : colors.ink}
                    strokeWidth={isCursor(box) ? 3 : mark ? 2 : 1}
                  />
                )}
                {shown && (
                  <text x={x + MARGIN + (mark ? 2 : 0)} y={y + ROW / 2 - 0.5} dy="0.35em" fill={isPale || number === ROOT ? colors.ink : textOn(fill)} stroke="none">
                    {mark ? `${mark === "symptom" ? "▲" : "●"} ${shown}` : shown}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <p role="status" className="flame-status">
        {said.data.frame !== ROOT && <span className="muted"><UnbrokenNames text={flamePath(said).slice(0, -1).map((each) => `${each}/`).join("")} /></span>}
        <UnbrokenNames text={flameText(said, root, labels)} />
        {markText(said.data.frame)}
      </p>
    </div>
  );
}
