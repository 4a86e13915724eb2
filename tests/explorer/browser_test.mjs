// SPDX-License-Identifier: BSD-3-Clause
// The explorer as a person uses it, in Chromium: from a server and from one file on disk.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { makeRuns, numberIn, openBrowser, openPage, picture, seriousFaults, serve, tarry } from "./page_tools.mjs";

let runs;
let browser;
const run = (name) => join(runs.folder, name);
const reportOf = (name) => JSON.parse(tarry("report", run(name), "--format", "json"));

before(async () => {
  runs = makeRuns();
  tarry("synth", "-q", "--ranks", "64", "--iterations", "6", "--imbalance", "20000", "-o", run("many"));
  tarry("analyze", "-q", run("many"));
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  runs?.remove();
});

// The panel of a tree, and a line in it by the start of its name.
const tree = (page, label) => page.getByRole("region", { name: label, exact: true });
const line = (page, label, name) => tree(page, label).getByRole("treeitem").filter({ hasText: name }).first();

async function withServer(names, steps) {
  const server = await serve(...names.map(run));
  try {
    const { page, errors } = await openPage(browser, server.address);
    await steps(page);
    assert.deepEqual(errors, []);
    await page.close();
  } finally {
    await server.stop();
  }
}

test("the first screen says what tarry report says, and a cause leads into the trees", () =>
  withServer(["run1"], async (page) => {
    const headline = tarry("report", run("run1")).split("\n")[0];
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), headline);
    const parts = page.getByRole("region", { name: "What the time consists of" }).locator("li");
    const sizes = (await parts.allTextContents()).map((text) => numberIn(text.match(/ ([\d.]+ \w+), [\d.]+ %$/)[1]));
    const all = reportOf("run1").metrics.find(({ id }) => id === "time").total;
    const sum = sizes.reduce((before, { value }) => before + value, 0);
    assert.ok(Math.abs(sum - all) <= sizes.reduce((before, { error }) => before + error, 0), `${sum}, not ${all}`);
    const cards = page.getByRole("region", { name: "Causes of waiting" }).locator("li.card");
    assert.equal(await cards.count(), reportOf("run1").findings.length);
    await cards.first().locator(".relation", { hasText: "delay costs there on all ranks" }).waitFor();
    const relation = await cards.first().locator(".relation").textContent();
    await cards.first().getByText("Who waits, and where").click();
    await cards.first().locator(".victims li", { hasText: /of the .* that the trees show there \(.*, (directly|through .*)\)/ }).first().waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await picture(page, "overview");
    await cards.first().getByRole("button", { name: "Show the cause in the trees" }).click();
    await tree(page, "Call paths").waitFor();
    const finding = reportOf("run1").findings[0];
    assert.match(page.url(), new RegExp(`callpath=${finding.callpath}(&|$)`));
    // The call path alone, as the card says it.
    const [, told] = relation.match(/ ([\d.]+ \w+) of own delay costs there/);
    await tree(page, "Call paths").locator(".tree-row.selected .number", { hasText: told }).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await picture(page, "cause-in-trees");
  }));

test("the first screen of a report without findings says what call paths cost others, as tarry report does", async () => {
  const report = { ...reportOf("run1"), findings: [] };
  writeFileSync(join(runs.folder, "costs.json"), JSON.stringify(report));
  const [, listed] = tarry("report", run("costs.json")).match(/Causes of waiting, by what they cost others\n((?: .*\n)+)/);
  const [, cost] = listed.match(/^ *([\d.]+ \w+)/);
  await withServer(["costs.json"], async (page) => {
    const costs = page.getByRole("region", { name: "Costs of waiting" });
    assert.equal(await costs.locator("li").first().locator("strong").textContent(), cost);
    assert.deepEqual(await seriousFaults(page), []);
    await picture(page, "overview-costs");
    await costs.locator("li").first().getByRole("button").click();
    await tree(page, "Call paths").locator(".tree-row.selected .number", { hasText: cost }).waitFor();
  });
});

test("trees are searched, expanded and shown in percent", () =>
  withServer(["run1"], async (page) => {
    await page.getByRole("button", { name: "Trees", exact: true }).click();
    const time = line(page, "Metrics", /Time/);
    await time.click();
    const whole = await time.locator(".number").textContent();
    await time.press("ArrowRight");
    await time.locator(".number").filter({ hasNotText: whole }).waitFor(); // now without what is below it
    await page.getByLabel("Search in Call paths").fill("MPI_Recv");
    await line(page, "Call paths", "MPI_Recv").waitFor();
    await page.getByLabel("Search in Call paths").fill("");
    await page.getByLabel("Values:").selectOption("root");
    await line(page, "Call paths", "synthetic").locator(".number", { hasText: "%" }).waitFor();
    await picture(page, "trees-percent");
    await page.getByRole("button", { name: "Dark colors" }).click();
    assert.deepEqual(await seriousFaults(page), []);
    await picture(page, "trees-dark");
  }));

