// SPDX-License-Identifier: BSD-3-Clause
// Gives the built page a policy that lets only its own script and style sheet run, each by its hash:
// names from traces can then never become code. Styles that React sets go through the CSSOM,
// which a policy does not restrict, so no 'unsafe-inline' is needed.
import { createHash } from "node:crypto";

import type { Plugin } from "vite";

function hashes(html: string, element: "script" | "style"): string {
  const found = [...html.matchAll(new RegExp(`<${element}([^>]*)>([\\s\\S]*?)</${element}>`, "g"))];
  return found
    .filter(([, attributes]) => !attributes!.includes("application/json"))
    .map(([, , text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`)
    .join(" ");
}

export function policyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, "script") || "'none'"}`,
    `style-src ${hashes(html, "style") || "'none'"}`,
    "img-src data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export function withPolicy(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`;
  // A function keeps "$" in the policy from being taken for a reference.
  return html.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => `${charset}\n    ${meta}`);
}

export function contentSecurityPolicy(): Plugin {
  return {
    name: "tarry:content-security-policy",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "asset" && file.fileName.endsWith(".html"))
            file.source = withPolicy(String(file.source));
      },
    },
  };
}
