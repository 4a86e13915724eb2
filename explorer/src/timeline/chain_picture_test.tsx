// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { ChainPicture } from "./chain_picture";
import { madeUpRun } from "./made_up_run";

const { finding, report } = madeUpRun();

it("says that the bar of the cause is the time since the ranks last met, not that of the cause alone", () => {
  const picture = renderToStaticMarkup(<ChainPicture report={report} finding={finding} />);
  expect(picture).toMatch(/<title[^>]*>Chain of waits: rank 2 makes others wait by [^;]* within [\d.]+ ms, since the ranks last met;/);
  expect(picture).toContain(">bar of the cause: since the ranks last met</text>");
  expect(picture).toContain(">numbers: who waits; hatched: indirectly</text>");
});
