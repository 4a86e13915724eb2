#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects documents that name files which do not exist, and references by line number, which are
# wrong after the next change. Also rejects decisions that are not in the common form, and an index
# of decisions that is incomplete, a glossary that is not sorted, and a status that does not name
# every document with limits, and lines of prose in the guides that are too wide.
# usage: documents.py SOURCE_ROOT
import glob
import os
import re

import source_tree

LINK = re.compile(r"\[[^\]]*\]\(([^)\s#]+)[^)]*\)")
CODE = re.compile(r"`([^`\n]+)`")
# A path in a code span belongs to the project if it starts with one of these.
OURS = ("src/", "docs/", "tests/", "scripts/", "examples/", "bench/", "cmake/", "include/", ".ci/",
        "fuzz/", "explorer/")
DECISION = re.compile(r"docs/decisions/(\d{3})-[\w-]+\.md")
DECISION_INDEX = "docs/decisions/README.md"
DECISION_HEADINGS = ["Problem", "Choice", "Consequences"]
DECISION_LINES = 60
COLUMNS = 120
# These decisions may be longer than DECISION_LINES because each of their rules is disputed
# separately.
LONG_DECISIONS = {"docs/decisions/045-call-stacks.md": 75,
                  "docs/decisions/050-inlined-functions.md": 75}
STATUS = "docs/status.md"
LIMITS = re.compile(r"^## Limits$", re.MULTILINE)
# Their prose is wrapped; tables and code are as wide as they have to be.
WRAPPED = re.compile(r"[A-Z]+\.md|docs/(how-to|decisions|performance)/.*"
                     r"|docs/(definitions|glossary|performance|status)\.md")
GLOSSARY = "docs/glossary.md"
ENTRY = re.compile(r"- \*\*([^*]+)\*\*: (\S+)")
# An entry is a noun phrase or a sentence; it must not begin like a fragment.
FRAGMENTS = {"what", "who", "of", "those", "likewise", "it"}
LINE_NUMBER = re.compile(r"\b[\w/]+\.(?:cpp|h|py):\d+")


def alternatives(pattern):
    """Expands `a.{h,cpp}` to a.h, a.cpp."""
    match = re.search(r"\{([^{}]*)\}", pattern)
    if not match:
        return [pattern]
    head, tail = pattern[:match.start()], pattern[match.end():]
    return [name for part in match.group(1).split(",") for name in alternatives(head + part + tail)]


def exists(root, path):
    """Returns whether the path is a file, a folder, a glob pattern, or a source file named
    without its ending."""
    full = os.path.join(root, path)
    return bool(glob.glob(full) or glob.glob(full + ".*"))


def named_paths(text):
    """Returns paths of this project in code spans; placeholders like <name> are skipped."""
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


def decision_problems(path, text):
    """Checks that a decision has its number in the title, and the three headings in order."""
    problems = []
    lines = text.splitlines()
    number = DECISION.fullmatch(path).group(1)
    if not lines or not re.match(rf"# {number} \S", lines[0]):
        problems.append(f"{path}: the first line is not '# {number} Title'")
    headings = [heading for heading in re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE)
                if heading in DECISION_HEADINGS]
    if headings != DECISION_HEADINGS:
        problems.append(f"{path}: the paragraphs **Problem.**, **Choice.** and **Consequences.** are "
                        f"not there once each in this order: {headings}")
    limit = LONG_DECISIONS.get(path, DECISION_LINES)
    if len(lines) > limit:
        problems.append(f"{path}: {len(lines)} lines, the limit is {limit}")
    return problems


def width_problems(path, text):
    """Checks that lines of prose have at most COLUMNS."""
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [f"{path}: a line of {len(line)} columns, the limit is {COLUMNS}: {line[:40]}..."
            for line in prose.splitlines() if len(line) > COLUMNS and not line.startswith("|")]


def self_test_of_widths():
    wide = "x" * (COLUMNS + 1)
    assert width_problems("README.md", f"{wide}\n")
    assert width_problems("README.md", f"```\na\n```\n{wide}\n```\nb\n```\n")
    assert not width_problems("README.md", f"{wide[1:]}\n| {wide} |\n```\n{wide}\n```\n")


def index_problems(index, titles):
    """Checks that the index has one line for each decision, in order. `titles` has the first
    line by path."""
    expected = [f"- [{title[2:5]}]({os.path.basename(path)}) {title[6:]}"
                for path, title in sorted(titles.items())]
    found = [line for line in index.splitlines() if line.startswith("- ")]
    return ([f"{DECISION_INDEX}: lacks the line: {line}" for line in expected if line not in found]
            + [f"{DECISION_INDEX}: no decision has this number, file and title: {line}"
               for line in found if line not in expected]
            + ([f"{DECISION_INDEX}: the lines are not in the order of the numbers, or not once each"]
               if sorted(found) == sorted(expected) and found != expected
               or len(found) != len(set(found)) else []))


