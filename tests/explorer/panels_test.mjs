// SPDX-License-Identifier: BSD-3-Clause
// The right column of the trees in Chromium: two cost models, messages, the largest instances of a wait
// state; from a server and from one file on disk.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { makeRuns, numberIn, openBrowser, openPage, picture, seriousFaults, serve, tarry } from "./page_tools.mjs";

let runs;
let browser;
let report;
const run = (name) => join(runs.folder, name);

before(async () => {
  runs = makeRuns();
  browser = await openBrowser();
  report = JSON.parse(tarry("report", run("run1"), "--format", "json"));
});
after(async () => {
  await browser?.close();
  runs?.remove();
});

// Opens run1 with what follows "#" in the address: from a server, and from a page on disk.
async function inBothForms(hash, steps) {
  const server = await serve(run("run1"));
  try {
    const { page, errors } = await openPage(browser, server.address);
    await page.goto(`${page.url().split("#")[0]}#${hash}`);
    await steps(page, "server");
    assert.deepEqual(errors, []);
    await page.close();
  } finally {
    await server.stop();
  }
  const file = join(runs.folder, "run1.html");
  tarry("view", "-q", run("run1"), "--html", file);
  const { page, errors } = await openPage(browser, `${pathToFileURL(file).href}#${hash}`);
  await steps(page, "file");
  assert.deepEqual(errors, []);
  await page.close();
}

const totalOf = (id) => report.metrics.find((metric) => metric.id === id).total;
const isShown = (text, wanted) => {
  const { value, error } = numberIn(text);
  assert.ok(Math.abs(value - wanted) <= error + 5e-13, `${text}, not ${wanted}`);
};

test("two cost models stand side by side, with the numbers of the report", () =>
  inBothForms("view=trees&metric=mpi_latesender&panel=costs", async (page, form) => {
    const table = page.locator(".cost-table table");
    await table.waitFor();
    const sums = (id) => {
      const all = new Map();
      for (const { metric, callpath, value } of report.severity)
        if (metric === id) all.set(callpath, (all.get(callpath) ?? 0) + value);
      return all;
    };
    const proportional = sums("delay_latesender_aggregate");
    const waitsFirst = sums("delay_latesender_aggregate__waitfirst");
    const largest = Math.max(...proportional.values(), ...waitsFirst.values());
    const rows = await table.locator("tbody tr").all();
    assert.equal(rows.length, Math.min(12, new Set([...proportional.keys(), ...waitsFirst.keys()]).size));
    const cells = (await rows[0].locator("td").allTextContents()).map((text) => text.replace(/ [^ ]+ %$/, ""));
    const [top] = [...proportional.keys(), ...waitsFirst.keys()].filter((path) => Math.max(proportional.get(path) ?? 0, waitsFirst.get(path) ?? 0) === largest);
    isShown(cells[0], proportional.get(top) ?? 0);
    isShown(cells[1], waitsFirst.get(top) ?? 0);
    assert.ok(await page.locator(".cost-table").evaluate((frame) => frame.scrollWidth <= frame.clientWidth));
    assert.equal(await page.locator(".cost-models svg .pick-model0 circle").count(), proportional.size);
    assert.deepEqual(await seriousFaults(page), []);
    await page.getByText(/They differ where somebody came late because of more work .* waits first charges the work only for/).waitFor();
    if (form === "server") await picture(page, "cost-models");
    await page.getByRole("button", { name: "locations", exact: true }).click();
    await table.getByText(/rank 0/).first().waitFor();
    await page.getByRole("button", { name: "call paths", exact: true }).click();
    await table.locator("tbody tr button").first().click();
    await page.waitForURL((url) => url.hash.includes(`callpath=${top}`));
    assert.match(page.url(), /metric=delay_latesender_aggregate__waitfirst/);
  }));

test("the matrix has all messages, bytes and the waiting of the receivers", () =>
  inBothForms("view=trees&panel=topology", async (page, form) => {
    await page.getByRole("button", { name: "Messages", exact: true }).click();
    const matrix = page.locator(".message-matrix");
    const total = async (text) => (await matrix.locator("p", { hasText: "in all" }).textContent()).split(text)[0];
    await matrix.waitFor();
    isShown(await total(" in all"), totalOf("bytes_sent"));
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "messages");
    await matrix.getByRole("button", { name: "Messages" }).click();
    isShown(await total(" in all"), totalOf("comms_send"));
    await matrix.getByRole("button", { name: "Waiting of receivers" }).click();
    isShown(await total(" in all"), totalOf("mpi_latesender"));
    await matrix.getByRole("button", { name: "Waiting of senders" }).click();
    if (totalOf("mpi_latereceiver") > 0) isShown(await total(" in all"), totalOf("mpi_latereceiver"));
    else await matrix.locator("p", { hasText: "No sender waited for a receiver." }).waitFor();
    await matrix.getByRole("button", { name: "Waiting of receivers" }).click();
    await matrix.locator(".pick-pairs rect").first().click();
    await page.waitForURL((url) => url.hash.includes("locations="));
  }));

