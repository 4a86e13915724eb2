// SPDX-License-Identifier: BSD-3-Clause
// The common part of all our pages: one self-contained file, its frame, its looks and its behavior.
#pragma once

#include <string>
#include <string_view>

namespace tarry::report {

// Returns everything up to the begin of the body. `title` may hold any bytes. `more_style` follows
// our own style sheet.
std::string page_begin(std::string_view title, std::string_view more_style = {});

// Returns everything behind the content. `more_script` follows our own script.
std::string page_end(std::string_view more_script = {});

// Escapes JSON for a <script type="application/json">, so that no text in it ends the element.
std::string embedded_json(std::string_view json);

// Colors for light and dark screens. The bar of a value is as wide as its part of the whole.
inline constexpr std::string_view kPageStyle = R"css(
:root { --text: #1c2430; --dim: #5b6675; --line: #d9dee5; --page: #ffffff; --soft: #f4f6f9;
        --bar: #9dc3e6; --wait: #e8874a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ee; --dim: #9aa6b5; --line: #384150; --page: #161b22; --soft: #1f2630;
          --bar: #35618c; --wait: #b45f2b; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page);
       max-width: 76em; margin: 2em auto; padding: 0 1.2em; }
h1 { font-size: 1.5em; margin-bottom: .2em; } h2 { font-size: 1.2em; margin-top: 2em; }
.dim { color: var(--dim); } .lead { font-size: 1.1em; border-left: 4px solid var(--wait);
       padding: .4em .8em; background: var(--soft); }
.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: .5em 0 1em; }
th, td { padding: .2em .6em; border-bottom: 1px solid var(--line); text-align: left;
         overflow-wrap: anywhere; }
th.num, td.num { text-align: right; }
th { cursor: pointer; user-select: none; background: var(--soft); white-space: nowrap; }
th[aria-sort=ascending]::after { content: " \25B4"; }
th[aria-sort=descending]::after { content: " \25BE"; }
details.node { margin-left: 1.3em; } .leaf { margin-left: 2.35em; }
.tree > details.node, .tree > .leaf { margin-left: 0; } .tree > .leaf { padding-left: 1.05em; }
summary { cursor: pointer; }
.tree summary { list-style: none; display: flex; }
.tree summary::-webkit-details-marker { display: none; }
.tree summary::before { content: "\25B8"; flex: 0 0 1.05em; color: var(--dim); }
.tree details[open] > summary::before { content: "\25BE"; }
.row { display: flex; flex: 1; gap: .8em; }
.head .row { color: var(--dim); border-bottom: 1px solid var(--line); }
.head .row:hover { background: none; } .head .bar { background: none; }
.row .name { flex: 1; overflow-wrap: anywhere; } .row .num { flex: 0 0 6.5em; }
.row:hover { background: var(--soft); }
.bar { flex: 0 0 7em; height: .75em; margin-top: .35em; background: var(--soft); }
.bar i { display: block; height: 100%; background: var(--bar); }
.wait .bar i, .bar i.wait { background: var(--wait); }
section.card { border: 1px solid var(--line); border-radius: 6px; padding: 0 1em .4em;
               margin: 1em 0; }
button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line);
         border-radius: 4px; padding: .1em .7em; cursor: pointer; }
code { font-size: .92em; color: var(--dim); }
)css";

// A click on a column head sorts; data-v holds the number behind a formatted cell.
inline constexpr std::string_view kPageScript = R"js(
for (const head of document.querySelectorAll("table.sort th")) {
  head.tabIndex = 0;
  const sort = () => {
    const column = head.cellIndex, body = head.closest("table").tBodies[0];
    const down = head.getAttribute("aria-sort") !== "descending";
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = row => row.cells[column].dataset.v ?? row.cells[column].textContent;
    const numeric = row => row.cells[column].dataset.v !== undefined;
    const order = (a, b) => numeric(a) && numeric(b) ? key(b) - key(a)
                                                     : key(a).localeCompare(key(b));
    const rows = [...body.rows].sort(order);
    if (!down) rows.reverse();
    body.append(...rows);
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", e => { if (e.key === "Enter") sort(); });
}
for (const button of document.querySelectorAll("button[data-open]"))
  button.addEventListener("click", () => {
    const open = button.dataset.open === "1";
    for (const node of button.closest("section").querySelectorAll("details.node"))
      node.open = open;
  });
)js";

}  // namespace tarry::report
