// SPDX-License-Identifier: BSD-3-Clause
// The pictures and details that a window needs. What is there already stays until the answer comes, and
// a picture of the whole run lies below, so that no part of a window is ever empty.
import { useEffect, useRef, useState } from "react";

import type { CounterCurves, Details, Picture, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import { LatestRequest } from "./latest_request";
import { type PictureOfWindow, PictureRequest } from "./picture_request";
import type { TimeWindow } from "./visible_window";

const DETAILS_WAIT_MS = 150;
export const MOST_MESSAGES = 200;
const MOST_COUNTER_COLUMNS = 400; // of curves

export interface TimelineData {
  whole: Picture | null;
  picture: Picture | null;
  isPictureOld: boolean; // until the one of the wanted window is there
  details: Details | null;
  curves: CounterCurves | null; // of the wanted counter
  error: string | null;
}

export interface Wanted {
  window: TimeWindow;
  columns: number;
  rows: number;
  lines: [first: number, end: number] | null; // of details; null: all
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

type Answers = Omit<TimelineData, "isPictureOld"> & { pictureOf: string };

export function useTimelineData(source: Source, timeline: Timeline, wanted: Wanted): TimelineData {
  const [data, setData] = useState<Answers>({ whole: null, picture: null, pictureOf: "", details: null, curves: null, error: null });
  const failed = (error: string) => setData((last) => ({ ...last, error }));
  const wholes = useLatest<Picture>(0, (whole) => setData((last) => ({ ...last, whole })), failed);
  const pictures = usePictures((answer) => setData((last) => ({ ...last, ...answer, error: null })), failed);
  const details = useLatest<Details>(DETAILS_WAIT_MS, (found) => setData((last) => ({ ...last, details: found })), failed);

  const counters = useLatest<CounterCurves>(DETAILS_WAIT_MS, (curves) => setData((last) => ({ ...last, curves })), failed);

  const { window, columns, rows, lines, messages, counter, details: areWanted } = wanted;
  const isReady = columns > 0 && rows > 0;
  const [from, to] = window;
  const [first, end] = lines ?? [-1, -1];
  const pictureOf = [from, to, columns, rows].join();
  useEffect(() => {
    if (isReady) wholes.ask(() => source.picture(timeline.begin_s, timeline.end_s, columns, rows, false));
  }, [source, timeline, isReady, rows]);
  useEffect(() => {
    if (!isReady) return;
    pictures.ask(pictureOf, (isQuick) => source.picture(from, to, columns, rows, isQuick));
  }, [source, timeline, isReady, pictureOf]);
  useEffect(() => {
    if (!isReady || !areWanted) return;
    const some = first < 0 ? null : Array.from({ length: end - first }, (_, i) => first + i);
    details.ask(() => source.details(from, to, some, messages ? MOST_MESSAGES : 0));
  }, [source, timeline, isReady, from, to, first, end, messages, areWanted]);
  useEffect(() => {
    setData((last) => ({ ...last, curves: null }));
  }, [counter]);
  useEffect(() => {
    if (!isReady || counter === null) return counters.stop();
    const some = first < 0 ? null : Array.from({ length: end - first }, (_, i) => first + i);
    counters.ask(() => source.counterCurves(counter, from, to, some, Math.min(columns, MOST_COUNTER_COLUMNS)));
  }, [source, timeline, isReady, from, to, first, end, counter, columns]);
  return { ...data, isPictureOld: data.pictureOf !== pictureOf };
}
