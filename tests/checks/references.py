#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects references to documents that a reader of the repository does not have: numbers of
# requirements and names of specifications. A source is a document of this tree, or a published
# paper by author, title and section.
# usage: references.py SOURCE_ROOT
import re

import source_tree

CHECKED = ("src/", "tests/", "include/", "docs/", "bench/", "examples/", "scripts/", "cmake/")
THIS = "tests/checks/references.py"
OUTWARD = re.compile(r"\b[TWDSA]-\d\d\b|\b[Ss]pec compressed-tracing\b|\(spec \d|\btoolset [A\d]"
                     r"|\bpaper \d{3}\b|\bspec/|\bhouse-style\b|\binterface\.md\b")


def problems_of(path, text):
    return [f"{path}: refers to a document outside of the repository: {found.group(0)}"
            for found in OUTWARD.finditer(text)]


def self_test():
    """The check must find what it is for."""
    for text in ("see T-52", "(W-41)", "Spec compressed-tracing 4.2", "(spec 4.2)", "toolset 5.1",
                 "toolset A-11", "paper 001", "spec/toolset", "the house-style", "interface.md"):
        assert problems_of("src/a.h", text), text
    for text in ("timespec", "UTF-8", "docs/patterns/mpi.md", "performance toolset architecture"):
        assert not problems_of("src/a.h", text), text


def main():
    self_test()
    root = source_tree.root_from_command_line()
    problems = []
    files = [path for path in source_tree.project_files(root)
             if path.startswith(CHECKED) and path != THIS]
    for path in files:
        try:
            problems += problems_of(path, source_tree.read(root, path))
        except UnicodeDecodeError:
            continue  # a binary golden file
    source_tree.finish("references", problems, len(files))


if __name__ == "__main__":
    main()
