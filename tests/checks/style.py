#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects what a formatter does not see: a missing licence line, files that grew too long, names that
# say nothing, paths of somebody's machine, headers without #pragma once, using namespace, and file
# names of an experiment outside of the header that lists them.
# usage: style.py SOURCE_ROOT
import os
import re

import source_tree

LONG = 400      # the reviewer asks why
TOO_LONG = 800  # fails
CODE = (".h", ".cpp", ".c", ".inc", ".f90", ".py", ".cmake", ".js", ".css")
FORBIDDEN_NAMES = re.compile(r"(^|[_./-])(utils?|helpers?|v2|misc)([_./-]|$)|(^|/)new_")
# The pattern is written in pieces, so that this file does not match it.
MACHINE_PATHS = re.compile(r"(?<![\w.])/(" + "wo" + r"rk|ro" + r"ot)/\w")
EXPERIMENT_FILES = "src/base/experiment_files.h"
TODO = re.compile(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\))")


def is_script(text):
    return text.startswith("#!")


def spelled_names(header):
    """Matches code that spells a name of `header`; the name of a folder only as part of a path."""
    names = re.findall(r' = "([^"]+)";', header)
    files = [re.escape(name) for name in names if "." in name.strip(".")]
    folders = [re.escape(name) for name in names if name.isalpha()]
    return re.compile(f'"(?:{"|".join(files)})"|/ "(?:{"|".join(folders)})"')


def misplaced_names(path, text, spelled):
    is_production = path.startswith("src/") and not re.search(r"_test\.\w+$", path)
    if not is_production or path == EXPERIMENT_FILES:
        return []
    return [f"{path}: spells {found.group(0)}; {EXPERIMENT_FILES} has a name for it"
            for found in spelled.finditer(text)]


def problems_of(path, text):
    problems = []
    name = os.path.basename(path)
    code = path.endswith(CODE) or name == "CMakeLists.txt" or is_script(text)
    if FORBIDDEN_NAMES.search(path):
        problems.append(f"{path}: the name says nothing about what is inside")
    if code and not any("SPDX-License-Identifier: BSD-3-Clause" in line
                        for line in text.splitlines()[:2]):
        problems.append(f"{path}: its first lines lack SPDX-License-Identifier: BSD-3-Clause")
    if code and text.count("\n") > TOO_LONG:
        problems.append(f"{path}: {text.count(chr(10))} lines, the limit is {TOO_LONG}")
    if MACHINE_PATHS.search(text):
        problems.append(f"{path}: names a path of one machine: {MACHINE_PATHS.search(text).group(0)}")
    if code and TODO.search(text):
        problems.append(f"{path}: TODO without the number of an issue")
    if path.endswith(".h") and path.startswith("src/") and "#pragma once" not in text:
        problems.append(f"{path}: header without #pragma once")
    if path.startswith("src/") and re.search(r"^\s*using namespace\b", text, re.MULTILINE):
        problems.append(f"{path}: using namespace")
    return problems


def self_test():
    """Checks that the check finds what it is for."""
    good = "// SPDX-License-Identifier: BSD-3-Clause\n#pragma once\n"
    assert not problems_of("src/base/ticks.h", good)
    assert problems_of("src/base/ticks.h", "#pragma once\n")
    assert problems_of("src/base/string_utils.h", good)
    assert problems_of("src/base/ticks.h", good + "\n" * TOO_LONG)
    assert problems_of("docs/a.md", "see /" + "wo" + "rk/a")
    assert problems_of("src/base/a.cpp", good + "using namespace std;\n")
    assert problems_of("src/base/a.cpp", good + "// TO" + "DO later\n")
    spelled = spelled_names('k = "raw";\nk = "tarry.log";\nk = ".log";\n')
    assert misplaced_names("src/a.cpp", 'path / "raw"', spelled)
    assert misplaced_names("src/a.cpp", 'open("tarry.log")', spelled)
    assert not misplaced_names("src/a.cpp", 'say("see tarry.log"); key["raw"]; at(".log")', spelled)
    assert not misplaced_names("src/a_test.cpp", 'path / "raw"', spelled)


def main():
    self_test()
    root = source_tree.root_from_command_line()
    problems = []
    files = source_tree.project_files(root)
    spelled = spelled_names(source_tree.read(root, EXPERIMENT_FILES))
    for path in files:
        try:
            text = source_tree.read(root, path)
        except UnicodeDecodeError:
            continue  # a binary golden file
        lines = text.count("\n")
        if path.endswith(CODE) and LONG < lines <= TOO_LONG:
            print(f"note: {path}: {lines} lines; can it be split?")
        if path != os.path.join("tests", "checks", "style.py"):
            problems += problems_of(path, text) + misplaced_names(path, text, spelled)
    source_tree.finish("style", problems, len(files))


if __name__ == "__main__":
    main()
