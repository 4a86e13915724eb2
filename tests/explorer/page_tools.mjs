// SPDX-License-Identifier: BSD-3-Clause
// What tests of the explorer's page need: reports, a server, a browser that keeps the page's errors.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(new URL("../../explorer/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const { TARRY, CHROMIUM, PICTURES } = process.env;

export function tarry(...args) {
  return execFileSync(TARRY, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

// A folder of its own, with two experiments whose wait states are known: run1 and run2.
export function makeRuns() {
  const folder = mkdtempSync(join(tmpdir(), "tarry-explorer-"));
  for (const [name, imbalance] of [["run1", "20000"], ["run2", "60000"]]) {
    tarry("synth", "-q", "--ranks", "4", "--iterations", "6", "--imbalance", imbalance, "-o", join(folder, name));
    tarry("analyze", "-q", join(folder, name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// Starts `tarry view`, and returns its address, the seconds until it was printed, and how to end it.
export async function serve(...reports) {
  const begin = performance.now();
  const server = spawn(TARRY, ["view", "--no-browser", ...reports]);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    let text = "";
    const read = (data) => {
      text += data;
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+\/\S*/);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    ended.then(() => reject(new Error(`tarry view ended: ${text}`)));
  });
  return {
    address,
    seconds: (performance.now() - begin) / 1000,
    pid: server.pid,
    async stop() {
      server.kill("SIGINT");
      assert.equal(await ended, 0, "Ctrl-C ends the server with status 0");
    },
  };
}

export async function openBrowser() {
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

// Opens an address; `errors` collects what the page complains about.
export async function openPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => errors.push(`dialog: ${dialog.message()}`));
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, errors };
}

export async function picture(page, name) {
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

// The page's faults for people who use a keyboard or a screen reader, as axe-core finds them.
export async function seriousFaults(page) {
  // Not as an element of the page, whose policy refuses scripts.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

// A number as it is written, with the largest error that its digits allow.
export function numberIn(text) {
  const [, digits, unit] = text.match(/^(-?[\d.]+) ?(\S*)$/) ?? assert.fail(`no number: ${text}`);
  const scales = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9, "": 1, M: 1e6, G: 1e9, B: 1, KiB: 2 ** 10, MiB: 2 ** 20 };
  const scale = scales[unit] ?? assert.fail(`unknown unit: ${text}`);
  const places = digits.split(".")[1]?.length ?? 0;
  return { value: Number(digits) * scale, error: 0.51 * 10 ** -places * scale };
}
