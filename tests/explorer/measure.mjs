// SPDX-License-Identifier: BSD-3-Clause
// Measures the explorer in Chromium for bench/explorer: prints a line of JSON for each kind of figure.
//   measure.mjs report REPORT CLICKS SETTLE_S     opening, and clicks of each kind in the trees
//   measure.mjs timeline EXPERIMENT CLICKS        first pictures, zooms and pans
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { openBrowser, serve } from "./page_tools.mjs";
import { openTimed, timed } from "./stopwatch.mjs";

const [what, report, clicks, settle_s] = process.argv.slice(2);
const COUNT = Number(clicks);

const say = (figure) => console.log(JSON.stringify(figure));
const times = (kind, values) => say({ kind, ms: values });

let seed = 7;
const random = (most) => (seed = (seed * 48271) % 2147483647) % most;

function peakBytes({ pid }) {
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmHWM:\s+(\d+)/)[1]) * 1024;
}

const at = (address, view) => `${address}#view=${view}`;

// Returns the place of a random line of a tree that can be seen, is not selected, and fits a CSS selector.
async function someLine(page, label, which = "") {
  const section = page.locator(`section[aria-label="${label}"]`);
  const area = await section.locator(".tree-area").boundingBox();
  const boxes = [];
  for (const line of await section.locator(`[role=treeitem]${which}:not(:has(.tree-row.selected))`).all()) {
    const box = await line.boundingBox();
    if (box && box.y >= area.y && box.y + box.height <= area.y + area.height) boxes.push(box);
  }
  return boxes[random(boxes.length)] ?? assert.fail(`no other line in ${label}`);
}

const SELECTION = ".selection-line, [role=treeitem]:has(.tree-row.selected)";

async function select(page, label) {
  const { x, y, width, height } = await someLine(page, label);
  return timed(page, SELECTION, () => page.mouse.click(x + width - 60, y + height / 2));
}

