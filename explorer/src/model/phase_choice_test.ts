// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { sampleDiagnosis } from "../testing/sample_diagnosis";
import { choiceOf, chosenTimes, isChosen, losingKinds, otherPhase } from "./phase_choice";

const diagnosis = sampleDiagnosis();
const phase = (number: number) => choiceOf(diagnosis, { phase: number, phaseKind: null });
const kind = (number: number) => choiceOf(diagnosis, { phase: null, phaseKind: number });
const run = choiceOf(diagnosis, { phase: null, phaseKind: null });

it("takes what the diagnosis does not have for the whole run", () => {
  expect(phase(2)).toEqual({ of: "phase", phase: 2, kind: 1 });
  expect(kind(1)).toEqual({ of: "kind", kind: 1 });
  expect(phase(4)).toEqual({ of: "run" });
  expect(kind(2)).toEqual(run);
});

it("has the times of one phase, of a kind, and of the run", () => {
  expect(chosenTimes(diagnosis, phase(1))).toEqual({ title: "phase 1", times: [1, 3, 2, 0.5, 3, 2.5], isWider: false });
  expect(chosenTimes(diagnosis, kind(1))).toEqual({ title: "phase 2", times: [1, 1.5, 2, 3], isWider: false });
  expect(chosenTimes(diagnosis, run).times.filter((_, i) => i % 2).reduce((sum, value) => sum + value, 0)).toBe(20);
});

it("has the times of one rank by kind", () => {
  const row = { row: 1, kind_times: [[1, 6, 2, 1], [1, 2]] };
  expect(chosenTimes(diagnosis, run, row).times).toEqual([1, 6, 2, 1, 1, 2]);
  expect(chosenTimes(diagnosis, kind(1), row)).toEqual({ title: "phase 2", times: [1, 2], isWider: false });
  expect(chosenTimes(diagnosis, phase(1), row)).toEqual({ title: "phases 0-1,3", times: [1, 6, 2, 1], isWider: true });
});

it("says if it has a phase only together with others", () => {
  expect(chosenTimes(diagnosis, phase(3))).toEqual({ title: "phases 0-1,3", times: diagnosis.kind_times[0], isWider: true });
});

it("steps through the phases in time, from a kind to its first or last one", () => {
  expect(otherPhase(diagnosis, run, 1)).toBe(0);
  expect(otherPhase(diagnosis, run, -1)).toBe(3);
  expect(otherPhase(diagnosis, phase(2), 1)).toBe(3);
  expect(otherPhase(diagnosis, phase(3), 1)).toBe(3);
  expect(otherPhase(diagnosis, kind(0), -1)).toBe(3);
  expect(otherPhase(diagnosis, kind(1), 1)).toBe(2);
});

it("knows what is chosen, and which kinds lose something", () => {
  expect([0, 1, 2, 3].map((number) => isChosen(kind(0), number, number === 2 ? 1 : 0))).toEqual([true, true, false, true]);
  expect([0, 1, 2, 3].map((number) => isChosen(phase(1), number, number === 2 ? 1 : 0))).toEqual([false, true, false, false]);
  expect(losingKinds(diagnosis)).toEqual([0]);
});
