// SPDX-License-Identifier: BSD-3-Clause
// The timeline: what every location did at which time, with the chain of a finding marked, a legend and
// the profile of the visible window.
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";

import type { Finding, ReportStructure, State, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import type { TimelineChoice } from "../model/timeline_targets";
import { usePageColors } from "../plots/page_colors";
import { useSize } from "../state/use_size";
import { useStable } from "../state/use_stable";
import { TIMELINE_SHOWN, type TimelineShown } from "../state/view_state";
import { noCurvesText, scaleText } from "./counter_scale";
import { episodeMarks, episodeWindow } from "./episode_marks";
import { foldedScene, visitsOfRows } from "./folded_rows";
import { hoveredAt } from "./hover";
import type { Cursor } from "./keyboard_cursor";
import { ProfileTable } from "./profile_table";
import { saveTimeline } from "./save_timeline";
import type { Scene } from "./scene";
import { sliceIndex } from "./slices";
import { stateColors } from "./state_colors";
import { TimelineCanvas } from "./timeline_canvas";
import { timelineChoices } from "./timeline_choices";
import { placeText, timelineLabel } from "./timeline_label";
import { linesOfDetails, timelineLayout, wantedRows } from "./timeline_layout";
import { TimelineLegend } from "./timeline_legend";
import { TimelineNotes } from "./timeline_notes";
import { choiceOfState, isSelectedState, linesOfLabel, locationsOfLines, selectedLinesOf } from "./timeline_selection";
import { TimelineToolbar } from "./timeline_toolbar";
import { useColoredPictures } from "./use_colored_pictures";
import { useFolding } from "./use_folding";
import { useHistory } from "./use_history";
import { useLineLabels } from "./use_line_labels";
import { useTimelineDetails, useTimelinePictures } from "./use_timeline_data";
import { around, panned, type TimeWindow, zoomed } from "./visible_window";
import { waitFans } from "./wait_fans";
import { windowProfile } from "./window_profile";
import "./timeline.css";

const MOST_ENLARGED = 64;
const ABOVE_FOUND = 20; // pixels

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

export function TimelineView(props: TimelineViewProps) {
  const { source, timeline, report, finding, selectedLocations, onSelect } = props;
  const lines = timeline.locations;
  const lineCount = lines.length;
  const limits: TimeWindow = [timeline.begin_s, timeline.end_s];
  const { window, setWindow, back, canGoBack } = useHistory(props.window, limits, props.onWindow);
  const colors = usePageColors();
  const [frame, size] = useSize();
  const choices = timelineChoices(timeline, props.shown, props.counter);
  const { mode, isNested, isFolded, showsMessages, showsFans, showsPath, counter, counterOf } = choices;
  const show = (what: TimelineShown, isShown: boolean) =>
    props.onShown(TIMELINE_SHOWN.filter((each) => (each === what ? isShown : props.shown.includes(each))));
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [enlarged, setEnlarged] = useState(1);
  const [scrollTop, setScrollTop] = useState(0);
  const [range, setRange] = useState<[number, number] | null>(null);
  const depths = useRef(1);

  const wanted = wantedRows(lineCount, isNested, enlarged);
  const { rows, labels, lineLabels, gutter } = useLineLabels(timeline, report, wanted.rows, choices);
  const width = Math.floor(size?.width ?? 0);
  const columns = Math.max(0, Math.floor(width - gutter));
  const { whole, picture, singles, isPictureOld, error } = useTimelinePictures(source, timeline, {
    window,
    columns,
    rows: wanted.rows,
    foldedRows: isFolded ? wanted.foldedRows : null,
    singles: isFolded && props.unfolded.length > 0 ? lineCount : null,
  });
  const { folded, texts, unfolded } = useFolding(picture, props.unfolded, timeline, report);
  const shownCount = folded ? folded.rows.length : lineCount;
  const layout = timelineLayout({
    lineCount: shownCount, isNested, depths: depths.current, enlarged, isFolded: folded !== undefined, scrollTop, width, gutter, window,
  });
  const { geometry, lowest } = layout;
  const { details, curves, error: detailsError } = useTimelineDetails(source, timeline, {
    window,
    columns,
    lines: linesOfDetails(layout, folded, choices),
    messages: showsMessages,
    counter,
    details: isNested || showsMessages || showsFans || showsPath || (!folded && rows.length === lineCount),
  });
  const visits = useMemo(() => (details?.slices ? sliceIndex(details.slices) : null), [details]);
  if (visits) depths.current = visits.depths;

  const selected = { region: props.selectedRegion, metric: props.selectedMetric };
  const palette = useMemo(() => stateColors(timeline.states, colors.theme, props.regionTimes), [timeline, colors.theme, props.regionTimes]);
  const pictures = useColoredPictures({ whole, picture, singles }, folded, unfolded, {
    states: timeline.states, stateColors: palette.colors, mode, region: selected.region, theme: colors.theme, background: colors.paper,
  });
  const marks = useMemo(() => episodeMarks(finding, lines), [finding, lines]);
  const selectedLines = useMemo(() => selectedLinesOf(lines, selectedLocations), [selectedLocations, lines]);
  const nested = isNested ? visits : null;
  const fans = useMemo(() => (showsFans && visits ? waitFans(visits, timeline.states) : []), [showsFans, visits, timeline]);
  const path = useMemo(
    () => (showsPath && details ? { pieces: details.path ?? [], isWhole: (details.path ?? []).length >= details.path_count } : null),
    [showsPath, details],
  );
  const scene: Scene = useMemo(() => {
    const ofLines: Scene = {
      geometry, colors, states: timeline.states, stateColors: palette.colors, lineCount, rows, rowLabels: labels,
      labelOfLine: (line) => lineLabels[line] ?? `line ${line}`,
      pictures, nested, region: selected.region, messages: showsMessages ? (details?.messages ?? []) : [], fans, path,
      counter: counterOf && curves, counterOf, cursor, marks, selectedLines, range,
    };
    return folded && texts ? foldedScene(ofLines, folded, texts.labels, texts.places) : ofLines;
  },
    [width, geometry.height, gutter, window, geometry.scrollTop, geometry.lineHeight, colors, timeline, palette, rows, labels, lineLabels,
      pictures, folded, texts, nested, selected.region, showsMessages, fans, path, counter, curves, cursor, details, marks, selectedLines, range],
  );

  const current = picture ?? whole;
  // A person looks at the picture first: what stands below it follows once the picture of the window is there and painted.
  const isBusy = isPictureOld && !error;
  const drawnWindow = useRef(window);
  if (!isBusy) drawnWindow.current = window;
  const shownWindow = drawnWindow.current;
  const drawn = useDeferredValue(useMemo(() => ({ picture: current, window: shownWindow }), [current, shownWindow]));
  const profile = useMemo(() => (drawn.picture ? windowProfile(drawn.picture, timeline.states, drawn.window) : null), [drawn, timeline]);
  const noCurves = counterOf && curves && noCurvesText(counterOf, curves, geometry.lineHeight);
  const episode = finding ? episodeWindow(finding) : null;
  const middle = (window[0] + window[1]) / 2;
  const zoom = (factor: number, time_s = middle) => setWindow(zoomed(window, factor, time_s, limits), "zoom");
  const pan = (part: number) => setWindow(panned(window, part, limits), "pan");
  const showAll = () => setWindow(limits, "jump");
  const isSelected = useCallback(
    (state: State) => isSelectedState(state, { region: props.selectedRegion, metric: props.selectedMetric }),
    [props.selectedRegion, props.selectedMetric],
  );
  const pick = useStable((state: number) => {
    const found = timeline.states[state];
    if (found) onSelect(choiceOfState(found, selected));
  });
  const selectEverything = useStable(() => onSelect({ region: null, locations: [] }));
  // A click on a row selects its lines. If it stands for several that are alike, they get rows of their own.
  const pickLine = (line: number) => {
    const picked = linesOfLabel(line, rows, folded, isNested);
    if (picked.length === 0) return;
    onSelect({ locations: locationsOfLines(picked, timeline) });
    if (folded && picked.length > 1) props.onUnfolded([...props.unfolded, ...picked].sort((a, b) => a - b));
  };

  // What a finding is about comes into view when a person opens it.
  useEffect(() => {
    if (marks.length === 0) return;
    const seen = marks.filter(({ line }) => line >= 0).map(({ line }) => (folded ? folded.rowOf[line]! : line));
    if (seen.length > 0 && lowest > 0) setScrollTop(Math.max(0, Math.min(Math.min(...seen) * geometry.lineHeight - ABOVE_FOUND, lowest)));
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
        onPan={pan}
        onWhole={showAll}
        onTaller={(factor) => setEnlarged(Math.min(Math.max(enlarged * factor, 1), MOST_ENLARGED))}
        onEpisode={episode && marks.length > 0 ? () => setWindow(around(...episode, limits), "jump") : null}
        onJump={(time_s) => setWindow(panned(window, (time_s - middle) / (window[1] - window[0]), limits), "jump")}
        onSave={(kind) => saveTimeline(kind, scene, report.experiment.program, placeText(window))}
      />
      <div ref={frame} className="timeline-plot" data-window={window.join("~")} aria-busy={isBusy} data-coarse={picture?.is_coarse ?? false} data-rows={folded ? shownCount : rows.length} style={{ minHeight: geometry.height }}>
        {width > 0 && (
          <TimelineCanvas
            scene={scene}
            contentHeight={layout.contentHeight}
            scrollTop={geometry.scrollTop}
            label={timelineLabel(lineCount, folded ? shownCount : null, drawn.window, profile)}
            hoveredAt={(x, y) => hoveredAt(scene, folded ? null : visits, x, y)}
            onZoom={zoom}
            onPan={pan}
            onRange={(from_s, to_s) => setWindow(zoomed([from_s, to_s], 1, (from_s + to_s) / 2, limits), "jump")}
            onWhole={showAll}
            onScroll={setScrollTop}
            onPick={({ state }) => state !== null && pick(state)}
            onPickLine={pickLine}
            onDrag={setRange}
            visits={visits && folded ? visitsOfRows(visits, folded) : visits}
            onCursor={setCursor}
          />
        )}
      </div>
      <TimelineNotes
        error={error ?? detailsError}
        choices={choices}
        lineCount={lineCount}
        rowCount={rows.length}
        folding={picture?.folding}
        foldedCount={shownCount}
        unfoldedCount={props.unfolded.length}
        onFoldAll={() => props.onUnfolded([])}
        picture={current}
        window={window}
        plotWidth={width - gutter}
        details={details}
        depths={nested && nested.depths}
        fans={fans}
        hasVisits={visits !== null}
        noCurves={noCurves}
        isPartial={layout.isPartial}
      />
      <TimelineLegend
        profile={profile}
        states={timeline.states}
        stateColors={palette}
        theme={colors.theme}
        paper={colors.paper}
        mode={isNested && nested ? "what" : mode}
        selectedRegion={selected.region}
        isSelected={isSelected}
        onEverything={selected.region !== null || selectedLocations !== null ? selectEverything : null}
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
          window={drawn.window}
          lineCount={lineCount}
          selectedRegion={selected.region}
          onSelect={pick}
        />
      )}
    </div>
  );
}