// Expands a line below the first level, or collapses it.
async function toggle(page, label) {
  const { x, y, height } = await someLine(page, label, "[aria-expanded]:not([aria-level='1'])");
  const twist = await page.evaluate(([px, py]) => {
    const row = document.elementFromPoint(px, py).closest("[role=treeitem]");
    const box = row.querySelector(".twist").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, [x + 4, y + height / 2]);
  return timed(page, `section[aria-label="${label}"] .tree-area`, () => page.mouse.click(...twist));
}

async function repeat(count, step) {
  const values = [];
  for (let i = 0; i < count; ++i) values.push(await step(i));
  return values;
}

async function choose(page, label, value, watched) {
  const field = page.getByLabel(label);
  return timed(page, watched, () => field.selectOption(value));
}

async function measureTrees(browser, server) {
  const { page, ms } = await openTimed(browser, at(server.address, "trees"), ".selection-line");
  times("open the trees, from the address to all numbers", [ms]);
  times("select a call path right after that", [await select(page, "Call paths")]);
  times("then, without a pause, a metric and a call path in turn", await repeat(COUNT, (i) => select(page, i % 2 ? "Call paths" : "Metrics")));
  await sleep(1000 * Number(settle_s));
  times("expand or collapse a call path", await repeat(COUNT, () => toggle(page, "Call paths")));
  times("select a metric", await repeat(COUNT, () => select(page, "Metrics")));
  times("select a call path", await repeat(COUNT, () => select(page, "Call paths")));
  times("expand or collapse a part of the system", await repeat(COUNT, () => toggle(page, "System")));
  times("select a location or several", await repeat(COUNT, () => select(page, "System")));
  const modes = ["root", "selection", "absolute"];
  times("switch the mode", await repeat(COUNT, (i) => choose(page, "Values:", modes[i % modes.length], ".tree-area")));
  const searched = page.getByLabel("Search in Call paths");
  times("search a call path, a letter", await repeat(COUNT, async (i) => {
    const text = `function${i + 1}`;
    await searched.fill("");
    await searched.focus();
    return timed(page, ".found-count, section[aria-label='Call paths'] .tree-area", () => page.keyboard.type(text[0]));
  }));
  await searched.fill("");
  const tab = (name) => timed(page, ".side-panels", () => page.getByRole("tab", { name, exact: true }).click());
  times("show the distribution", await repeat(COUNT, async () => {
    await page.getByRole("tab", { name: "System", exact: true }).click();
    return tab("Distribution");
  }));
  times("select a call path beside the distribution", await repeat(COUNT, () => select(page, "Call paths")));
  await page.getByRole("tab", { name: "System", exact: true }).click();
  times("show regions instead of call paths", await repeat(COUNT, async () => {
    await page.getByLabel("Call tree or regions").selectOption("tree");
    return choose(page, "Call tree or regions", "total", ".three-trees");
  }));
  times("select a region", await repeat(COUNT, () => select(page, "Regions")));
  await page.close();
}

async function measureReport(browser, server) {
  const opened = [];
  for (let i = 0; i < 3; ++i) {
    const { page, ms } = await openTimed(browser, server.address, "main h1");
    opened.push(ms);
    await page.close();
  }
  say({ kind: "start of the server", s: server.seconds });
  times("first screen, from the address", opened);
  await measureTrees(browser, server);
}

// A person's ways through a trace: nearer and nearer, along, and back. Returns keys that all change the window.
function ways(count) {
  const keys = [];
  let [width, middle] = [1, 0.5]; // parts of the run
  const steps = { ArrowRight: 0.15, ArrowLeft: -0.15, "Shift+ArrowRight": 0.9, "Shift+ArrowLeft": -0.9 };
  while (keys.length < count) {
    const all = ["+", "+", "+", ...Object.keys(steps), "-", "0"];
    const key = width === 1 ? "+" : width < 1e-5 ? "0" : all[random(all.length)];
    const next = middle + width * (steps[key] ?? 0);
    if (next < width / 2 || next > 1 - width / 2) continue;
    width = key === "0" ? 1 : width * ({ "+": 0.5, "-": 2 }[key] ?? 1);
    middle = Math.min(Math.max(next, width / 2), 1 - width / 2);
    keys.push(key);
  }
  return keys;
}

async function measureTimeline(browser, server) {
  say({ kind: "start of the server", s: server.seconds });
  const strip = await openTimed(browser, server.address, ".timeline-strip-button:not([aria-label*=unknown])");
  times("first screen with the run over time", [strip.ms]);
  await strip.page.close();
  await measureMoves(browser, server, "timeline", "");
  await measureMoves(browser, server, "timeline&shown=alike", ", alike rows folded");
}

async function measureMoves(browser, server, view, how) {
  const plot = ".timeline-plot[aria-busy=false]";
  const { page, ms } = await openTimed(browser, at(server.address, view), plot);
  times(`first picture of the timeline${how}`, [ms]);
  const moves = { zoom: [], pan: [] };
  const finer = [];
  await page.getByRole("application").focus();
  for (const key of ways(4 * COUNT)) {
    const took = await timed(page, ".timeline-plot", () => page.keyboard.press(key));
    moves[key.includes("Arrow") ? "pan" : "zoom"].push(took);
    const painted = performance.now();
    await page.locator(`${plot}[data-coarse=false]`).waitFor();
    finer.push(took + performance.now() - painted);
    await sleep(20 * random(20)); // people look
  }
  times(`zoom${how}`, moves.zoom);
  times(`pan${how}`, moves.pan);
  times(`until the columns are as short as they get${how}`, finer);
  await page.close();
}

const browser = await openBrowser();
const server = await serve(report);
try {
  await { report: measureReport, timeline: measureTimeline }[what](browser, server);
  say({ kind: "memory of the server", bytes: peakBytes(server) });
} finally {
  await server.stop();
  await browser.close();
}
