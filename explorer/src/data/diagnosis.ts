// SPDX-License-Identifier: BSD-3-Clause
// The diagnosis of samples as `/api/diagnosis` has it (docs/formats/explorer-data.md).

// A call path: its names from `main` on, and beside them where each is called.
export interface DiagnosedPath {
  callpath: string[];
  sites: string[];
}

export interface Loss {
  type: string;
  phases: number[];
  severity_s: number;
  severity_percent: number;
  symptom: DiagnosedPath;
  causes: (DiagnosedPath & { severity_s: number; ranks?: number[] })[];
  ranks: number[];
  waiting_ranks: number[];
  advice: string;
}

// tarry-diagnosis/1, as `tarry diagnose --format json` writes it.
export interface FoundLosses {
  schema: "tarry-diagnosis/1";
  experiment: { program: string; ranks: number; threads: number; duration_s: number; period_s: number };
  phases: { id: number; begin_s: number; end_s: number; kind: "spmd" | "mpmd" }[];
  findings: Loss[];
  limits: string[];
}

export type PictureFrame = [caller: number, name: string, label: number]; // caller -1: the outermost

// What ranks did in columns of equal width (docs/how-to/read-the-diagnosis-picture.md).
export interface SamplePicture {
  run: { program: string; seconds: number; period_s: number; row: "rank" | "thread"; rows: number };
  columns: number;
  rows: { number: number; cells: number[] }[]; // pairs: number of equal columns, position in `cells`
  cells: [frame: number, mark: number, tenths: number][]; // frame -1: no samples; mark -1: none
  marks: [kind: number, frame: number, isSymptom: 0 | 1][];
  findings: { kind: number; symptom: number; causes: { frame: number; own: boolean }[] }[];
  phases: [number: number, begin_s: number, end_s: number, kind: number][]; // the longest
  frames: PictureFrame[];
  labels: string[];
}

// Phases between the same two calls.
export interface PhaseKind {
  title: string;
  parts: string;
  phases: number[];
}

// A loss in the words of `tarry diagnose`.
export interface LossText {
  headline: string;
  details: string[];
  kind: number; // position in `kinds`
  symptoms: number[]; // positions in `frames`
  causes: number[];
}

// The sampled times of a rank, or of a thread of the only rank.
export interface RowTimes {
  row: number; // of the rank or thread
  kind_times: number[][]; // as in Diagnosis
}

export interface Diagnosis {
  diagnosis: FoundLosses;
  picture: SamplePicture;
  run: string;
  kinds: PhaseKind[];
  findings: LossText[]; // in the order of `diagnosis.findings`
  unresolved: { kind: number; text: string }[];
  frames: PictureFrame[]; // labels are positions in `picture.labels`
  kind_times: number[][]; // for each kind pairs: frame, its own seconds over all threads
  phase_times: [phase: number, times: number[]][]; // the same for the longest phases
  rows: number[]; // ranks, or threads of the only rank, whose times can be asked for
}