test("each metric says in a sentence what it is", () =>
  withServer(["run1"], async (page) => {
    await page.getByRole("button", { name: "Trees", exact: true }).click();
    await page.getByLabel("Lines of Metrics").selectOption("all");
    for (const { name, description } of reportOf("run1").metrics.filter(({ parent }) => parent === null).slice(0, 8)) {
      const title = await tree(page, "Metrics").locator(".tree-row .name").getByText(name, { exact: true }).first().getAttribute("title");
      assert.equal(title, `${name}: ${description.split("\n")[0]}`);
      assert.ok(description !== "");
    }
  }));

test("a hit of a search has the value of all below it, as the bottom line says", () =>
  withServer(["run1"], async (page) => {
    await page.goto(`${page.url().split("#")[0]}#view=trees&callpath=0&callpath-open=1`);
    const shown = line(page, "Call paths", "synthetic");
    await page.locator(".selection-line", { hasText: "synthetic (own)" }).waitFor();
    const own = await shown.locator(".number").textContent();
    await page.getByLabel("Search in Call paths").fill("synthetic");
    await shown.locator(".number").filter({ hasNotText: own }).waitFor();
    assert.equal(await tree(page, "Call paths").getByRole("treeitem").count(), 1);
    await page.locator(".selection-line").filter({ hasNotText: "(own)" }).waitFor();
    await page.locator(".three-trees[aria-busy=false]").waitFor();
    const all = await shown.locator(".number").textContent();
    assert.ok((await page.locator(".selection-line").textContent()).includes(`: ${all}`));
    const { value, error } = numberIn(all);
    const { total } = reportOf("run1").metrics.find(({ id }) => id === "time");
    assert.ok(Math.abs(value - total) <= error, `${value}, not ${total}`);
    await page.getByLabel("Search in Call paths").fill("");
    await page.locator(".selection-line", { hasText: "synthetic (own)" }).waitFor();
  }));

test("a shared address keeps all that is selected, though rows above it are collapsed", () =>
  withServer(["run1"], async (page) => {
    const last = reportOf("run1").callpaths.findLast(({ region }) => region.startsWith("MPI_")).id;
    const chosen = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("callpath");
    const base = page.url().split("#")[0];
    await page.goto(`${base}#view=trees&callpath=0`);
    await tree(page, "Call paths").getByRole("button", { name: "collapse" }).click();
    await page.goto(`${base}#view=trees&callpath=0,${last}`);
    const selected = tree(page, "Call paths").locator(".tree-row.selected");
    await selected.nth(1).waitFor();
    assert.equal(chosen(), `0,${last}`);
    await page.reload();
    await selected.nth(1).waitFor();
    assert.equal(chosen(), `0,${last}`);
    await selected.nth(1).click({ modifiers: ["Control"] });
    await page.waitForURL(/callpath=0(&|$)/);
    await selected.nth(1).waitFor({ state: "detached" });
  }));

test("values of 50 selections are those of the report", () =>
  withServer(["run1"], async (page) => {
    const report = reportOf("run1");
    const below = (top) => {
      const all = new Set([top]);
      for (const { id, parent } of report.callpaths) if (parent !== null && all.has(parent)) all.add(id);
      return all;
    };
    const filled = [...new Set(report.severity.map(({ metric }) => metric))];
    let seed = 1;
    const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
    const base = page.url().split("#")[0];
    for (let i = 0; i < 50; ++i) {
      const metric = filled[random(filled.length)];
      const callpath = report.callpaths[random(report.callpaths.length)].id;
      await page.goto(`${base}#view=trees&metric=${metric}&callpath=${callpath}`);
      const shown = tree(page, "Call paths").locator(".tree-row.selected .number").first();
      await tree(page, "Call paths").locator(".tree-row.selected").first().waitFor();
      await page.locator(".three-trees[aria-busy=false]").waitFor();
      // A line that was expanded for an earlier selection shows what none of its children has.
      const isExpanded = async (label) =>
        (await tree(page, label).locator("[role=treeitem]:has(.tree-row.selected)").first().getAttribute("aria-expanded")) === "true";
      const paths = (await isExpanded("Call paths")) ? new Set([callpath]) : below(callpath);
      const sumOf = (id) => report.severity.filter((each) => each.metric === id && paths.has(each.callpath)).reduce((sum, each) => sum + each.value, 0);
      const parts = (await isExpanded("Metrics")) ? report.metrics.filter(({ parent }) => parent === metric) : [];
      const value = parts.reduce((rest, { id }) => rest - sumOf(id), sumOf(metric));
      const { value: seen, error } = numberIn(await shown.textContent());
      assert.ok(Math.abs(seen - value) <= error + 5e-13, `${metric} of ${callpath}: ${seen}, not ${value}`);
    }
  }));

