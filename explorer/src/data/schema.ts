// SPDX-License-Identifier: BSD-3-Clause
// What the explorer gets to read. Names are those of
// the files, so that nothing is renamed on the way.

export interface Experiment {
  program: string;
  ranks: number;
  threads: number;
  duration_s: number;
  ideal_duration_s?: number;
  warnings: string[];
}

export interface Metric {
  id: string;
  name: string;
  unit: "sec" | "occ" | "bytes" | string;
  parent: number | null; // position in `metrics`
  total: number;
  description?: string;
  costs?: string; // of a wait state: id of its delay costs by the proportional model
}

export interface CallPath {
  id: number;
  parent: number | null;
  region: string;
  file: string | null;
  line: number | null;
  role: string;
  callsite?: string;
  inlined?: boolean;
}

export interface Location {
  id: number;
  rank: number;
  thread: number;
  host: string;
  kind: string;
}

export interface Span {
  callpath: number;
  location: number;
  begin_s: number;
  end_s: number;
  metric?: string;
}

export interface Victims {
  metric: string;
  callpath: number;
  ranks: number[];
  threads?: number[];
  wait_s: number;
  steps: number;
  callsite?: string;
}

export interface Finding {
  kind: "delay" | "lost_cores" | string;
  callpath: number;
  ranks: number[];
  threads?: number[];
  delay_s: number;
  cost_s: number;
  gain_s: number;
  gain_low_s: number;
  gain_high_s: number;
  gain_alone_s: number;
  explained: boolean;
  together_with?: number[];
  depends_on?: string[];
  callsite?: string;
  locations?: number; // of lost cores: the number of threads
  cores?: number;
  without_core_s?: number; // all time without a core, if most of it lies in calls
  model: string;
  victims?: Victims[];
  episode?: { cause: Span; waits: Span[] };
  text: string;
}

export interface Topology {
  name: string;
  dimensions: { name?: string; size: number; periodic: boolean }[];
  coordinates: number[][]; // location, then one number for each dimension
}

// A report without its values: tarry-report/1 without `severity`.
export interface ReportStructure {
  schema: "tarry-report/1";
  experiment: Experiment;
  metrics: Metric[];
  callpaths: CallPath[];
  locations: Location[];
  findings: Finding[];
  topologies?: Topology[];
}

export interface SeverityEntry {
  metric: string | number;
  callpath: number;
  location: number;
  value: number;
}

export interface ReportFile extends ReportStructure {
  severity: SeverityEntry[];
}

// A part of the time of a run; they add up to all of it.
export interface TimePart {
  name: string;
  time_s: number;
  metrics: string[]; // ids of those that contain it
}

// A call path that others wait for; `place` says on which ranks, too.
export interface DelayCost {
  place: string;
  callpath: number;
  cost_s: number;
}

export interface ReportTitle {
  name: string; // what the user called it
  headline: string[]; // the first lines of `tarry report`, without markup
  time_parts: TimePart[];
  costs: DelayCost[]; // in a report without findings
}

export interface Session {
  schema: "tarry-explorer/1";
  version: string;
  reports: ReportTitle[];
  timeline: boolean;
  diagnosis?: boolean; // of samples beside the first report
}

// A state of a location: what it does at one time.
export interface State {
  name: string;
  kind: "user" | "mpi" | "openmp" | "pthread" | "io" | "wait" | "idle" | string;
  metric?: string; // of a wait state
}

export interface TimelineCounter {
  name: string;
  unit: string;
  has_curve: boolean;
  per_second: boolean; // its curve is what it counts in a second
}

export interface Timeline {
  begin_s: number;
  end_s: number;
  locations: number[]; // positions in the report's `locations`, one for each line
  states: State[];
  messages: number; // of the whole trace
  counters: TimelineCounter[];
}

// What the locations did between two times, in columns of equal width. Arrays are by row, then by
// column.
export interface Picture {
  from_s: number;
  to_s: number;
  columns: number;
  is_coarse: boolean; // whether one that was not asked for quickly has shorter columns
  // Lines of `Timeline.locations` united in one row: neighbors, or those that do nearly the same.
  rows: { first: number; count: number }[];
  folding?: Folding; // of the latter
  state: Uint16Array; // the state that took most of the column, a position in `states`; 65535: none
  share: Uint8Array; // its part of the column, 255 is all
  waiting: Uint8Array; // the part of the column that was waiting, 255 is all
  wait: Uint16Array; // the wait state that took most of the waiting; 65535: none
}

// Which lines of a picture are in one row because they are alike.
export interface Folding {
  rowOfLine: Uint32Array;
  percent: number; // of the window may differ between a line and the first one of its row
}

export interface Slice {
  line: number; // position in `Timeline.locations`
  depth: number; // 0 is the outermost region
  state: number;
  begin_s: number;
  end_s: number;
}

export interface Message {
  from: number; // line that sends
  to: number;
  sent_s: number; // record of the send
  received_s: number; // leave of the call that receives
  bytes: number;
  tag: number;
}

// A counter between two times, in columns of equal width.
export interface CounterCurves {
  from_s: number;
  to_s: number;
  columns: number;
  lines: { line: number; values: (number | null)[] }[] | null; // null: too many events to be read
}

// A part of the critical path.
export interface PathPiece {
  line: number;
  begin_s: number;
  end_s: number;
}

// Every visit and wait of a window, or how many there are if they are too many to draw.
export interface Details {
  from_s: number;
  to_s: number;
  slices: Slice[] | null;
  slice_count: number;
  messages: Message[]; // the longest on their way, if there are more than were asked for
  message_count: number;
  path: PathPiece[]; // of all lines, by begin; the longest if there are too many
  path_count: number;
}

// What some ranks send to some others; `from` and `to` count bins of neighboring ranks.
export interface Traffic {
  from: number;
  to: number;
  messages: number;
  bytes: number;
  waited_s: number; // of the receivers, in Late Sender
  sender_waited_s: number; // of the senders, in Late Receiver
}

export interface Communication {
  ranks_in_bin: number; // more than 1 if there are too many pairs
  traffic: Traffic[];
}

// One of the longest waits of a state. Those that end at the same time have the same cause.
export interface LongWait {
  state: number; // the wait state
  call: number; // state of the region that waits
  line: number; // where it is longest
  begin_s: number;
  end_s: number;
  waited_s: number;
  lines: number[]; // all that wait until then, or the first of them
  line_count: number;
}
