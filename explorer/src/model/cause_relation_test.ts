// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { structureOf } from "../data/structure";
import { costReport, sampleData } from "../testing/sample_report";
import { causeAmounts, causeRelation } from "./cause_relation";
import { reportModelOf } from "./report_model";

const report = costReport();
const structure = structureOf(report);
const model = reportModelOf(structure);
const finding = structure.findings[0]!;

it("finds the amounts of a card in the trees", async () => {
  const source = new EmbeddedSource(sampleData(report));
  // Rank 0 computes 2 s in solve on two threads; the costs there are 4 s.
  expect(await causeAmounts(source, 0, model, finding)).toEqual({
    own_s: 2, isComputation: true, withoutCore_s: 0, costs_s: 4, ofLostCores_s: 0, ofLateStarts_s: 0, otherCosts_s: 3,
  });
});

it("says how a card and the trees agree", () => {
  const plain = { own_s: 2, isComputation: true, withoutCore_s: 0, costs_s: 2.25, ofLostCores_s: 0, ofLateStarts_s: 0, otherCosts_s: null };
  expect(causeRelation(structure, { ...finding, delay_s: 0.5, cost_s: 2.25 }, plain)).toEqual([
    "The 500.0 ms are a part of the 2.000 s that the trees show as Computation there on rank 0.",
    "The trees show the waiting of others as 2.250 s of own delay costs there on all ranks.",
    "Waits of 750.0 ms are too short to be named above.",
  ]);
  const mixed = { own_s: 2, isComputation: true, withoutCore_s: 0.25, costs_s: 3.5, ofLostCores_s: 1, ofLateStarts_s: 0.25, otherCosts_s: null };
  expect(causeRelation(structure, { ...finding, cost_s: 2.25, victims: [] }, mixed)).toEqual([
    "The 2.000 s are a part of the 2.000 s that the trees show as Computation there on rank 0, of it 250.0 ms without a core, which is no part of the excess.",
    "The trees show 3.500 s of own delay costs there on all ranks: 2.250 s for the excess, 1.000 s for computation without a core and 250.0 ms for threads that started late.",
  ]);
  // Reports of earlier versions count late starts as excess.
  expect(causeRelation(structure, { ...finding, delay_s: 2.5, victims: [] }, { ...plain, costs_s: 0 })).toEqual([
    "Only 2.000 s of the 2.500 s are Computation there; for the rest threads started late, or had no core when they were to start.",
  ]);
  expect(causeRelation(structure, finding, { own_s: 0, isComputation: false, withoutCore_s: 0, costs_s: 0, ofLostCores_s: 0, ofLateStarts_s: 0, otherCosts_s: null })).toEqual([]);
});

it("says why the two cost models differ where they do", () => {
  const amounts = { own_s: 0, isComputation: false, withoutCore_s: 0, costs_s: 4, ofLostCores_s: 0, ofLateStarts_s: 0, otherCosts_s: 3 };
  expect(causeRelation(structure, { ...finding, victims: [] }, amounts)[1]).toBe(
    "That is by the model waits first, which charges earlier waits of a late rank before its work; by the proportional one, which divides them by their lengths, it is 3.000 s.",
  );
  expect(causeRelation(structure, { ...finding, model: "proportional", victims: [] }, amounts)[1]).toMatch(/^That is by the model proportional, .*; by waits first, .*, it is 3.000 s\.$/);
  expect(causeRelation(structure, { ...finding, victims: [] }, { ...amounts, otherCosts_s: 4.001 })).toHaveLength(1);
});
