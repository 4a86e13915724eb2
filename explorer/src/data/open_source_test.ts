// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { gzipSync } from "node:zlib";

import { expect, it } from "vitest";

import { bytesOfBase64, unzipped } from "./base64";
import { takeToken } from "./open_source";

it("reads text that was packed and written in base64", async () => {
  const text = JSON.stringify({ region: "Größe </script>" });
  const packed = gzipSync(text).toString("base64");
  // jsdom's Blob has no stream, so only the first step is tried if there is none.
  const bytes = bytesOfBase64(packed);
  expect(Buffer.from(bytes).toString("base64")).toBe(packed);
  if (typeof Blob.prototype.stream === "function") expect(await unzipped(bytes)).toBe(text);
});

it("takes the token out of the address and remembers it", () => {
  window.history.replaceState(null, "", "/?token=T1#view=trees");
  expect(takeToken()).toBe("T1");
  expect(window.location.search).toBe("");
  expect(window.location.hash).toBe("#view=trees");
  expect(takeToken()).toBe("T1");
});
