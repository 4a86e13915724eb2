// SPDX-License-Identifier: BSD-3-Clause
// The pictures and details that a window needs. What is there already stays until the answer comes, and
// a picture of the whole run lies below, so that no part of a window is ever empty.
import { useEffect, useLayoutEffect, useRef, useState } from "react";

import type { CounterCurves, Details, Picture, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import { LatestRequest } from "./latest_request";
import { type PictureOfWindow, PictureRequest } from "./picture_request";
import type { TimeWindow } from "./visible_window";

const DETAILS_WAIT_MS = 150;
export const MOST_MESSAGES = 200;
const MOST_COUNTER_COLUMNS = 400; // of curves

export interface TimelinePictures {
  whole: Picture | null;
  picture: Picture | null; // folded or not, as it was wanted when it was asked for
  singles: Picture | null; // of the same window, with a row for each line
  isPictureOld: boolean; // until the one of the wanted window is there
  error: string | null;
}

export interface WantedPictures {
  window: TimeWindow;
  columns: number;
  rows: number;
  foldedRows: number | null; // the most rows of a folded picture; null: of none
  singles: number | null; // how many lines there are, if each must have a row
}

export interface TimelineDetails {
  details: Details | null;
  curves: CounterCurves | null; // of the wanted counter
  error: string | null;
}

export interface WantedDetails {
  window: TimeWindow;
  columns: number;
  lines: number[] | null; // null: all
  messages: boolean;
  counter: number | null;
  details: boolean; // whether anything shows them
}

function useLatest<T>(wait_ms: number, onAnswer: (answer: T) => void, onError: (message: string) => void): LatestRequest<T> {
  const request = useRef<LatestRequest<T> | null>(null);
  request.current ??= new LatestRequest<T>(wait_ms, onAnswer, onError);
  const latest = request.current;
  useEffect(() => () => latest.stop(), [latest]);
  return latest;
}

function usePictures(onPicture: (answer: PictureOfWindow) => void, onError: (message: string) => void): PictureRequest {
  const request = useRef<PictureRequest | null>(null);
  request.current ??= new PictureRequest(onPicture, onError);
  const pictures = request.current;
  useEffect(() => () => pictures.stop(), [pictures]);
  return pictures;
}

type Answers = Omit<TimelinePictures, "isPictureOld"> & { pictureOf: string };

export function useTimelinePictures(source: Source, timeline: Timeline, wanted: WantedPictures): TimelinePictures {
  const [data, setData] = useState<Answers>({ whole: null, picture: null, singles: null, pictureOf: "", error: null });
  const failed = (error: string) => setData((last) => ({ ...last, error }));
  const wholes = useLatest<Picture>(0, (whole) => setData((last) => ({ ...last, whole })), failed);
  const pictures = usePictures((answer) => setData((last) => ({ ...last, ...answer, error: null })), failed);
  const single = usePictures(({ picture }) => setData((last) => ({ ...last, singles: picture })), failed);

  const { window, columns, rows, foldedRows, singles } = wanted;
  const isReady = columns > 0 && rows > 0;
  const [from, to] = window;
  const pictureOf = [from, to, columns, rows, foldedRows].join();
  useEffect(() => {
    if (isReady) wholes.ask(() => source.picture(timeline.begin_s, timeline.end_s, columns, rows, false));
  }, [source, timeline, isReady, rows]);
  // Before the canvas is drawn with what is there, so that the answer is made meanwhile.
  useLayoutEffect(() => {
    if (!isReady) return;
    pictures.ask(pictureOf, (isQuick) =>
      foldedRows === null ? source.picture(from, to, columns, rows, isQuick) : source.foldedPicture(from, to, columns, foldedRows, isQuick),
    );
  }, [source, timeline, isReady, pictureOf]);
  useEffect(() => {
    if (!isReady || singles === null) return single.stop();
    single.ask([from, to, columns, singles].join(), (isQuick) => source.picture(from, to, columns, singles, isQuick));
  }, [source, timeline, isReady, from, to, columns, singles]);
  return { ...data, isPictureOld: data.pictureOf !== pictureOf };
}

export function useTimelineDetails(source: Source, timeline: Timeline, wanted: WantedDetails): TimelineDetails {
  const [data, setData] = useState<TimelineDetails>({ details: null, curves: null, error: null });
  const failed = (error: string) => setData((last) => ({ ...last, error }));
  const details = useLatest<Details>(DETAILS_WAIT_MS, (found) => setData((last) => ({ ...last, details: found, error: null })), failed);
  const counters = useLatest<CounterCurves>(DETAILS_WAIT_MS, (curves) => setData((last) => ({ ...last, curves, error: null })), failed);

  const { window, columns, lines, messages, counter, details: areWanted } = wanted;
  const isReady = columns > 0;
  const [from, to] = window;
  const some = lines?.join() ?? null; // the list is a new one each time
  useEffect(() => {
    if (!isReady || !areWanted) return;
    details.ask(() => source.details(from, to, lines, messages ? MOST_MESSAGES : 0));
  }, [source, timeline, isReady, from, to, some, messages, areWanted]);
  useEffect(() => {
    setData((last) => ({ ...last, curves: null }));
  }, [counter]);
  useEffect(() => {
    if (!isReady || counter === null) return counters.stop();
    counters.ask(() => source.counterCurves(counter, from, to, lines, Math.min(columns, MOST_COUNTER_COLUMNS)));
  }, [source, timeline, isReady, from, to, some, counter, columns]);
  return data;
}