test("the address keeps the kind of picture, the arrangement, and the order, choice and search of lines", async () => {
  const file = join(runs.folder, "run1.html");
  tarry("view", "-q", run("run1"), "--html", file);
  const { page, errors } = await openPage(browser, `${pathToFileURL(file).href}#view=trees&panel=distribution`);
  await page.getByRole("button", { name: "Pareto curve" }).click();
  await page.getByLabel("Order of Call paths").selectOption("by name");
  await page.getByLabel("Lines of Call paths").selectOption("without zeros");
  await page.getByLabel("Search in Call paths").fill("MPI_R");
  await page.waitForURL(/callpaths-search=MPI_R/);
  await page.reload();
  await page.locator("[aria-pressed=true]", { hasText: "Pareto curve" }).waitFor();
  assert.equal(await page.getByLabel("Search in Call paths").inputValue(), "MPI_R");
  await page.locator(".tree-row .name.found", { hasText: "MPI_Recv" }).first().waitFor();
  assert.equal(await page.getByLabel("Order of Call paths").inputValue(), "by name");
  assert.equal(await page.getByLabel("Lines of Call paths").inputValue(), "without zeros");
  await page.getByRole("tab", { name: "Topology" }).click();
  await page.getByRole("button", { name: "Messages", exact: true }).click();
  await page.getByRole("button", { name: "Waiting of receivers" }).click();
  await page.waitForURL(/amount=waited_s/);
  await page.reload();
  await page.locator(".message-matrix [aria-pressed=true]", { hasText: "Waiting of receivers" }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("the largest instances of a wait state lead into the timeline", () =>
  inBothForms("view=trees&metric=mpi_wait_nxn&panel=instances", async (page, form) => {
    const rows = page.locator(".wait-instances tbody tr");
    await rows.first().waitFor();
    const amounts = (await rows.locator("td:first-child").allTextContents()).map((text) => numberIn(text).value);
    assert.deepEqual(amounts, [...amounts].sort((a, b) => b - a));
    assert.equal(amounts.length, 6); // an operation in each iteration
    const wait = report.severity.filter(({ metric }) => metric === "mpi_wait_nxn").reduce((sum, { value }) => sum + value, 0);
    assert.ok(amounts.reduce((sum, value) => sum + value, 0) < wait); // the longest of each alone
    assert.match(await rows.first().textContent(), /MPI_Allreduce.*ranks 0-2; rank \d longest/);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 800 });
    assert.ok(await page.locator(".wait-instances").evaluate((panel) => panel.parentElement.scrollWidth <= panel.parentElement.clientWidth));
    await page.setViewportSize(size);
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "instances");
    await page.getByRole("button", { name: "Show instance 1 in the timeline" }).click();
    await page.getByRole("application").waitFor();
    assert.match(page.url(), /view=timeline.*window=/);
    await page.getByRole("checkbox", { name: "Who ended waits" }).check();
    await page.getByText(/^lines show who ended \d+ waits?$/).waitFor();
    await page.getByRole("checkbox", { name: "Critical path" }).check();
    await page.getByText(/^the critical path is \d+ pieces? here$/).waitFor();
    if (form === "server") await picture(page, "instance-in-timeline");
  }));

test("counters are curves, and the critical path lies over the bars", async () => {
  const text = join(runs.folder, "counted.case");
  writeFileSync(text, "ranks 2\ncounter PAPI_TOT_INS\ncounters papi PAPI_TOT_INS\n0: main 0..10 papi=0..100 { f 1..4 papi=10..70 }\n1: main 0..10 papi=0..50\n");
  tarry("synth", "-q", "--from", text, "-o", join(runs.folder, "counted"));
  tarry("analyze", "-q", join(runs.folder, "counted"));
  const file = join(runs.folder, "counted.html");
  tarry("view", "-q", join(runs.folder, "counted"), "--html", file);
  const server = await serve(join(runs.folder, "counted"));
  try {
    for (const address of [server.address, pathToFileURL(file).href]) {
      const { page, errors } = await openPage(browser, address);
      await page.getByRole("button", { name: "Timeline", exact: true }).click();
      await page.getByLabel("Counter").selectOption({ label: "PAPI_TOT_INS" });
      await page.getByText(/^PAPI_TOT_INS: a line's bottom is 0, its top is .* per second$/).waitFor();
      await page.getByRole("checkbox", { name: "Critical path" }).check();
      await page.getByText(/^the critical path is 1 piece here$/).waitFor();
      assert.deepEqual(await seriousFaults(page), []);
      if (address === server.address) await picture(page, "counter");
      assert.deepEqual(errors, []);
      await page.close();
    }
  } finally {
    await server.stop();
  }
});

test("the documents explain the selected metric", () =>
  inBothForms("view=trees&metric=mpi_latesender&panel=metric", async (page, form) => {
    await page.getByRole("img", { name: "Late Sender: who waits, over time" }).waitFor();
    await page.getByRole("region", { name: "Definition" }).waitFor();
    await page.locator(".metric-help summary", { hasText: "Point-to-point" }).waitFor();
    await page.locator(".markdown table").first().waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "metric-help");
  }));

test("a report without a trace says what it has not", async () => {
  const only = join(runs.folder, "only.json");
  const callpaths = report.callpaths.map((path) => (path.id === 1 ? { ...path, file: "/elsewhere/a.c", line: 3 } : path));
  writeFileSync(only, JSON.stringify({ ...report, callpaths }));
  const alone = await serve(only);
  try {
    const { page, errors } = await openPage(browser, alone.address);
    const base = page.url().split("#")[0];
    await page.goto(`${base}#view=trees&metric=mpi_wait_nxn&panel=instances`);
    await page.getByText("there is none beside this report").waitFor();
    await page.goto(`${base}#view=trees&panel=topology`);
    await page.getByRole("button", { name: "Messages", exact: true }).click();
    await page.getByText("there is none beside this report").waitFor();
    await page.goto(`${base}#view=trees&metric=comp&panel=costs`);
    await page.getByText("has no delay costs").waitFor();
    assert.deepEqual(errors, []);
    await page.goto(`${base}#view=trees&callpath=1&panel=source`); // the browser tells of each file that is not there
    await page.getByText("This file is not at hand. It is read where the program was built: run tarry view there").waitFor();
    await page.close();
  } finally {
    await alone.stop();
  }
});
