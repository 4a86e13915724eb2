// SPDX-License-Identifier: BSD-3-Clause
// Makes the pictures of the README for bench/explorer: prints a line of JSON for each.
//   pictures.mjs HEAT PIPELINE SYNTHETIC     experiments; the folder for the pictures is in PICTURES
import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { openBrowser, openPage, serve, tarry } from "./page_tools.mjs";
import { terminalPage } from "./terminal_page.mjs";

const [heat, pipeline, synthetic] = process.argv.slice(2).map((folder) => basename(folder));
process.chdir(dirname(process.argv[2])); // pages show how an experiment was called
const SIZE = { width: 1040, height: 700 };
const COSTS_HEIGHT = 720; // below, the panel is a long table

async function keep(name, take) {
  const file = join(process.env.PICTURES, `${name}.png`);
  await take({ path: file });
  console.log(JSON.stringify({ file, bytes: statSync(file).size }));
}

async function textReport(browser) {
  process.env.COLUMNS = "110";
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent(terminalPage(`tarry report ${heat}`, tarry("report", "--color", "always", heat)));
  await keep("report", (options) => page.locator("#terminal").screenshot(options));
  await page.close();
}

async function inExplorer(browser, experiment, name, steps, view = "overview") {
  const server = await serve(experiment);
  const { page, errors } = await openPage(browser, `${server.address}#view=${view}`);
  await page.setViewportSize(SIZE);
  const part = await steps(page);
  await page.waitForLoadState("networkidle");
  await page.mouse.move(0, 0);
  await keep(name, (options) => (part ?? page).screenshot(options));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  await page.close();
  await server.stop();
}

const browser = await openBrowser();
try {
  await textReport(browser);
  await inExplorer(browser, heat, "explorer", (page) =>
    page.locator(".timeline-strip-button:not([aria-label*=unknown])").waitFor(),
  );
  await inExplorer(browser, pipeline, "timeline", async (page) => {
    await page.getByRole("button", { name: "Show one of its worst instances in the timeline" }).first().click();
    await page.locator(".timeline-plot[aria-busy=false]").waitFor();
  });
  const costs = "trees&metric=delay&panel=costs";
  await inExplorer(browser, synthetic, "cost-models", async (page) => {
    await page.setViewportSize({ width: 1900, height: 880 });
    await page.getByRole("group", { name: "Costs by" }).getByRole("button", { name: "locations" }).click();
    await page.locator(".cost-models-view").getByText("locations, 80 %").waitFor();
    const { x, y, width } = await page.locator(".cost-models-view").boundingBox();
    return { screenshot: (options) => page.screenshot({ ...options, clip: { x, y, width, height: COSTS_HEIGHT } }) };
  }, costs);
} finally {
  await browser.close();
}
