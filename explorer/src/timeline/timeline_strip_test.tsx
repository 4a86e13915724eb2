// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { sampleData, sampleReport } from "../testing/sample_report";
import { madeUpRun } from "./made_up_run";
import { TimelineStrip } from "./timeline_strip";

it("leaves the amount of waiting to the headline, which counts it without what was not recorded", () => {
  const { report, timeline } = madeUpRun();
  const source = new EmbeddedSource(sampleData(sampleReport()));
  const strip = renderToStaticMarkup(<TimelineStrip source={source} timeline={timeline} report={report} onOpen={() => {}} />);
  expect(strip.replace(/<[^>]*>/g, "")).toBe("workingwaitingidle, or nothing recorded");
});
