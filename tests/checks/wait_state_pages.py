#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects wait states that no page of docs/patterns/wait-states is about, or several; pages that
# lack a section or are not in the index; and pictures that are not what scripts/pattern-pictures
# draws from the cases.
# usage: wait_state_pages.py SOURCE_ROOT
import os
import re
import subprocess
import sys

import source_tree

FOLDER = "docs/patterns/wait-states/"
SECTIONS = ["When, and how much", "What it usually means", "What to do"]
ROW = re.compile(r"^TARRY_(?:WAIT_STATE|COLLECTIVE_PATTERN|COLLECTIVE_COMPLETION)\((.*)\)", re.MULTILINE)
METRICS = re.compile(r"^Metrics: (.*?)\.$", re.MULTILINE | re.DOTALL)


def wait_states(root):
    """Returns the ids of all wait states."""
    found = []
    for name in ("wait_states", "collective_patterns"):
        for row in ROW.findall(source_tree.read(root, f"src/model/{name}.def")):
            columns = [column.strip() for column in row.split(",")]
            if name == "collective_patterns":  # the metric is the last column but for those of a wait
                columns = [next((c for c in columns if c.startswith(("mpi_", "omp_"))), "")]
            if re.fullmatch(r"[a-z]+_\w+", columns[0]):
                found.append(columns[0])
    return found


def problems_of_page(path, text, index):
    problems = [f"{path}: has no section '{title}'" for title in SECTIONS if f"\n## {title}\n" not in text]
    if not METRICS.search(text):
        problems.append(f"{path}: has no line 'Metrics: `id`, `id`.'")
    if f"({os.path.basename(path)})" not in index:
        problems.append(f"{path}: is not in {FOLDER}README.md")
    return problems


def self_test():
    """The check must find what it is for."""
    assert problems_of_page("a.md", "# A\n\nMetrics: `b`.\n", "[A](a.md)") == \
        [f"a.md: has no section '{title}'" for title in SECTIONS]
    whole = "# A\n\nMetrics: `b`,\n`c`.\n" + "".join(f"\n## {title}\n\nx\n" for title in SECTIONS)
    assert problems_of_page("a.md", whole, "[A](a.md)") == []
    assert len(problems_of_page("a.md", whole, "")) == 1
    assert re.findall(r"`(\w+)`", METRICS.search(whole)[1]) == ["b", "c"]


def main():
    root = source_tree.root_from_command_line()
    self_test()
    pages = {path: source_tree.read(root, path) for path in source_tree.project_files(root)
             if path.startswith(FOLDER) and path.endswith(".md") and not path.endswith("README.md")}
    index = source_tree.read(root, FOLDER + "README.md")
    problems, about = [], {}
    for path, text in pages.items():
        problems += problems_of_page(path, text, index)
        metrics = METRICS.search(text)
        for metric in re.findall(r"`(\w+)`", metrics[1] if metrics else ""):
            about.setdefault(metric, []).append(path)
    states = wait_states(root)
    if len(states) < 20:
        problems.append("src/model/wait_states.def: hardly any wait state was found")
    problems += [f"{state}: pages about it: {', '.join(about.get(state, [])) or 'none'}"
                 for state in states if len(about.get(state, [])) != 1]
    drawn = subprocess.run([sys.executable, os.path.join(root, "scripts/pattern-pictures"), "--check"],
                           capture_output=True, text=True)
    if drawn.returncode != 0:
        problems.append(drawn.stderr.strip())
    source_tree.finish("wait_state_pages", problems, len(pages))


if __name__ == "__main__":
    main()
