// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { structureOf } from "../data/structure";
import { costReport, sampleData, sampleReport } from "../testing/sample_report";
import { areCosts, costMetrics, costValues, earlierWaitsText, hasBothModels, noCostsText } from "./cost_models";
import { reportModelOf } from "./report_model";
import { valuesOfReport } from "./values";

const model = reportModelOf(structureOf(costReport()));
const at = (id: string) => model.metricAt.get(id)!;
const values = valuesOfReport(new EmbeddedSource(sampleData(costReport())), 0, model.structure, "run");

it("finds the costs of wait states, of what contains them, and of costs themselves", () => {
  const wait = ["delay_a_aggregate"];
  expect(costMetrics(model, [at("wait")])?.ids).toEqual([wait, ["delay_a_aggregate__waitfirst"]]);
  expect(costMetrics(model, [at("delay_a_aggregate__waitfirst")])?.ids[0]).toEqual(wait);
  expect(costMetrics(model, [at("time")])?.ids).toEqual([["delay"], ["delay__waitfirst"]]); // all there are
  expect(costMetrics(model, [at("wait"), at("delay_a_aggregate")])?.ids[0]).toEqual(wait);
  const several = structureOf(costReport());
  several.metrics[at("delay")]!.total = 5; // there are others
  expect(costMetrics(reportModelOf(several), [at("time")])).toMatchObject({
    name: "Costs delay_a_aggregate and of 1 other kind",
    ids: [["delay_a_aggregate", "delay_b_aggregate"], ["delay_a_aggregate__waitfirst", "delay_b_aggregate__waitfirst"]],
  });
  expect(costMetrics(model, [at("comp")])).toBeNull();
  expect(costMetrics(model, [99])).toBeNull();
});

it("says how much came through other waits", () => {
  expect(costMetrics(model, [at("wait")])?.longTerm).toEqual([0.25, 0.5]);
  expect(earlierWaitsText([0.25, 0.5])).toBe("Here, 25.0 % (proportional) and 50.0 % (waits first) of the costs came through earlier waits.");
  expect(earlierWaitsText([0, 0])).toBe("Here, 0.0 % of the costs came through earlier waits, by both models.");
});

it("adds up several kinds of costs", async () => {
  const several = structureOf(costReport());
  several.metrics[at("delay")]!.total = 5;
  const costs = costMetrics(reportModelOf(several), [at("time")])!;
  expect((await costValues(model, values, costs, "callpaths")).map((each) => [...each])).toEqual([[1, 3, 0, 0], [0, 4, 0, 0]]);
});

it("gives costs over call paths and locations", async () => {
  const costs = costMetrics(model, [at("time")])!;
  const byPath = await costValues(model, values, costs, "callpaths");
  expect(byPath.map((each) => [...each])).toEqual([[1, 3, 0, 0], [0, 4, 0, 0]]);
  const byLocation = await costValues(model, values, costs, "locations");
  expect(byLocation.map((each) => [...each])).toEqual([[3, 0, 1], [4, 0, 0]]);
});

it("says why there is nothing to compare", () => {
  expect(noCostsText(structureOf(sampleReport()), 0)).toContain("no delay costs. 'tarry analyze'");
  expect(noCostsText(model.structure, at("comp"))).toContain("Computation has no delay costs");
  const one = { ...model.structure, metrics: model.structure.metrics.filter(({ id }) => !id.endsWith("__waitfirst")) };
  expect(noCostsText(one, 0)).toContain("one cost model only");
});

it("knows which metrics have two models", () => {
  expect([model, reportModelOf(structureOf(sampleReport()))].map(hasBothModels)).toEqual([true, false]);
  expect(["delay", "delay_a__waitfirst", "delays", "time"].map(areCosts)).toEqual([true, true, false, false]);
});