test("the timeline opens from a cause, and is enlarged and moved", () =>
  withServer(["run1"], async (page) => {
    assert.ok(await page.getByRole("region", { name: "The run over time" }).isVisible());
    const cards = page.getByRole("region", { name: "Causes of waiting" }).locator("li.card");
    await cards.first().getByRole("button", { name: "Show one of its worst instances in the timeline" }).click();
    const timeline = page.getByRole("application", { name: /./ }).first();
    await timeline.waitFor();
    await page.waitForLoadState("networkidle");
    await picture(page, "timeline-cause");
    const windowOf = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("window").split("~").map(Number);
    const [from, to] = windowOf();
    const { episode } = reportOf("run1").findings[0];
    const spans = [episode.cause, ...episode.waits];
    assert.ok(from <= Math.min(...spans.map((span) => span.begin_s)));
    assert.ok(to >= Math.max(...spans.map((span) => span.end_s)));
    const changed = (before) => page.waitForURL((url) => url.href !== before);
    await timeline.focus();
    let before = page.url();
    await page.keyboard.press("+");
    await changed(before);
    const [nearFrom, nearTo] = windowOf();
    assert.ok(nearTo - nearFrom < to - from);
    before = page.url();
    await page.keyboard.press("ArrowRight");
    await changed(before);
    assert.ok(windowOf()[0] > nearFrom);
    before = page.url();
    await page.keyboard.press("0");
    await changed(before);
    await page.waitForLoadState("networkidle");
    const cursor = page.locator(".timeline-frame [role=status]");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await cursor.filter({ hasText: "rank 1" }).waitFor();
    const there = await cursor.textContent();
    await page.keyboard.press("n");
    await cursor.filter({ hasNotText: there }).waitFor();
    before = page.url();
    await page.keyboard.press(" ");
    await changed(before);
    assert.match(page.url(), /locations=1(&|$)/);
    assert.deepEqual(await seriousFaults(page), []);
    await picture(page, "timeline-whole");
  }));

test("ranks that behave alike share a row of the timeline, and a click unfolds it", () =>
  withServer(["many"], async (page) => {
    await page.goto(`${page.url().split("#")[0]}#view=timeline`);
    const plot = page.locator(".timeline-plot[aria-busy=false][data-coarse=false]");
    const rows = async () => Number(await plot.getAttribute("data-rows"));
    await plot.waitFor();
    const before = await rows();
    await page.getByRole("checkbox", { name: "Fold alike rows" }).check();
    const told = page.locator(".folding-text", { hasText: /^64 lines in \d+ rows?: rows are alike if .* at most \d+ % of this window/ });
    await told.waitFor();
    await page.waitForURL(/shown=alike/);
    const folded = await rows();
    assert.ok(folded < before, `${folded} rows, before ${before}`);
    await picture(page, "timeline-folded");
    assert.deepEqual(await seriousFaults(page), []);
    // Rank 0 begins each iteration, as no other does; the second row has several. Their label is in front of it.
    const box = await plot.boundingBox();
    await page.mouse.click(box.x + 60, box.y + 62);
    await page.waitForURL(/unfolded=1/);
    const unfolded = Number(await plot.getAttribute("data-rows"));
    assert.ok(unfolded > folded);
    const count = (await page.getByRole("button", { name: /^Fold \d+ lines again$/ }).textContent()).match(/\d+/)[0];
    assert.equal(unfolded, folded + Number(count) - 1);
    await page.waitForLoadState("networkidle");
    await picture(page, "timeline-unfolded");
    await page.reload();
    await page.locator(`.timeline-plot[data-rows="${unfolded}"]`).waitFor();
    await page.getByRole("button", { name: /^Fold \d+ lines again$/ }).click();
    await page.locator(`.timeline-plot[data-rows="${folded}"]`).waitFor();
  }));

test("one file folds rows, too", async () => {
  tarry("view", "-q", run("many"), "--html", join(runs.folder, "many.html"));
  const { page, errors } = await openPage(browser, pathToFileURL(join(runs.folder, "many.html")).href);
  await page.goto(`${page.url().split("#")[0]}#view=timeline&shown=alike`);
  await page.locator(".folding-text", { hasText: /^64 lines in \d+ rows?: / }).waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});