def glossary_problems(text):
    """Checks that the entries `- **word**: meaning` are sorted, unique, and begin with no
    fragment."""
    problems = []
    words = []
    for line in text.splitlines():
        if not line.startswith("- "):
            continue
        entry = ENTRY.match(line)
        if not entry:
            problems.append(f"{GLOSSARY}: not of the form '- **word**: meaning': {line}")
            continue
        words.append(entry.group(1))
        follows = line[entry.start(2):]
        if entry.group(2) in FRAGMENTS and not re.match(r"of [^,]+, (?!what|who)\w", follows):
            problems.append(f"{GLOSSARY}: {words[-1]}: begins with '{entry.group(2)}'")
    for before, word in zip(words, words[1:]):
        if before.lower() >= word.lower():
            problems.append(f"{GLOSSARY}: {word}: comes after {before}")
    return problems if words else problems + [f"{GLOSSARY}: has no entries"]


def self_test_of_glossary():
    good = "# Glossary\n\n- **action**: an effect.\n- **Late Sender**: a wait.\n- **tick**: a unit.\n"
    assert not glossary_problems(good)
    assert not glossary_problems(good.replace("an effect", "of a call, an effect"))
    assert glossary_problems(good.replace("tick", "clock"))
    assert glossary_problems(good.replace("tick", "Late Sender"))
    assert glossary_problems(good.replace("an effect", "what a call does"))
    assert glossary_problems(good.replace("an effect", "of a call, what it does"))
    assert glossary_problems(good + "- wait: time\n")
    assert glossary_problems("| tick | a unit |\n")


def limits_problems(status, texts):
    """Checks that the status links each section `## Limits`, and no other one. `texts` has the
    documents by path."""
    existing = {os.path.relpath(path, "docs") for path, text in texts.items()
                if path.startswith("docs/") and path != STATUS and LIMITS.search(text)}
    linked = set(re.findall(r"\(([^)\s#]+)#limits\)", status))
    return ([f"{STATUS}: no link to the limits in {path}" for path in sorted(existing - linked)]
            + [f"{STATUS}: {path} has no section Limits" for path in sorted(linked - existing)])


def self_test_of_limits():
    texts = {"docs/a.md": "# A\n\n## Limits\n\n- None.\n", "docs/b.md": "# B\n\n## Limits of all\n"}
    assert not limits_problems("see [a](a.md#limits)", texts)
    assert limits_problems("see [a](a.md)", texts)
    assert limits_problems("see [a](a.md#limits), [b](b.md#limits)", texts)


def self_test_of_decisions():
    path = "docs/decisions/001-a.md"
    good = "# 001 A\n\n**Problem.** P.\n\n**Choice.** C.\n\n**Consequences.** D.\n"
    assert not decision_problems(path, good)
    assert decision_problems(path, good.replace("001 A", "001: A"))
    assert decision_problems(path, good.replace("001 A", "002 A"))
    assert decision_problems(path, good.replace("**Choice.**", "**Decision.**"))
    assert decision_problems(path, good.replace("Problem", "X").replace("Choice", "Problem")
                             .replace("X", "Choice"))
    assert decision_problems(path, good + "more\n" * DECISION_LINES)
    titles = {path: "# 001 A", "docs/decisions/002-b.md": "# 002 B"}
    index = "# Decisions\n\n- [001](001-a.md) A\n- [002](002-b.md) B\n"
    assert not index_problems(index, titles)
    assert index_problems(index.replace("- [002](002-b.md) B\n", ""), titles)
    assert index_problems(index.replace("B", "Other"), titles)
    assert index_problems(index + "- [003](003-c.md) C\n", titles)
    assert index_problems("- [002](002-b.md) B\n- [001](001-a.md) A\n", titles)


def self_test(root):
    """Checks that the check finds what it is for."""
    self_test_of_decisions()
    self_test_of_glossary()
    self_test_of_limits()
    self_test_of_widths()
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
    texts = {path: source_tree.read(root, path) for path in documents}
    for path, text in texts.items():
        problems += problems_of(root, path, text)
        if WRAPPED.fullmatch(path):
            problems += width_problems(path, text)
    decisions = {path: text for path, text in texts.items() if DECISION.fullmatch(path)}
    for path, text in decisions.items():
        problems += decision_problems(path, text)
    problems += index_problems(texts[DECISION_INDEX], {path: text.split("\n", 1)[0]
                                                       for path, text in decisions.items()})
    problems += glossary_problems(texts[GLOSSARY])
    problems += limits_problems(texts[STATUS], texts)
    source_tree.finish("documents", problems, len(documents))


if __name__ == "__main__":
    main()
