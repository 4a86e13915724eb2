// SPDX-License-Identifier: BSD-3-Clause
// The phases of a diagnosis that a person has chosen: all of them, one, or all between the same two
// calls.
import type { Diagnosis, RowTimes } from "../data/diagnosis";
import type { ViewState } from "../state/view_state";

export type PhaseChoice = { of: "run" } | { of: "phase"; phase: number; kind: number } | { of: "kind"; kind: number };

type PhaseState = Pick<ViewState, "phase" | "phaseKind">;

export const WHOLE_RUN = { phase: null, phaseKind: null } satisfies PhaseState;

// Returns the kind of each phase.
export function kindsOfPhases({ kinds, diagnosis }: Diagnosis): number[] {
  const all = diagnosis.phases.map(() => 0);
  kinds.forEach(({ phases }, kind) => phases.forEach((phase) => (all[phase] = kind)));
  return all;
}

// Takes what the address says; what the diagnosis does not have stands for the whole run.
export function choiceOf(diagnosis: Diagnosis, { phase, phaseKind }: PhaseState): PhaseChoice {
  if (phase !== null && phase < diagnosis.diagnosis.phases.length)
    return { of: "phase", phase, kind: kindsOfPhases(diagnosis)[phase]! };
  if (phaseKind !== null && phaseKind < diagnosis.kinds.length) return { of: "kind", kind: phaseKind };
  return { of: "run" };
}

export function isChosen(choice: PhaseChoice, phase: number, kind: number): boolean {
  return choice.of === "run" || (choice.of === "phase" ? choice.phase === phase : choice.kind === kind);
}

// Returns the phase that a step in time leads to. From the whole run, it leads to the first or last phase.
export function otherPhase(diagnosis: Diagnosis, choice: PhaseChoice, step: 1 | -1): number {
  const last = diagnosis.diagnosis.phases.length - 1;
  if (choice.of === "phase") return Math.min(Math.max(choice.phase + step, 0), last);
  const phases = choice.of === "kind" ? diagnosis.kinds[choice.kind]!.phases : [0, last];
  return step > 0 ? phases[0]! : phases[phases.length - 1]!;
}

export interface ChosenTimes {
  title: string;
  times: number[]; // pairs: frame, its own seconds
  isWider: boolean; // times of all phases of the kind, because those of the chosen phase are not known
}

// Returns the sampled times of the chosen phases, over all threads or those of a row.
export function chosenTimes(diagnosis: Diagnosis, choice: PhaseChoice, row: RowTimes | null = null): ChosenTimes {
  const kindTimes = (row ?? diagnosis).kind_times;
  if (choice.of === "run") return { title: "the whole run", times: kindTimes.flat(), isWider: false };
  const kind = diagnosis.kinds[choice.kind]!;
  const ofKind = kindTimes[choice.kind] ?? [];
  const name = kind.title.split(", ")[0]!;
  const ofAll = name.charAt(0).toLowerCase() + name.slice(1);
  if (choice.of === "kind") return { title: ofAll, times: ofKind, isWider: false };
  const own = row ? undefined : diagnosis.phase_times.find(([phase]) => phase === choice.phase);
  if (own) return { title: `phase ${choice.phase}`, times: own[1], isWider: false };
  if (kind.phases.length === 1) return { title: ofAll, times: ofKind, isWider: false };
  return { title: ofAll, times: ofKind, isWider: true };
}

// Returns the kinds that lose something, that with the largest loss first, as `tarry diagnose` has them.
export function losingKinds({ findings }: Diagnosis): number[] {
  return [...new Set(findings.map(({ kind }) => kind))];
}
