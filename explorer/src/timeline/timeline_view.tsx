// SPDX-License-Identifier: BSD-3-Clause
// The timeline: what every location did at which time, with the chain of a finding marked, a legend and
// the profile of the visible window.
import { useEffect, useMemo, useRef, useState } from "react";

import type { Finding, Picture, ReportStructure, State, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import { percent, seconds } from "../model/quantity";
import type { TimelineChoice } from "../model/timeline_targets";
import { useSize } from "../state/use_size";
import { TIMELINE_SHOWN, type TimelineShown } from "../state/view_state";
import { usePageColors } from "../plots/page_colors";
import { fileName, saveCanvas, saveSvg } from "../plots/save_picture";
import { cellColors, type Mode } from "./cell_colors";
import { cellImage, drawCellsOnCanvas } from "./draw_cells";
import { noCurvesText, scaleText } from "./counter_scale";
import { SCALE_WIDTH } from "./draw_counter";
import { drawTimeline } from "./draw_timeline";
import { episodeMarks, episodeWindow } from "./episode_marks";
import { foldedRows, foldedScene, pictureOfRows, visitsOfRows } from "./folded_rows";
import { AXIS_HEIGHT, flatLayout, foldedRowsWanted, type Geometry, LEAST_ROW, MOST_LANES, nestedLayout, visibleLines } from "./geometry";
import { type Hovered, hoveredAt } from "./hover";
import { columnsText, fansText, foldingText, messagesText, pathText, slicesText } from "./message_text";
import type { Cursor } from "./keyboard_cursor";
import { CanvasPen } from "./pen";
import { ProfileTable } from "./profile_table";
import { foldedLabels, rowLabels, unitedRows } from "./rows";
import type { ColoredPicture, Scene } from "./scene";
import { sliceIndex } from "./slices";
import { stateColors } from "./state_colors";
import { TimelineCanvas } from "./timeline_canvas";
import { TimelineLegend } from "./timeline_legend";
import { timelineSvg } from "./timeline_svg";
import { TimelineToolbar } from "./timeline_toolbar";
import { MOST_MESSAGES, useTimelineDetails, useTimelinePictures } from "./use_timeline_data";
import { useHistory } from "./use_history";
import { around, panned, type TimeWindow, zoomed } from "./visible_window";
import { waitFans } from "./wait_fans";
import { windowProfile } from "./window_profile";
import "./timeline.css";

const TALLEST_PLOT = 460;
const SHORTEST_PLOT = 120;
const LETTER = 7.2;
const MOST_ENLARGED = 64;
const WIDEST_GUTTER = 170;
const FOLDED_GUTTER = 190; // for sets of ranks

export interface TimelineViewProps {
  source: Source;
  timeline: Timeline;
  report: ReportStructure;
  regionTimes: ReadonlyMap<string, number>; // in the whole run, by name
  window: [number, number] | null;
  onWindow: (window: [number, number] | null) => void;
  finding: Finding | null;
  selectedLocations: number[] | null;
  selectedRegion: string | null;
  selectedMetric: string | null;
  onSelect: (what: TimelineChoice) => void;
  shown: TimelineShown[];
  onShown: (shown: TimelineShown[]) => void;
  unfolded: number[];
  onUnfolded: (lines: number[]) => void;
  counter: number | null;
  onCounter: (counter: number | null) => void;
}

function useColored(picture: Picture | null, timeline: Timeline, stateColors: string[], mode: Mode, region: string | null, theme: "light" | "dark", background: string): ColoredPicture | null {
  return useMemo(() => {
    if (!picture) return null;
    const colors = cellColors(picture, { states: timeline.states, stateColors, theme, mode, region, background });
    return { picture, colors, image: cellImage(picture, colors) };
  }, [picture, timeline, stateColors, mode, region, theme, background]);
}

export function TimelineView(props: TimelineViewProps) {
  const { source, timeline, report, finding, selectedLocations, selectedRegion, selectedMetric, onSelect } = props;
  const lines = timeline.locations;
  const lineCount = lines.length;
  const limits: TimeWindow = [timeline.begin_s, timeline.end_s];
  const { window, setWindow, back, canGoBack } = useHistory(props.window, limits, props.onWindow);
  const colors = usePageColors();
  const [frame, size] = useSize();
  const shows = (what: TimelineShown) => props.shown.includes(what);
  const [isNested, isFolded, showsFans, showsPath] = [shows("nested"), shows("alike"), shows("fans"), shows("path")];
  const show = (what: TimelineShown, isShown: boolean) =>
    props.onShown(TIMELINE_SHOWN.filter((each) => (each === what ? isShown : shows(each))));
  const mode: Mode = shows("waiting") ? "waiting" : "what";
  const showsMessages = shows("messages") && timeline.messages > 0;
  const counter = props.counter !== null && timeline.counters[props.counter]?.has_curve ? props.counter : null;
  const counterOf = counter === null ? null : timeline.counters[counter]!;
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [enlarged, setEnlarged] = useState(1);
  const [scrollTop, setScrollTop] = useState(0);
  const [range, setRange] = useState<[number, number] | null>(null);
  const depths = useRef(1);

  const plotOf = (count: number) => (isNested ? TALLEST_PLOT : Math.min(TALLEST_PLOT, Math.max(SHORTEST_PLOT, count * 24)));
  const { rowsWanted } = flatLayout(lineCount, plotOf(lineCount), isNested ? 1 : enlarged);
  const rows = useMemo(() => unitedRows(lineCount, rowsWanted), [lineCount, rowsWanted]);
  const labels = useMemo(() => rowLabels(rows, lines, report.locations), [rows, lines, report]);
  const lineLabels = useMemo(() => rowLabels(unitedRows(lineCount, lineCount), lines, report.locations), [lines, lineCount, report]);
  const longest = Math.max(...(isNested ? lineLabels : labels).map((each) => each.length), 0);
  const ofLabels = isFolded ? FOLDED_GUTTER : Math.min(WIDEST_GUTTER, Math.max(70, 18 + LETTER * longest));
  const gutter = ofLabels + (counterOf ? SCALE_WIDTH : 0);
  const width = Math.floor(size.width);
  const columns = Math.max(0, Math.floor(width - gutter));
  const { whole, picture, singles, isPictureOld, error } = useTimelinePictures(source, timeline, {
    window,
    columns,
    rows: rowsWanted,
    foldedRows: isFolded ? foldedRowsWanted(plotOf(lineCount), isNested ? 1 : enlarged) : null,
    singles: isFolded && props.unfolded.length > 0 ? lineCount : null,
  });

  // The rows are folded as long as the picture is.
  const unfolded = useMemo(() => new Set(props.unfolded), [props.unfolded]);
  const folding = picture?.folding;
  const folded = useMemo(() => folding && foldedRows(folding, unfolded), [folding, unfolded]);
  const foldedTexts = useMemo(() => folded && foldedLabels(folded.rows, lines, report.locations), [folded, lines, report]);
  const shownCount = folded ? folded.rows.length : lineCount;
  const plot = plotOf(shownCount);
  const layout = isNested
    ? nestedLayout(shownCount, plot, depths.current)
    : flatLayout(shownCount, plot, enlarged, folded ? LEAST_ROW : 0);
  const height = AXIS_HEIGHT + Math.min(plot, Math.max(layout.contentHeight, 20));
  const lowest = Math.max(layout.contentHeight + AXIS_HEIGHT - height, 0);
  const geometry: Geometry = { width, height, gutter, window, scrollTop: Math.min(scrollTop, lowest), lineHeight: layout.lineHeight };
  const [firstLine, endLine] = visibleLines(geometry, shownCount);
  const isPartial = firstLine > 0 || endLine < shownCount;
  const needsAll = showsMessages || showsFans || showsPath || counter !== null;
  const linesOfDetails = () => {
    if (folded) return isNested && !needsAll ? folded.rows.slice(firstLine, endLine).map((each) => each[0]!) : null;
    return isPartial ? Array.from({ length: endLine - firstLine }, (_, i) => firstLine + i) : null;
  };

  const { details, curves, error: detailsError } = useTimelineDetails(source, timeline, {
    window,
    columns,
    lines: linesOfDetails(),
    messages: showsMessages,
    counter,
    details: isNested || showsMessages || showsFans || showsPath || (!folded && rows.length === lineCount),
  });
  const visits = useMemo(() => (details?.slices ? sliceIndex(details.slices) : null), [details]);
  if (visits) depths.current = visits.depths;
  const wholeShown = useMemo(() => (whole && folded ? pictureOfRows(whole, folded) : whole), [whole, folded]);
  const pictureShown = useMemo(() => (picture && folded ? pictureOfRows(picture, folded, (each) => !unfolded.has(each[0]!)) : picture), [picture, folded]);
  const singlesShown = useMemo(() => (singles && folded ? pictureOfRows(singles, folded, (each) => unfolded.has(each[0]!)) : null), [singles, folded]);
  const palette = useMemo(() => stateColors(timeline.states, colors.theme, props.regionTimes), [timeline, colors.theme, props.regionTimes]);
  const look = [timeline, palette.colors, mode, selectedRegion, colors.theme, colors.paper] as const;
  const below = useColored(wholeShown, ...look);
  const above = useColored(pictureShown, ...look);
  const apart = useColored(singlesShown, ...look);
  const marks = useMemo(() => episodeMarks(finding, lines), [finding, lines]);
  const selectedLines = useMemo(() => {
    const wanted = new Set(selectedLocations ?? []);
    return new Set(lines.flatMap((location, line) => (wanted.has(location) ? [line] : [])));
  }, [selectedLocations, lines]);

  const current = picture ?? whole;
  const profile = useMemo(() => (current ? windowProfile(current, timeline.states, window) : null), [current, timeline, window]);
  const pictures = [below, above, apart].filter((each): each is ColoredPicture => each !== null);
  const nested = isNested ? visits : null;
  const messages = showsMessages ? (details?.messages ?? []) : [];
  const fans = useMemo(() => (showsFans && visits ? waitFans(visits, timeline.states) : []), [showsFans, visits, timeline]);
  const path = useMemo(
    () => (showsPath && details ? { pieces: details.path ?? [], isWhole: (details.path ?? []).length >= details.path_count } : null),
    [showsPath, details],
  );
  const scene: Scene = useMemo(() => {
    const ofLines: Scene = {
      geometry, colors, states: timeline.states, stateColors: palette.colors, lineCount, rows, rowLabels: labels,
      labelOfLine: (line) => lineLabels[line] ?? `line ${line}`,
      pictures, nested, region: selectedRegion, messages, fans, path, counter: counterOf && curves, counterOf, cursor, marks, selectedLines, range,
    };
    return folded && foldedTexts ? foldedScene(ofLines, folded, foldedTexts.labels, foldedTexts.places) : ofLines;
  },
    [width, height, gutter, window, geometry.scrollTop, layout.lineHeight, colors, timeline, palette, rows, labels, lineLabels,
      below, above, apart, folded, foldedTexts, nested, selectedRegion, showsMessages, fans, path, counter, curves, cursor, details, marks, selectedLines, range],
  );

  const noCurves = counterOf && curves && noCurvesText(counterOf, curves, layout.lineHeight);
  const broadColumns = current ? columnsText(current, window, width - gutter) : null;
  const episode = finding ? episodeWindow(finding) : null;
  const place = `${seconds(window[0])} to ${seconds(window[1])}`;
  const waitingText = profile ? `, ${percent(profile.waiting_s, profile.total_s)} of the time waiting` : "";
  const label =
    `Timeline of ${lineCount} lines${folded ? `, folded into ${shownCount} rows,` : ""} from ${place}${waitingText}. ` +
    "Plus and minus zoom, left and right arrows move, 0 shows the whole run. Up and down arrows move a cursor over the lines, N and P to " +
    "the next and the previous visit, Enter selects what is there, Space its line. The table below has the profile of this window.";
  const isSelected = (state: State) => (state.kind === "wait" && state.metric ? state.metric === selectedMetric : state.name === selectedRegion);
  // What is selected already is no longer.
  const pick = (state: number) => {
    const found = timeline.states[state];
    if (!found) return;
    const isOff = isSelected(found);
    if (found.kind === "wait" && found.metric) onSelect({ metric: isOff ? null : found.metric });
    else onSelect({ region: isOff ? null : found.name });
  };
  const save = (kind: "png" | "svg") => {
    const name = fileName("timeline", report.experiment.program.split("/").pop() ?? "", place);
    if (kind === "svg") return saveSvg(name, timelineSvg(scene, `Timeline, ${place}`));
    const canvas = document.createElement("canvas");
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.scale(2, 2);
    drawTimeline(new CanvasPen(context), scene, () => pictures.forEach((each) => drawCellsOnCanvas(context, each, geometry)));
    saveCanvas(name, canvas);
  };
  const zoom = (factor: number, time_s = (window[0] + window[1]) / 2) => setWindow(zoomed(window, factor, time_s, limits), "zoom");

  // A click on a row selects its lines. If it stands for several that are alike, they get rows of their own.
  const pickLine = (line: number) => {
    const row = folded?.rows[line];
    if (row) {
      onSelect({ locations: row.map((each) => lines[each]!) });
      if (row.length > 1) props.onUnfolded([...props.unfolded, ...row].sort((a, b) => a - b));
      return;
    }
    const united = isNested ? { first: line, count: 1 } : rows.find(({ first, count }) => line < first + count);
    if (united) onSelect({ locations: lines.slice(united.first, united.first + united.count) });
  };

  // What a finding is about comes into view when a person opens it.
  useEffect(() => {
    if (marks.length === 0) return;
    const seen = marks.filter(({ line }) => line >= 0).map(({ line }) => (folded ? folded.rowOf[line]! : line));
    if (seen.length > 0 && lowest > 0) setScrollTop(Math.max(0, Math.min(Math.min(...seen) * layout.lineHeight - 20, lowest)));
  }, [finding, isNested]);

  return (
    <div className="timeline-view">
      <TimelineToolbar
        mode={mode}
        onMode={(next) => show("waiting", next === "waiting")}
        isNested={isNested}
        onNested={(next) => show("nested", next)}
        isFolded={isFolded}
        onFolded={(next) => {
          show("alike", next);
          setCursor(null);
          props.onUnfolded([]);
        }}
        hasMessages={timeline.messages > 0}
        showsMessages={showsMessages}
        onMessages={(next) => show("messages", next)}
        showsFans={showsFans}
        onFans={(next) => show("fans", next)}
        showsPath={showsPath}
        onPath={(next) => show("path", next)}
        counters={timeline.counters}
        counter={counter}
        onCounter={props.onCounter}
        canGoBack={canGoBack}
        onBack={back}
        onZoom={zoom}
        onPan={(part) => setWindow(panned(window, part, limits), "pan")}
        onWhole={() => setWindow(limits, "jump")}
        onTaller={(factor) => setEnlarged(Math.min(Math.max(enlarged * factor, 1), MOST_ENLARGED))}
        onEpisode={episode && marks.length > 0 ? () => setWindow(around(...episode, limits), "jump") : null}
        onJump={(time_s) => setWindow(panned(window, (time_s - (window[0] + window[1]) / 2) / (window[1] - window[0]), limits), "jump")}
        onSave={save}
      />
      <div ref={frame} className="timeline-plot" data-window={window.join("~")} aria-busy={isPictureOld && !error} data-coarse={picture?.is_coarse ?? false} data-rows={folded ? shownCount : rows.length} style={{ minHeight: height }}>
        {width > 0 && (
          <TimelineCanvas
            scene={scene}
            contentHeight={layout.contentHeight}
            scrollTop={geometry.scrollTop}
            label={label}
            hoveredAt={(x, y) => hoveredAt(scene, folded ? null : visits, x, y)}
            onZoom={zoom}
            onPan={(part) => setWindow(panned(window, part, limits), "pan")}
            onRange={(from_s, to_s) => setWindow(zoomed([from_s, to_s], 1, (from_s + to_s) / 2, limits), "jump")}
            onWhole={() => setWindow(limits, "jump")}
            onScroll={setScrollTop}
            onPick={({ state }: Hovered) => state !== null && pick(state)}
            onPickLine={pickLine}
            onDrag={setRange}
            visits={visits && folded ? visitsOfRows(visits, folded) : visits}
            onCursor={setCursor}
          />
        )}
      </div>
      <div className="timeline-notes muted" aria-live="polite">
        {(error ?? detailsError) && <span className="timeline-error">{error ?? detailsError}</span>}
        {folding && <span className="folding-text">{foldingText(folding, shownCount)}</span>}
        {folding && props.unfolded.length > 0 && (
          <button type="button" onClick={() => props.onUnfolded([])}>Fold {props.unfolded.length} lines again</button>
        )}
        {rows.length < lineCount && !isNested && !folding && <span>{lineCount} lines in {rows.length} rows</span>}
        {broadColumns && !nested && <span>{broadColumns}</span>}
        {isNested && details && <span>{slicesText(details)}</span>}
        {nested && nested.depths > MOST_LANES && <span>the outermost {MOST_LANES} of {nested.depths} levels</span>}
        {showsFans && details && <span>{fansText(fans, visits !== null)}</span>}
        {noCurves && <span>{noCurves}</span>}
        {path && details && <span>{pathText(details)}</span>}
        {showsMessages && details && <span>{messagesText(details)}{details.message_count > MOST_MESSAGES && isPartial ? " on these lines" : ""}</span>}
        <span>Wheel: zoom. Drag: zoom to a range. Shift and drag: move. Shift and wheel: scroll lines.</span>
      </div>
      <TimelineLegend
        profile={profile}
        states={timeline.states}
        stateColors={palette}
        theme={colors.theme}
        paper={colors.paper}
        mode={isNested && nested ? "what" : mode}
        selectedRegion={selectedRegion}
        isSelected={isSelected}
        onEverything={selectedRegion !== null || selectedLocations !== null ? () => onSelect({ region: null, locations: [] }) : null}
        hasMarks={marks.length > 0}
        hasIndirect={marks.length > 2}
        hasMessages={scene.messages.length > 0}
        hasFans={scene.fans.length > 0}
        curve={counterOf && curves && !noCurves ? scaleText(counterOf, curves) : null}
        hasPath={(scene.path?.pieces.length ?? 0) > 0}
        onSelect={pick}
      />
      {profile && (
        <ProfileTable
          profile={profile}
          states={timeline.states}
          stateColors={palette.colors}
          window={window}
          lineCount={lineCount}
          selectedRegion={selectedRegion}
          onSelect={pick}
        />
      )}
    </div>
  );
}
