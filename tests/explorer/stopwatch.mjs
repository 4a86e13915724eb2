// SPDX-License-Identifier: BSD-3-Clause
// Measures in the page how long a person waits: from the event that the browser gets until what follows
// from it has been painted.

// Runs in the page, before its own scripts. A part of the page that waits for data says so (aria-busy).
function install() {
  const painted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel(); // behind the painting of this frame
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(0);
      }),
    );
  let began = null;
  let watched = "";
  let before = "";
  const shown = () => [...document.querySelectorAll(watched)].map((each) => each.outerHTML).join();
  for (const kind of ["click", "keydown", "input", "change"])
    addEventListener(kind, ({ timeStamp }) => (began ??= timeStamp), { capture: true, passive: true });
  globalThis.tarryStopwatch = {
    // From now on the first event begins a measurement, of what makes `selector` look otherwise.
    start(selector) {
      watched = selector;
      before = shown();
      began = null;
    },
    async stop(most_ms) {
      const end = performance.now() + most_ms;
      for (;;) {
        const now = await painted();
        const isThere = began !== null && shown() !== before && !document.querySelector("[aria-busy=true]");
        if (isThere) return now - began;
        if (now > end) throw new Error(`nothing new in ${watched} after ${most_ms} ms`);
      }
    },
    // Milliseconds since the page was asked for until `selector` is there and nothing is waited for.
    async opened(selector, most_ms) {
      for (;;) {
        const now = await painted();
        if (document.querySelector(selector) && !document.querySelector("[aria-busy=true]")) return now;
        if (now > most_ms) throw new Error(`no ${selector} after ${most_ms} ms`);
      }
    },
  };
}

const MOST_MS = 120_000;

// Opens an address, and returns the page and the milliseconds until `selector` was there.
export async function openTimed(browser, address, selector) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.addInitScript(install);
  await page.goto(address, { waitUntil: "commit" });
  const ms = await page.evaluate(([what, most]) => tarryStopwatch.opened(what, most), [selector, MOST_MS]);
  return { page, ms };
}

// Returns the milliseconds from the first event of `act` until `selector` looks otherwise.
export async function timed(page, selector, act) {
  await page.evaluate((what) => tarryStopwatch.start(what), selector);
  const over = page.evaluate((most) => tarryStopwatch.stop(most), MOST_MS);
  over.catch(() => undefined); // `act` may fail before
  await act();
  return over;
}
