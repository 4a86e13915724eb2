// SPDX-License-Identifier: BSD-3-Clause
import { createHash } from "node:crypto";

import { expect, it } from "vitest";

import { policyOf, withPolicy } from "./content_security_policy";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("allows the page's own script and style alone, and not the data", () => {
  const html =
    '<head><meta charset="utf-8"><script type="module">run("$&")</script><style>b{}</style></head>' +
    '<script type="application/json" id="tarry-data"></script>';
  const policy = policyOf(html);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src ${hash('run("$&")')};`);
  expect(policy).toContain(`style-src ${hash("b{}")};`);
  expect(policy).not.toContain("unsafe");
  expect(withPolicy(html)).toContain(`<meta charset="utf-8">\n    <meta http-equiv=`);
});
