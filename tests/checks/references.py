#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects references to documents that a reader of the repository does not have: numbers of
# requirements, of definitions and of conflicts, names of specifications, and numbers of equations
# and sections without the paper that has them. A source is a document of this tree, or a published
# paper by author, title and section. Where a document and headings of it are named, as in
# docs/definitions.md, "Symbols" and "Call paths", the document must have these headings.
# usage: references.py SOURCE_ROOT
import os
import re

import source_tree

CHECKED = ("src/", "tests/", "include/", "docs/", "bench/", "examples/", "scripts/", "cmake/",
           "fuzz/", "packaging/", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
THIS = "tests/checks/references.py"
OUTWARD = re.compile(r"\b[TWDSA]-\d\d\b|\b[Ss]pec compressed-tracing\b|\(spec \d|\btoolset [A\d]"
                     r"|\bpaper \d{3}\b|\bspec/|\bhouse-style\b|\binterface\.md\b"
                     r"|\b[Dd]efinitions? \d|\b[Cc]onflict C\d|\[C\d+\]"
                     r"|\b(?:trace-patterns|delay-analysis|compressed-tracing|sample-diagnosis)\b"
                     r"|\bmetrics\.tsv\b|\bseed 00\d\b")
# A number that means nothing without its paper, and the authors of the papers that are cited.
NUMBERED = re.compile(r"\bEqs?\. ?\d|\b[Ss]ections? \d+\.\d")
AUTHORS = re.compile(r"\b(?:Geimer|Viehhauser|Wei|Wolf|Wu)\b")
COMMENT = re.compile(r"\n[ \t]*(?://|#)?[ \t]*(?=\S)")
HEADINGS_OF = re.compile(r'\b(docs/[\w/-]+\.md),(?: from)? ("[^"\n]+"(?:(?:,| and) "[^"\n]+")*)')
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def paragraphs(text):
    """Parts of a text between empty lines or empty comments, each on a single line."""
    return [COMMENT.sub(" ", part) for part in re.split(r"\n[ \t]*(?://|#)?[ \t]*(?=\n)", text)]


def problems_of(path, text, headings):
    """`headings` returns those of a document, by its path."""
    problems = [f"{path}: refers to a document outside of the repository: {found.group(0)}"
                for found in OUTWARD.finditer(text)]
    for part in paragraphs(text):
        author = AUTHORS.search(part)
        problems += [f"{path}: does not say which paper has this: {found.group(0)}"
                     for found in NUMBERED.finditer(part)
                     if author is None or author.start() > found.start()]
        for document, names in HEADINGS_OF.findall(part):
            problems += [f"{path}: {document} has no heading {name}"
                         for name in re.findall(r'"([^"]+)"', names)
                         if name not in headings(document)]
    return problems


def headings_in(root):
    """What problems_of() asks; nothing for a document that does not exist."""
    known = {}

    def headings(document):
        if document not in known:
            exists = os.path.exists(os.path.join(root, document))
            known[document] = HEADING.findall(source_tree.read(root, document)) if exists else []
        return known[document]
    return headings


def self_test():
    """The check must find what it is for."""
    known = {"docs/a.md": ["Symbols", "Call paths"]}
    def problems(text):
        return problems_of("src/a.h", text, lambda document: known.get(document, []))
    for text in ("see T-52", "(W-41)", "Spec compressed-tracing 4.2", "(spec 4.2)", "toolset 5.1",
                 "toolset A-11", "paper 001", "spec/toolset", "the house-style", "interface.md",
                 "Source: definitions 0.4.", "definition 3", "conflict C5", "a test [C10]",
                 "trace-patterns 2.5", "delay-analysis.md", "sample-diagnosis 5", "metrics.tsv",
                 "seed 002", "(Eq. 2.4)", "see section 5.2", "F. Wolf\n//\n// section 3.8",
                 "Eq. 2.1 of D. Viehhauser", '// docs/a.md, "Other"', '// docs/b.md, "Symbols"',
                 '// docs/a.md, "Symbols" and "Other"', '// docs/a.md, "Call\n// sites"'):
        assert problems(text), text
    for text in ("timespec", "UTF-8", "docs/patterns/mpi.md", "performance toolset architecture",
                 "definitions.md", "the delay analysis", "F. Wolf, \"Title\", 2003,\n// section 3.8",
                 "D. Viehhauser, sections 2.3.3 (Eq. 2.2)", "1. Section 2",
                 '// docs/a.md, "Symbols" and "Call\n// paths".', '// docs/a.md,\n// "Symbols"'):
        assert not problems(text), text


def main():
    self_test()
    root = source_tree.root_from_command_line()
    headings = headings_in(root)
    problems = []
    files = [path for path in source_tree.project_files(root)
             if path.startswith(CHECKED) and path != THIS]
    for path in files:
        try:
            problems += problems_of(path, source_tree.read(root, path), headings)
        except UnicodeDecodeError:
            continue  # a binary golden file
    source_tree.finish("references", problems, len(files))


if __name__ == "__main__":
    main()
