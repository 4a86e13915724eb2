// SPDX-License-Identifier: BSD-3-Clause
// Builds the explorer into one file, dist/index.html. TARRY_SERVER=http://127.0.0.1:PORT lets
// `npm run dev` ask a running `tarry view` for its data.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

import { contentSecurityPolicy } from "./page/content_security_policy";

const server = process.env.TARRY_SERVER;

export default defineConfig({
  plugins: [react(), viteSingleFile({ removeViteModuleLoader: true }), contentSecurityPolicy()],
  build: { target: "es2022", modulePreload: false },
  server: { proxy: server ? { "/api": server } : {} },
});
