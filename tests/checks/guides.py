#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects guides whose code is not that of their template, which tests/guides/ compiles and runs: each
# file of examples/guides/<name>/ must stand in docs/how-to/add-a-<name>.md (or add-an-<name>.md), and
# every block of C, C++ or Python there must be such a file. The line with the license is left out.
# usage: guides.py SOURCE_ROOT
import os
import re

import source_tree

TEMPLATE = re.compile(r"examples/guides/(\w+)/(.+)")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LICENSE = re.compile(r"\A(//|#) SPDX-License-Identifier: .*\n")


def guide_of(template, exists):
    """The page of a template, or None."""
    pages = [f"docs/how-to/{article}-{template.replace('_', '-')}.md" for article in ("add-a", "add-an")]
    return next((page for page in pages if exists(page)), None)


def problems_of(page, text, files):
    """`files`: texts of the files of the template, by path."""
    blocks = BLOCK.findall(text)
    shown = [block for _, block in blocks]
    code = {path: LICENSE.sub("", content) for path, content in files.items()}
    return ([f"{page}: does not show what is in {path}"
             for path, content in code.items() if content not in shown]
            + [f"{page}: has code that is in no file of its template: {block.splitlines()[0]}"
               for language, block in blocks
               if language in ("c", "cpp", "python") and block not in code.values()])


def self_test():
    """The check must find what it is for."""
    files = {"a.cpp": "// SPDX-License-Identifier: BSD-3-Clause\nint a;\n", "a.case": "# A\nranks 1\n"}
    good = "# A\n\n```cpp\nint a;\n```\n\n```\n# A\nranks 1\n```\n\n```\nctest\n```\n"
    assert not problems_of("a.md", good, files)
    for bad in (good.replace("int a", "int b"), good.replace("ranks 1", "ranks 2"),
                good + "```cpp\nint b;\n```\n"):
        assert problems_of("a.md", bad, files), bad


def main():
    self_test()
    root = source_tree.root_from_command_line()
    templates = {}
    for path in source_tree.project_files(root):
        if found := TEMPLATE.fullmatch(path):
            templates.setdefault(found.group(1), {})[path] = source_tree.read(root, path)
    problems = [] if templates else ["there are no templates in examples/guides/"]
    for template, files in templates.items():
        page = guide_of(template, lambda path: os.path.exists(os.path.join(root, path)))
        problems += (problems_of(page, source_tree.read(root, page), files) if page else
                     [f"examples/guides/{template}: no guide docs/how-to/add-a-<name>.md"])
    source_tree.finish("guides", problems, len(templates))


if __name__ == "__main__":
    main()
