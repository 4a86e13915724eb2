// SPDX-License-Identifier: BSD-3-Clause
// The behavior of all pages. A click on a column head sorts; data-v holds the number behind a formatted cell.

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
