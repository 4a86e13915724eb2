#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Every row of docs/robustness.md must name an existing test: a test of CTest, and behind a colon
# one of its methods. usage: documented_test.py BUILD_DIRECTORY
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DOCUMENT = os.path.join(HERE, "..", "..", "docs", "robustness.md")
FEWEST_ROWS = 20


def tests_of_rows():
    with open(DOCUMENT, encoding="utf-8") as file:
        rows = [line for line in file if line.startswith("| ")]
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    return [(row[0], re.findall(r"`([^`]+)`", row[-1])) for row in cells if row[-1] != "test"]


def main():
    known = subprocess.run(["ctest", "-N"], cwd=sys.argv[1], capture_output=True, text=True,
                           check=True).stdout
    known = set(re.findall(r"Test +#\d+: (\S+)", known))
    rows = tests_of_rows()
    problems = []
    if len(rows) < FEWEST_ROWS:
        problems.append(f"only {len(rows)} rows found")
    for what, tests in rows:
        if not tests:
            problems.append(f"'{what}' names no test")
        for test in tests:
            name, _, method = test.partition(":")
            if name not in known:
                problems.append(f"'{what}': there is no test {name}")
            elif method:
                script = os.path.join(HERE, name.removeprefix("robustness.") + "_test.py")
                with open(script, encoding="utf-8") as file:
                    if f"def {method}(" not in file.read():
                        problems.append(f"'{what}': {script} has no {method}")
    if problems:
        sys.exit("FAILED:\n" + "\n".join(problems))
    print(f"{len(rows)} rows, each with a test")


if __name__ == "__main__":
    main()
