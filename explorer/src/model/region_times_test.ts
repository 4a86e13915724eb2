// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { sampleData, sampleReport } from "../testing/sample_report";
import { regionTimes } from "./region_times";
import { reportModelOf } from "./report_model";

it("adds up the own time of all call paths of a region", async () => {
  const source = new EmbeddedSource(sampleData(sampleReport()));
  const model = reportModelOf(await source.report(0));
  expect([...(await regionTimes(source, model))]).toEqual([["main", 6], ["solve<i>", 3], ["MPI_Recv", 4]]);
});
