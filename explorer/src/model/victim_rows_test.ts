// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { EmbeddedSource } from "../data/embedded_source";
import { sampleData, sampleReport } from "../testing/sample_report";
import { reportModelOf } from "./report_model";
import { allWaits, victimRows, victimText } from "./victim_rows";

const source = new EmbeddedSource(sampleData(sampleReport()));
const model = reportModelOf(await source.report(0));
const [first] = model.structure.findings;
const victim = first!.victims![0]!; // rank 1 waits in MPI_Recv
const finding = { ...first!, victims: [victim, { ...victim, wait_s: 0.25, steps: 1.8 }, { ...victim, wait_s: 0.125, steps: 1.1 }, { ...victim, metric: "time", steps: 3 }] };

it("lists a place twice only for two ways to it, and says which", async () => {
  const rows = victimRows(finding);
  expect(rows).toEqual([
    { victim: 0, wait_s: 1.625, steps: 1 }, { victim: 1, wait_s: 0.25, steps: 2 }, { victim: 3, wait_s: 1.5, steps: 3 },
  ]);
  expect(await allWaits(source, 0, model, finding)).toEqual([1.5, 1.5, 2]);
  expect(victimText(model, finding, rows[1]!, 1.5)).toEqual({
    what: "250.0 ms in MPI_Recv on rank 1", part: "of the 1.500 s that the trees show there", why: "Late Sender, through another wait",
  });
  expect(victimText(model, finding, rows[0]!, undefined)).toMatchObject({ part: "", why: "Late Sender, directly" });
  expect(victimText(model, finding, rows[2]!, 0).why).toBe("Time, through 2 other waits");
});
