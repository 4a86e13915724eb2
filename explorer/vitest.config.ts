// SPDX-License-Identifier: BSD-3-Clause
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["src/**/*_test.{ts,tsx}", "build/**/*_test.ts"], environment: "jsdom" },
});
