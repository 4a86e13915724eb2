// SPDX-License-Identifier: BSD-3-Clause
// The sums are those of testing/sample_report.ts, checked by hand.
import { describe, expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { sampleData, sampleReport } from "../testing/sample_report";
import { inclusive } from "./forest";
import { placesText } from "../views/trees/selection_line";
import { reportModelOf, rootTotal } from "./report_model";
import { type Chosen, callpathValues, disjoint, locationValues, metricTerms } from "./selection";
import { valuesOfReport } from "./values";

const source = new EmbeddedSource(sampleData(sampleReport()));
const model = reportModelOf(await source.report(0));
const values = valuesOfReport(source, 0, model.structure, "run");

const chosen = (nodes: number[], expanded: number[] = []): Chosen => ({ nodes, expanded: new Set(expanded) });

describe("metrics", () => {
  it("collapsed stand for all below, expanded for what no child has", async () => {
    expect([...(await callpathValues(model, values, chosen([0])))]).toEqual([6, 3, 3, 1]);
    // time - computation - late sender
    expect([...(await callpathValues(model, values, chosen([0], [0])))]).toEqual([0, 0, 1, 0.75]);
  });

  it("of one unit are added up, and none counts twice", () => {
    expect(metricTerms(model, chosen([1, 2, 3])).map(({ metric }) => metric)).toEqual([1, 2]);
    expect(metricTerms(model, chosen([0, 1])).map(({ metric }) => metric)).toEqual([0]);
  });

  it("an expanded one and its children are the collapsed one", async () => {
    const parts = await callpathValues(model, values, chosen([0, 1, 2], [0]));
    expect([...parts]).toEqual([6, 3, 3, 1]);
  });
});

describe("call paths", () => {
  it("collapsed contain those below", async () => {
    const own = await callpathValues(model, values, chosen([2]));
    expect([...inclusive(model.callpaths, own)]).toEqual([2.25, 2, 2, 0.25]);
  });

  it("of the selection decide the values of locations", async () => {
    expect([...(await locationValues(model, values, chosen([0]), null))]).toEqual([4, 2, 7]);
    expect([...(await locationValues(model, values, chosen([0]), chosen([1])))]).toEqual([3, 0, 3]);
    expect([...(await locationValues(model, values, chosen([0]), chosen([1], [1])))]).toEqual([2, 0, 1]);
    expect([...(await locationValues(model, values, chosen([0], [0]), chosen([1])))]).toEqual([0.5, 0, 0.5]);
  });

  it("below a collapsed chosen one do not count again", async () => {
    expect(disjoint(model.callpaths, chosen([0, 2]))).toEqual([0]);
    expect(disjoint(model.callpaths, chosen([0, 2], [0]))).toEqual([0, 2]);
    expect([...(await locationValues(model, values, chosen([0]), chosen([0, 2], [0])))]).toEqual([2, 2, 5]);
  });
});

it("100 % of root is the total of the metric's root", () => {
  expect(rootTotal(model, values.totals, 2)).toBe(14);
  expect(rootTotal(model, values.totals, 3)).toBe(4);
});

it("names what stands for itself alone, and never a leaf", () => {
  expect(placesText(model, chosen([1]), false)).toBe("solve<i>");
  expect(placesText(model, chosen([1], [0, 1]), false)).toBe("solve<i> (own)");
  expect(placesText(model, chosen([1, 2], [1, 2]), false)).toBe("solve<i> (own) + MPI_Recv");
  expect(placesText(model, chosen([0, 1, 2, 3], [0, 1]), false)).toBe("4 call paths (2 of them own)");
  expect(placesText(model, chosen([2, 3, 1], [1, 2, 3]), true)).toBe("MPI_Recv + solve<i> (own)");
});
