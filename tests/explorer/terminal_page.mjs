// SPDX-License-Identifier: BSD-3-Clause
// What a terminal shows of colored text, as a page to be photographed.

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

// Colors of a light terminal, by the codes that `tarry report` uses.
const STYLES = {
  1: "font-weight: bold",
  2: "color: #6b6b6b",
  31: "color: #b3261e",
  33: "color: #8a5a00",
  36: "color: #0f6f8c",
};

export function terminalPage(command, text) {
  const [first, ...rest] = `\x1b[1m$ ${command}\x1b[0m\n${text.trimEnd()}`.split("\x1b[");
  const spans = rest.map((part) => {
    const end = part.indexOf("m");
    const [code, shown] = [part.slice(0, end), escaped(part.slice(end + 1))];
    return STYLES[code] ? `<span style="${STYLES[code]}">${shown}</span>` : shown;
  });
  return `<!doctype html><meta charset="utf-8"><title>terminal</title>
<body style="margin: 0; background: #fff"><pre id="terminal" style="display: inline-block; margin: 0; padding: 14px 18px;
border: 1px solid #d0d0d0; border-radius: 6px; color: #1f1f1f; font: 13px/1.4 'DejaVu Sans Mono', monospace">${escaped(first)}${spans.join("")}</pre>`;
}
