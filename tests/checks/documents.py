#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects documents that name files which do not exist, and references by line number, which are
# wrong after the next change.
# usage: documents.py SOURCE_ROOT
import glob
import os
import re

import source_tree

LINK = re.compile(r"\[[^\]]*\]\(([^)\s#]+)[^)]*\)")
CODE = re.compile(r"`([^`\n]+)`")
# A path in a code span is ours when it starts with one of these.
OURS = ("src/", "docs/", "tests/", "scripts/", "examples/", "bench/", "cmake/", "include/", ".ci/",
        "fuzz/", "explorer/")
LINE_NUMBER = re.compile(r"\b[\w/]+\.(?:cpp|h|py):\d+")


def alternatives(pattern):
    """`a.{h,cpp}` -> a.h, a.cpp"""
    match = re.search(r"\{([^{}]*)\}", pattern)
    if not match:
        return [pattern]
    head, tail = pattern[:match.start()], pattern[match.end():]
    return [name for part in match.group(1).split(",") for name in alternatives(head + part + tail)]


def exists(root, path):
    """A file, a folder, a glob pattern, or a source file named without its ending."""
    full = os.path.join(root, path)
    return bool(glob.glob(full) or glob.glob(full + ".*"))


def named_paths(text):
    """Paths of this project that code spans name; placeholders like <name> are skipped."""
    for span in CODE.findall(text):
        for word in span.split():
            word = word.rstrip(".,;:")
            if word.startswith(OURS) and not re.search(r"[<>$…()=]|\.\.\.|NNN", word):
                yield from alternatives(word)


def problems_of(root, path, text):
    problems = []
    outside_fences = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for target in LINK.findall(outside_fences):
        if "://" in target or target.startswith("mailto:"):
            continue
        if not exists(root, os.path.join(os.path.dirname(path), target)):
            problems.append(f"{path}: link to {target}, which does not exist")
    for target in named_paths(outside_fences):
        if not exists(root, target):
            problems.append(f"{path}: names {target}, which does not exist")
    if os.path.basename(path) != "tutorial.md" and LINE_NUMBER.search(outside_fences):
        problems.append(f"{path}: refers to a line number: {LINE_NUMBER.search(outside_fences).group(0)}")
    return problems


def self_test(root):
    """The check must find what it is for."""
    assert problems_of(root, "a.md", "see [x](no_such_file.md)")
    assert problems_of(root, "a.md", "see `src/base/no_such_file.h`")
    assert problems_of(root, "a.md", "see `src/base/result.{h,nope}`")
    assert problems_of(root, "a.md", "see result.h:10")
    assert not problems_of(root, "a.md", "see `src/base/result.{h,cpp}` and `src/<name>/x.h`")


def main():
    root = source_tree.root_from_command_line()
    self_test(root)
    problems = []
    documents = [path for path in source_tree.project_files(root) if path.endswith(".md")]
    for path in documents:
        problems += problems_of(root, path, source_tree.read(root, path))
    source_tree.finish("documents", problems, len(documents))


if __name__ == "__main__":
    main()
