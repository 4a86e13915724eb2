// SPDX-License-Identifier: BSD-3-Clause
// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { Markdown } from "./markdown";

const shown = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

it("shows tables, lists, code and emphasis", () => {
  expect(shown("| a | b |\n|---|---|\n| `x<y` | *no* |\n")).toContain("<td><code>x&lt;y</code></td><td><em>no</em></td>");
  expect(shown("- one\n- **two**\n")).toMatch(/<ul><li>.*one.*<\/li><li>.*<strong>two<\/strong>.*<\/li><\/ul>/);
  expect(shown("    wait(i) = a < b\n")).toContain("wait(i) = a &lt; b");
});

it("keeps the text of links, and shows HTML as text", () => {
  expect(shown("see [definitions](x.md)")).toContain("<p>see definitions</p>");
  const hostile = shown('a <img src=x onerror="alert(1)"> <script>alert(2)</script>');
  expect(hostile).not.toContain("<img");
  expect(hostile).not.toContain("<script");
});
