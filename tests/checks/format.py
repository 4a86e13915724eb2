#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects C and C++ that clang-format would change. Its versions disagree about details, so only the
# one of Debian 12 counts; without it the check is skipped (status 77).
# usage: format.py SOURCE_ROOT
import re
import shutil
import subprocess
import sys

import source_tree

VERSION = "14"


def formatter():
    for name in ("clang-format-" + VERSION, "clang-format"):
        program = shutil.which(name)
        if not program:
            continue
        said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
        if re.search(r"version " + VERSION + r"\.", said):
            return program
    return None


def main():
    root = source_tree.root_from_command_line()
    program = formatter()
    if program is None:
        print(f"format: skipped, no clang-format {VERSION} here")
        sys.exit(77)
    files = [path for path in source_tree.project_files(root) if path.endswith((".h", ".cpp", ".c"))]
    result = subprocess.run([program, "--dry-run", "--Werror", *files], cwd=root,
                            capture_output=True, text=True)
    changed = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", result.stderr, re.MULTILINE)))
    source_tree.finish("format", [f"{path}: run clang-format -i {path}" for path in changed],
                       len(files))


if __name__ == "__main__":
    main()
