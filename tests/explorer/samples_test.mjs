// SPDX-License-Identifier: BSD-3-Clause
// A sampled run in Chromium: phases, losses and flame graph with the numbers and words of `tarry diagnose`
// and `tarry report`; from a server and from one file on disk. The run is recorded here, by the first MPI
// for which the build has the program with planted losses.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { numberIn, openBrowser, openPage, picture, seriousFaults, serve, tarry } from "./page_tools.mjs";

const { TARRY } = process.env;
const programOf = (mpi) => join(dirname(TARRY), "..", "tests", "e2e", mpi, "losses");
const MPI = ["openmpi", "mpich"].find((mpi) => existsSync(programOf(mpi)));
const skip = MPI ? false : "the build has no program with planted losses (target openmpi_losses or mpich_losses)";

let folder;
let experiment;
let browser;
let diagnosis; // as `tarry diagnose` writes it
let words; // lines of its text
let report; // of the sampled time

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "tarry-explorer-samples-"));
  experiment = join(folder, "sampled");
  execFileSync(TARRY, ["record", "-q", "--sample", "-o", experiment, `mpirun.${MPI}`, "-n", "4", programOf(MPI), "imbalance"], { stdio: "ignore" });
  // The experiment itself stays as `tarry record` leaves it: without a diagnosis.
  const cube = join(folder, "diagnosis.cubex");
  diagnosis = JSON.parse(tarry("diagnose", "-q", experiment, "--cube", cube, "--format", "json"));
  words = tarry("diagnose", "-q", experiment, "--cube", cube).split("\n").map((line) => line.trim());
  report = JSON.parse(tarry("report", cube, "--format", "json"));
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

// Opens the run with what follows "#" in the address: from a server, and from a page on disk.
async function inBothForms(hash, steps) {
  const file = join(folder, "sampled.html");
  tarry("view", "-q", experiment, "--html", file);
  const server = await serve(experiment);
  try {
    for (const [form, address] of [["server", server.address], ["file", pathToFileURL(file).href]]) {
      const { page, errors } = await openPage(browser, address);
      await page.goto(`${page.url().split("#")[0]}#${hash}`);
      await steps(page, form);
      assert.deepEqual(errors, []);
      await page.close();
    }
  } finally {
    await server.stop();
  }
}

const shows = (text, wanted) => {
  const { value, error } = numberIn(text);
  return Math.abs(value - wanted) <= error + 5e-13;
};
const isShown = (text, wanted) => assert.ok(shows(text, wanted), `${text}, not ${wanted}`);
const losses = (page) => page.getByRole("region", { name: "Losses", exact: true });
const flame = (page) => page.getByRole("region", { name: "Flame graph" });
const flameStatus = (page) => flame(page).getByRole("status");
const parametersOf = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const has = (name, value) => (url) => new URLSearchParams(url.hash.slice(1)).get(name) === value;

// The seconds of a metric in all call paths that `isWanted`, with those below, over all locations.
function reported(isWanted) {
  const inside = new Set();
  for (const { id, parent, region } of report.callpaths) if (isWanted(region) || inside.has(parent)) inside.add(id);
  return report.severity.filter(({ metric, callpath }) => metric === "time" && inside.has(callpath)).reduce((sum, { value }) => sum + value, 0);
}

// What a button of a section saves.
async function saved(page, section, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), section.getByRole("button", { name: button, exact: true }).click()]);
  return readFileSync(await download.path());
}

test("the first screen of a run that was only sampled says what it loses, and leads to the loss", { skip }, () =>
  inBothForms("view=overview", async (page, form) => {
    const found = page.getByRole("region", { name: "Losses in the samples" });
    const headlines = await found.locator("li button").allTextContents();
    assert.equal(headlines.length, Math.min(diagnosis.findings.length, 5));
    for (const headline of headlines) assert.ok(words.includes(headline), headline);
    assert.equal(await found.locator("li", { hasText: /^.*Phases? \d/ }).count(), headlines.length); // equal ones are told apart
    assert.equal(await page.getByRole("heading", { name: /^Causes of waiting/ }).count(), 0);
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "samples-overview");
    await found.locator("li button").first().click();
    await page.waitForURL(has("loss", "0"));
    await losses(page).getByRole("button", { name: "Mark it in the pictures", pressed: true }).waitFor();
  }));

