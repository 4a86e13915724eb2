#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Puts the rows of templates (examples/guides/*/rows.inc) into copies of the files they belong to.

usage: overlay.py SOURCE_ROOT OUTPUT ROWS... [--list]

A block of rows.inc is a line `// In FILE, behind WORDS`, `..., in front of WORDS` or `..., in place
of WORDS`, and the lines up to the next empty one. WORDS must stand in exactly one line of FILE. The
copies are OUTPUT/FILE; with --list, only the FILEs are printed, with semicolons between them.
"""

import pathlib
import re
import sys

HEAD = re.compile(r"// In (\S+), (behind|in front of|in place of) (.+)")


class Misfit(Exception):
    """A template does not fit to the sources any more."""


def blocks_of(text):
    """[(file, place, words, lines)] of a rows.inc."""
    blocks = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.rstrip("\n").split("\n")
        heads = [number for number, line in enumerate(lines) if HEAD.fullmatch(line)]
        if not heads:
            if any(not line.startswith("//") for line in lines):
                raise Misfit("rows that no line '// In FILE, behind WORDS' says the place of: "
                             + lines[0])
            continue
        rows = lines[heads[0] + 1:]
        if len(heads) > 1 or not rows:
            raise Misfit("no rows, or two places, in: " + paragraph)
        blocks.append((*HEAD.fullmatch(lines[heads[0]]).groups(), rows))
    return blocks


def inserted(text, place, words, rows):
    """The text of a file with `rows` in it."""
    lines = text.split("\n")
    found = [number for number, line in enumerate(lines) if words in line]
    if len(found) != 1:
        raise Misfit(f"'{words}' stands in {len(found)} lines, expected one")
    at = found[0]
    begin = at + 1 if place == "behind" else at
    end = at if place == "in front of" else at + 1
    return "\n".join(lines[:begin] + rows + lines[end:])


def self_test():
    """Rows must get to their place, and a template that does not fit must be found."""
    text = "a\nb = 1\nc\n"
    assert inserted(text, "behind", "b =", ["x"]) == "a\nb = 1\nx\nc\n"
    assert inserted(text, "in front of", "b =", ["x"]) == "a\nx\nb = 1\nc\n"
    assert inserted(text, "in place of", "b =", ["x", "y"]) == "a\nx\ny\nc\n"
    assert blocks_of("// SPDX\n// In f.h, behind b =\nx\n\n// text\n\n// In g.h, in front of c\ny\n"
                     ) == [("f.h", "behind", "b =", ["x"]), ("g.h", "in front of", "c", ["y"])]
    for bad in (lambda: inserted(text, "behind", "d", ["x"]),
                lambda: inserted("b\nb\n", "behind", "b", ["x"]),
                lambda: blocks_of("// In f.h, behind b\n\nx\n"),
                lambda: blocks_of("// In f.h, behind b\nx\n// In f.h, behind c\ny\n")):
        try:
            bad()
        except Misfit:
            continue
        assert False, "a template that does not fit was not found"


def main():
    self_test()
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    if len(arguments) < 3:
        sys.exit(__doc__)
    root, output = map(pathlib.Path, arguments[:2])
    copies = {}
    for template in map(pathlib.Path, arguments[2:]):
        try:
            for file, place, words, rows in blocks_of(template.read_text()):
                if "--list" in sys.argv:
                    copies[file] = ""
                    continue
                text = copies.get(file) or (root / file).read_text()
                copies[file] = inserted(text, place, words, rows)
        except (Misfit, FileNotFoundError) as misfit:
            sys.exit(f"{template}: {misfit}\nThe sources have changed: let this template and its "
                     "guide follow them.")
    if "--list" in sys.argv:
        print(";".join(sorted(copies)), end="")
        return
    for file, text in copies.items():
        (output / file).parent.mkdir(parents=True, exist_ok=True)
        (output / file).write_text(text)


if __name__ == "__main__":
    main()
