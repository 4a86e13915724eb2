# SPDX-License-Identifier: BSD-3-Clause
# The common part of the checks: the files of the project, and how findings are reported.
import os
import sys

NOT_OURS = {".git", "build", "demo", "dist", "node_modules", "__pycache__", ".cache"}


def root_from_command_line():
    """Returns the only argument of a check; without it, prints the usage and ends with status 2."""
    if len(sys.argv) != 2:
        print(f"usage: {os.path.basename(sys.argv[0])} SOURCE_ROOT", file=sys.stderr)
        sys.exit(2)
    return sys.argv[1]


def project_files(root):
    """Returns paths relative to `root`, sorted, without generated folders."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in NOT_OURS)
        for name in files:
            if name in NOT_OURS:
                continue
            path = os.path.relpath(os.path.join(folder, name), root)
            if not os.path.islink(os.path.join(root, path)):
                found.append(path)
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as stream:
        return stream.read()


def finish(check, problems, files_checked):
    """Prints the problems, one per line, and ends the process, with status 1 if there are any."""
    for problem in problems:
        print(problem)
    print(f"{check}: {files_checked} files, {len(problems)} problems")
    sys.exit(1 if problems else 0)