test("losses, their sizes and causes are those of tarry diagnose", { skip }, () =>
  inBothForms("view=diagnosis", async (page, form) => {
    const { ranks } = diagnosis.experiment;
    assert.match(await page.getByRole("heading", { level: 1 }).textContent(), new RegExp(`${ranks} ranks, .*, samples every`));
    const cards = losses(page).locator(".loss");
    assert.equal(await cards.count(), diagnosis.findings.length);
    const shown = await cards.locator("strong").allTextContents();
    for (const headline of shown) assert.ok(words.includes(headline), headline);
    for (const line of await cards.locator("li").allTextContents()) assert.ok(words.includes(line), line);
    for (const line of await losses(page).locator("h3, .card > .hint").allTextContents())
      if (!line.startsWith("Long communication")) assert.ok(words.includes(line), line);
    const sizes = shown.map((text) => text.match(/at most ([\d.]+ \w+) \(([\d.]+) %\)/));
    diagnosis.findings.forEach((loss) => {
      const isOf = ([, size, part]) => Math.abs(Number(part) - loss.severity_percent) <= 0.051 && shows(size, loss.severity_s);
      assert.ok(sizes.some(isOf), `${loss.severity_s} s, ${loss.severity_percent} %`);
    });
    const causes = (await cards.first().locator("li", { hasText: /^cause:/ }).allTextContents()).map((text) => text.match(/\(([\d.]+ \w+)\)/)[1]);
    causes.forEach((text, i) => isShown(text, diagnosis.findings[0].causes[i].severity_s));
    const table = (await saved(page, losses(page), "Save all as CSV")).toString().trim().split("\r\n");
    assert.equal(table.length, 1 + diagnosis.findings.length);
    assert.ok(table[1].includes(String(diagnosis.findings[0].severity_s)));
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "diagnosis");
    await losses(page).getByRole("button", { name: "Show it in the trees" }).first().click();
    await page.waitForURL(has("metric", diagnosis.findings[0].type));
  }));

test("the flame graph has the sampled time, is searched, and is enlarged by pointer and keys", { skip }, () =>
  inBothForms("view=diagnosis", async (page, form) => {
    isShown((await flameStatus(page).textContent()).match(/: ([\d.]+ \w+),/)[1], report.metrics.find(({ id }) => id === "time").total);
    const search = flame(page).getByLabel("Search");
    await search.fill("mpi_barrier");
    const [, seconds] = (await flame(page).locator(".flame-found").textContent()).match(/frames?, ([\d.]+ \w+), /);
    isShown(seconds, reported((region) => region === "MPI_Barrier"));
    await page.waitForURL(has("search", "mpi_barrier"));
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "flame-search");
    await search.fill("");
    const graph = flame(page).getByRole("application");
    await graph.locator("g.flame-box", { hasText: /^main\/.*uneven_work@[^/]*\n/ }).first().click();
    await flameStatus(page).filter({ hasText: "uneven_work" }).waitFor();
    await page.waitForURL((url) => /[#&]frame=\d+(&|$)/.test(url.hash));
    isShown((await flameStatus(page).textContent()).match(/\]: ([\d.]+ \w+),/)[1], reported((region) => region === "uneven_work"));
    if (form === "server") await picture(page, "flame-enlarged");
    await graph.focus();
    await page.keyboard.press("Escape");
    await page.waitForURL(has("frame", null));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const under = (await flameStatus(page).textContent()).split(": ")[0];
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.hash.includes("frame="));
    await flameStatus(page).filter({ hasText: under }).waitFor();
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.waitForURL(has("frame", null));
    const rows = (await saved(page, flame(page), "CSV")).toString().trim().split("\r\n").slice(1);
    const own = rows.reduce((sum, row) => sum + Number(row.split(",").at(-3)), 0);
    assert.ok(Math.abs(own - report.metrics.find(({ id }) => id === "time").total) < 1e-6);
    assert.match((await saved(page, flame(page), "SVG")).toString(), /^<\?xml.*MPI_Barrier/s);
    assert.equal((await saved(page, flame(page), "PNG")).subarray(1, 4).toString(), "PNG");
  }));

test("the flame graph of one rank has its time, and stands in the address", { skip }, () =>
  inBothForms("view=diagnosis", async (page, form) => {
    const shownTime = async () => (await flameStatus(page).textContent()).match(/: ([\d.]+ \w+),/)[1];
    await flame(page).getByLabel("Time of").selectOption("1");
    await page.waitForURL(has("row", "1"));
    await flame(page).getByRole("heading", { name: "Where the time of the whole run was spent, rank 1" }).waitFor();
    const locations = report.locations.filter(({ rank }) => rank === 1).map(({ id }) => id);
    const time = report.severity.filter(({ metric, location }) => metric === "time" && locations.includes(location));
    isShown(await shownTime(), time.reduce((sum, { value }) => sum + value, 0));
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "flame-of-a-rank");
    await page.reload();
    await flame(page).getByRole("heading", { name: /, rank 1$/ }).waitFor();
    await flame(page).getByRole("button", { name: "Next rank" }).click();
    await page.waitForURL(has("row", "2"));
    await flame(page).getByLabel("Time of").selectOption("");
    await page.waitForURL(has("row", null));
  }));

