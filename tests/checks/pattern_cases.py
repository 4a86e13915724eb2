#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects metrics with a page in docs/patterns/wait-states that lack one of three exact cases: the
# textbook one, one in which nothing may be found, and one at the border. tests/cases/of-patterns.txt
# names them, and the cases in which the small traces are with which the patterns were first described.
# usage: pattern_cases.py SOURCE_ROOT
import os
import re

import source_tree

LIST = "tests/cases/of-patterns.txt"
PAGES = "docs/patterns/wait-states/"
METRICS = re.compile(r"^Metrics: (.*?)\.$", re.MULTILINE | re.DOTALL)
KINDS = ("textbook", "nothing", "border")
TRACES = 13


def expectations(case):
    """Returns the metrics of which the text of a case expects something, and those of which it
    expects nothing."""
    some, nothing = set(), set()
    for line in case.splitlines():
        words = line.split()
        if line.startswith("expect-none "):
            nothing.update(words[1:])
        elif line.startswith("expect-total "):
            (nothing if words[2] == "0" else some).add(words[1])
        elif line.startswith("expect "):
            (nothing if line.endswith(" value=0") else some).add(words[1])
    return some, nothing - some


def problems_of(metric, names, cases):
    """`cases`: what expectations() returns, by name of the case."""
    if len(set(names)) < len(KINDS):
        return [f"{metric}: has {len(set(names))} different cases in {LIST}, not {len(KINDS)}"]
    problems = []
    for kind, name in zip(KINDS, names):
        if name not in cases:
            problems.append(f"{metric}: there is no case {name}")
            continue
        some, nothing = cases[name]
        expected = {"textbook": some, "nothing": nothing, "border": some | nothing}[kind]
        if metric not in expected:
            problems.append(f"{metric}: case {name} ({kind}) does not expect that of it")
    return problems


def rows_of(text):
    """Returns {what: names} for the lines "what: name name"."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {what: names.split() for what, names in (line.split(": ", 1) for line in lines)}


def is_there(root, name, cases):
    path, _, word = name.partition(":")
    return word in source_tree.read(root, path) if word else name in cases


def self_test():
    """The check must find what it is for."""
    some, nothing = expectations("expect a rank=0 path=m value=2\nexpect b rank=0 path=m value=0\n"
                                 "expect-none c a\nexpect-total d 8\nexpect-total e 0\n")
    assert some == {"a", "d"} and nothing == {"b", "c", "e"}
    cases = {"x": ({"m"}, set()), "y": (set(), {"m"}), "z": ({"n"}, set())}
    assert problems_of("m", ["x", "y", "x"], cases) == \
        [f"m: has 2 different cases in {LIST}, not 3"]
    assert len(problems_of("m", ["x", "y", "z"], cases)) == 1
    assert len(problems_of("m", ["y", "x", "w"], cases)) == 3
    assert rows_of("# no\n\na: b c\ntrace 1: d\n") == {"a": ["b", "c"], "trace 1": ["d"]}


def main():
    root = source_tree.root_from_command_line()
    self_test()
    files = source_tree.project_files(root)
    cases = {os.path.basename(path).removesuffix(".case"): expectations(source_tree.read(root, path))
             for path in files if path.startswith("tests/cases/") and path.endswith(".case")}
    metrics = set()
    for path in files:
        if path.startswith(PAGES) and path.endswith(".md"):
            for listed in METRICS.findall(source_tree.read(root, path)):
                metrics.update(re.findall(r"`(\w+)`", listed))
    rows = rows_of(source_tree.read(root, LIST))
    problems = [] if len(metrics) > 30 else ["hardly any metric was found"]
    for metric in sorted(metrics):
        problems += problems_of(metric, rows.get(metric, []), cases)
    for number in range(1, TRACES + 1):
        names = rows.get(f"trace {number}", [])
        if not names or not all(is_there(root, name, cases) for name in names):
            problems.append(f"trace {number}: {LIST} names no test of it, or one that is not there")
    traces = {f"trace {number}" for number in range(1, TRACES + 1)}
    problems += [f"{LIST}: {what} has no page in {PAGES}" for what in rows if what not in metrics | traces]
    source_tree.finish("pattern_cases", problems, len(cases))


if __name__ == "__main__":
    main()
