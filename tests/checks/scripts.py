#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects scripts of pages that have a wrong syntax: JavaScript by Node.js; without it the check is
# skipped (status 77). Also rejects pages' scripts and styles inside of C++, where no tool sees them.
# usage: scripts.py SOURCE_ROOT
import re
import shutil
import subprocess
import sys
import tempfile

import source_tree

EMBEDDED = re.compile(r'R"(?:js|css)\(')


def syntax_error(node, path):
    """What Node.js says of a file; empty if it is sound."""
    done = subprocess.run([node, "--check", path], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip()


def self_test(node):
    """The check must find what it is for."""
    assert EMBEDDED.search('kScript = R"js(\n') and not EMBEDDED.search('R"({"a": 1})"')
    for text, is_sound in (("const a = [1];\n", True), ("const a = [1;\n", False)):
        with tempfile.NamedTemporaryFile("w", suffix=".js") as file:
            file.write(text)
            file.flush()
            assert (syntax_error(node, file.name) == "") == is_sound, text


def main():
    root = source_tree.root_from_command_line()
    files = source_tree.project_files(root)
    problems = [f"{path}: has a script or a style sheet: give it a file of its own (tarry_embed)"
                for path in files if path.startswith("src/") and path.endswith((".h", ".cpp"))
                and EMBEDDED.search(source_tree.read(root, path))]
    scripts = [path for path in files if path.endswith(".js")]
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None and not problems:
        print("scripts: skipped, no Node.js here (Debian: nodejs)")
        sys.exit(77)
    if node is not None:
        self_test(node)
        errors = [(path, syntax_error(node, f"{root}/{path}")) for path in scripts]
        problems += [f"{path}: {error}" for path, error in errors if error]
    source_tree.finish("scripts", problems + ([] if scripts else ["there is no script"]),
                       len(scripts))


if __name__ == "__main__":
    main()