test("the strip of phases is enlarged and moved, and stands in the address", { skip }, () =>
  inBothForms("view=diagnosis", async (page, form) => {
    const strip = page.getByRole("region", { name: "Phases over time" });
    const area = strip.getByRole("application");
    const shown = () => parametersOf(page).get("strip")?.split("~").map(Number) ?? null;
    const isNew = (before) => (url) => (new URLSearchParams(url.hash.slice(1)).get("strip") ?? "") !== before;
    await strip.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForURL(isNew(""));
    const half = shown();
    const all = diagnosis.experiment.duration_s;
    assert.ok(Math.abs(half[1] - half[0] - all / 2) < 1e-6 * all);
    await area.focus();
    await page.keyboard.press("PageDown");
    await page.waitForURL(isNew(half.join("~")));
    assert.ok(shown()[0] > half[0]);
    if (form === "server") await picture(page, "phases-enlarged");
    await page.keyboard.press("0");
    await page.waitForURL(has("strip", null));
    const box = await area.boundingBox();
    await page.mouse.move(box.x + 200, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(isNew(""));
    assert.equal(parametersOf(page).get("phase"), null); // a drag chooses no phase
    const dragged = shown();
    await page.mouse.wheel(0, -300);
    await page.waitForURL(isNew(dragged.join("~")));
    assert.ok(shown()[1] - shown()[0] < dragged[1] - dragged[0]);
    assert.deepEqual(await seriousFaults(page), []);
    await strip.getByRole("button", { name: "All time" }).click();
    await page.waitForURL(has("strip", null));
  }));

test("a phase or all of a kind are chosen in the strip and in the list, and stand in the address", { skip }, () =>
  inBothForms("view=diagnosis", async (page, form) => {
    const strip = page.getByRole("region", { name: "Phases over time" });
    const chosen = strip.getByRole("status");
    assert.equal(await chosen.textContent(), `The whole run is chosen: ${diagnosis.phases.length} phases.`);
    await losses(page).getByRole("button", { name: "Choose these phases" }).first().click();
    await chosen.filter({ hasText: /^Chosen: Phases? / }).waitFor();
    assert.ok(words.includes((await chosen.textContent()).replace("Chosen: ", "")));
    const { phases } = diagnosis.findings[0];
    const lasts = phases.reduce((sum, id) => sum + diagnosis.phases[id].end_s - diagnosis.phases[id].begin_s, 0);
    // All ranks are sampled throughout a phase in the middle of the run.
    const [, part] = (await flame(page).locator(".hint").first().textContent()).match(/^([\d.]+ \w+) over 4 threads/);
    isShown(part, 4 * lasts);
    assert.equal(await losses(page).locator(".card").count(), 1);
    await losses(page).getByRole("button", { name: "Mark it in the pictures" }).first().click();
    await flame(page).locator("g.flame-box text", { hasText: /^▲ / }).first().waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "phases-of-a-loss");
    // A click in the middle of the last of these phases.
    const last = diagnosis.phases[phases.at(-1)];
    const area = await strip.getByRole("application").boundingBox();
    const gutter = 14 + 6.6 * "rank 3".length;
    const x = gutter + ((last.begin_s + last.end_s) / 2 / diagnosis.experiment.duration_s) * (area.width - gutter);
    await strip.getByRole("application").click({ position: { x, y: 30 } });
    await page.waitForURL(has("phase", String(last.id)));
    await chosen.filter({ hasText: `Chosen: phase ${last.id},` }).waitFor();
    await flame(page).getByRole("heading", { name: `Where the time of phase ${last.id} was spent` }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(has("phase", String(last.id - 1)));
    if (form === "server") await picture(page, "one-phase");
    await page.reload();
    await chosen.filter({ hasText: `Chosen: phase ${last.id - 1},` }).waitFor();
    await strip.getByRole("application").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.hash.includes("kind="));
    await page.keyboard.press("Escape");
    await chosen.filter({ hasText: "The whole run is chosen" }).waitFor();
    const table = (await saved(page, strip, "CSV")).toString().trim().split("\r\n");
    assert.equal(table.length, 1 + diagnosis.phases.length);
    assert.match((await saved(page, strip, "SVG")).toString(), /rank 3/);
    assert.equal((await saved(page, strip, "PNG")).subarray(1, 4).toString(), "PNG");
    await page.getByRole("button", { name: "Dark colors" }).click();
    assert.deepEqual(await seriousFaults(page), []);
    if (form === "server") await picture(page, "diagnosis-dark");
  }));

test("a report whose samples cannot be read is shown without a diagnosis, and so is one that shall have none", { skip }, async () => {
  const damaged = join(folder, "damaged");
  cpSync(experiment, damaged, { recursive: true });
  cpSync(join(folder, "diagnosis.cubex"), join(damaged, "diagnosis.cubex"));
  const view = (file) => spawnSync(TARRY, ["view", damaged, ...file, "--html", join(folder, "damaged.html")], { encoding: "utf8" });
  const without = view(["--no-diagnosis"]);
  assert.equal(without.status, 0);
  for (const each of readdirSync(join(damaged, "samples"))) rmSync(join(damaged, "samples", each), { recursive: true });
  const { status, stderr } = view([]);
  assert.equal(status, 0);
  assert.match(stderr, /there is no diagnosis: /);
  const { page, errors } = await openPage(browser, pathToFileURL(join(folder, "damaged.html")).href);
  await page.getByRole("heading", { name: /^Causes of waiting/ }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Diagnosis", exact: true }).count(), 0);
  assert.deepEqual(errors, []);
  await page.close();
  rmSync(join(damaged, "diagnosis.cubex"));
  assert.equal(view([]).status, 1); // nothing is left to be shown
});