test("an entry of the legend is selected and selected no longer, and the address keeps what the timeline shows", () =>
  withServer(["run1"], async (page) => {
    await page.goto(`${page.url().split("#")[0]}#view=timeline`);
    const legend = page.getByRole("group", { name: "Legend" });
    const entry = legend.locator(".legend-entry", { hasText: "MPI_" }).filter({ hasNotText: "wait" }).first();
    await entry.click();
    await page.waitForURL(/callpath=/);
    await legend.getByText(/paler: took less of the column, or is not the selected MPI_/).waitFor();
    await entry.click();
    await page.waitForURL((url) => !url.hash.includes("callpath="));
    await entry.click();
    await legend.getByRole("button", { name: "select everything" }).click();
    await page.waitForURL((url) => !url.hash.includes("callpath="));
    const shown = ["Nested calls", "Messages", "Who ended waits", "Critical path"].map((name) => page.getByRole("checkbox", { name }));
    for (const each of shown) await each.check();
    await page.getByRole("button", { name: "Waiting", exact: true }).click();
    await page.waitForURL(/shown=waiting/);
    await page.reload();
    await page.locator("[aria-pressed=true]", { hasText: "Waiting" }).waitFor();
    for (const each of shown) assert.ok(await each.isChecked());
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    await shown[0].uncheck();
    await legend.getByText("idle, or nothing recorded").waitFor();
    await page.getByLabel("Go to").fill("hello");
    await page.getByRole("alert").filter({ hasText: "A time is expected, such as 1.5, 20 ms or 3 us." }).waitFor();
  }));

test("two reports stand side by side with their difference", () =>
  withServer(["run1", "run2"], async (page) => {
    await page.getByRole("button", { name: "Comparison", exact: true }).click();
    await tree(page, "Metrics").locator(".tree-head", { hasText: "difference" }).waitFor();
    const numbers = await line(page, "Metrics", /Time/).locator(".number").allTextContents();
    assert.equal(numbers.length, 3);
    const cut = await page.locator(".tree-row .name").evaluateAll((names) => names.filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 2).map((each) => each.textContent));
    assert.deepEqual(cut, []);
    const total = (name) => reportOf(name).metrics.find(({ id }) => id === "time").total;
    const { value, error } = numberIn(numbers[2].replace("+", ""));
    assert.ok(Math.abs(value - (total("run2") - total("run1"))) <= error);
    assert.deepEqual(await seriousFaults(page), []);
    await picture(page, "comparison");
  }));

test("the server wants its token, and gives out nothing else", () =>
  withServer(["run1"], async (page) => {
    const { origin } = new URL(page.url());
    assert.equal((await fetch(`${origin}/api/session`)).status, 403);
    assert.equal((await fetch(`${origin}/etc/passwd`)).status, 404);
  }));

test("a report that turns out to be damaged gets a page that says what is damaged", async () => {
  tarry("cut", "-q", run("run1"), "--root", "synthetic", "-o", join(runs.folder, "damaged.cubex"));
  const content = readFileSync(join(runs.folder, "damaged.cubex"));
  const member = content.lastIndexOf(".data\0"); // the rows of a metric; the file itself can be opened
  const begin = member - (member % 512) + 512;
  for (let i = begin + 40; i < begin + 60; ++i) content[i] ^= 0x55;
  writeFileSync(join(runs.folder, "damaged.cubex"), content);
  const server = await serve(join(runs.folder, "damaged.cubex"));
  try {
    const { page } = await openPage(browser, server.address);
    // Sums are added up ahead, so the damage is found without a question.
    const told = page.getByRole("alert").filter({ hasText: /damaged.*damaged\.cubex/ });
    for (let i = 0; i < 20 && (await told.count()) === 0; ++i) {
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    await told.first().waitFor();
    await picture(page, "damaged");
    await page.close();
  } finally {
    await server.stop();
  }
});

test("one file opens from disk, and names in it stay names", async () => {
  const report = reportOf("run1");
  report.callpaths[1].region = "</script><img src=x onerror=alert(1)>";
  writeFileSync(join(runs.folder, "hostile.json"), JSON.stringify(report));
  tarry("view", "-q", join(runs.folder, "hostile.json"), "--html", join(runs.folder, "one.html"));
  const { page, errors } = await openPage(browser, pathToFileURL(join(runs.folder, "one.html")).href);
  await page.getByRole("button", { name: "Trees", exact: true }).click();
  await line(page, "Call paths", "<img src=x").waitFor();
  await picture(page, "one-file");
  assert.deepEqual(errors, []);
  assert.ok(!readFileSync(join(runs.folder, "one.html"), "utf8").includes("<img src=x"));
});
