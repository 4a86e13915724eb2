// SPDX-License-Identifier: BSD-3-Clause
import { defineConfig } from "vitest/config";

// Tests that need a page say so in a comment at their top: it is slow to make one.
export default defineConfig({
  test: { include: ["src/**/*_test.{ts,tsx}", "page/**/*_test.ts"], environment: "node" },
});
