# SPDX-License-Identifier: BSD-3-Clause
# Finds the loops of a C, C++ or Fortran source in its text: the begin of each and what it contains.
# It understands enough of the languages for the programs of this project, but no macros that make
# loops.
import re

WORD = re.compile(r"[A-Za-z_]\w*")


class SourceLoop:
    """Lines are counted from 1. `first` to `head_end`: the statement up to its body; `names`: the
    lines that a recovered loop may begin at; `end`: its last line; `outer`: the loop around it."""

    def __init__(self, first, outer):
        self.first = first
        self.outer = outer
        self.head_end = first
        self.end = first
        self.names = range(first, first + 1)

    def lines(self):
        return range(self.first, self.end + 1)


def blanked(text):
    """Returns the text with blanks in place of comments, strings and preprocessor lines; OpenMP
    pragmas before a loop become `#`."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|'
                         r"(?<![\w'])'(?:\\.|[^'\\\n])*'|^[ \t]*\#[^\n]*(?:\\\n[^\n]*)*",
                         re.DOTALL | re.MULTILINE)

    def blank(match):
        found = match.group(0)
        keep = "#" if re.match(r"\s*#\s*pragma omp .*\bfor\b", found) else " "
        return keep + re.sub(r"[^\n]", " ", found[1:]) if found else found
    return pattern.sub(blank, text)


class CReader:
    def __init__(self, text):
        self.text = blanked(text)
        self.at = 0
        self.loops = []
        self.pragma = None

    def line(self, at=None):
        return self.text.count("\n", 0, self.at if at is None else at) + 1

    def skip_blanks(self):
        while self.at < len(self.text) and (self.text[self.at].isspace() or self.text[self.at] == "#"):
            if self.text[self.at] == "#":
                self.pragma = self.line()
            self.at += 1

    def skip_parentheses(self):
        depth = 0
        while self.at < len(self.text):
            depth += {"(": 1, ")": -1}.get(self.text[self.at], 0)
            self.at += 1
            if depth == 0:
                return

    def word(self):
        found = WORD.match(self.text, self.at)
        return found.group(0) if found else ""

    def statement(self, outer):
        """Reads one statement, or anything up to the next one."""
        self.skip_blanks()
        if self.at >= len(self.text):
            return
        word = self.word()
        if word in ("for", "while", "do"):
            self.loop(word, outer)
        elif word in ("if", "switch"):
            self.at += len(word)
            self.skip_blanks()
            if self.word() == "constexpr":
                self.at += len("constexpr")
            self.skip_blanks()
            self.skip_parentheses()
            self.statement(outer)
        elif word == "else":
            self.at += len(word)
            self.statement(outer)
        elif self.text[self.at] == "{":
            self.block(outer)
        else:
            self.simple(outer)

    def block(self, outer):
        self.at += 1
        while True:
            self.skip_blanks()
            if self.at >= len(self.text) or self.text[self.at] == "}":
                self.at += 1
                return
            self.statement(outer)

    def simple(self, outer):
        """Reads up to the semicolon; braces may hold functions (of classes, namespaces, lambdas)."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "}":
                return
            if char == "{":
                self.block(None if self.at_function() else outer)
                self.skip_blanks()
                if self.at < len(self.text) and self.text[self.at] not in ";,)":
                    return
                continue
            if char == ";" or (char == ":" and self.text[self.at - 1:self.at + 2].count(":") == 1
                               and self.is_label()):
                self.at += 1
                return
            if char == "(":
                self.parentheses_with_lambdas()
                continue
            self.at += 1

    def parentheses_with_lambdas(self):
        depth = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "{":
                self.block(None)
                continue
            depth += {"(": 1, ")": -1}.get(char, 0)
            self.at += 1
            if depth == 0:
                return

    def at_function(self):
        return bool(re.search(r"[)\]]\s*(const|noexcept|mutable|->[\w:<> *&]+|\s)*$",
                              self.text[:self.at][-80:]))

    def is_label(self):
        begin = max(self.text.rfind(char, 0, self.at) for char in ";{}")
        return bool(re.match(r"\s*(case\b.*|default|public|private|protected|\w+)\s*$",
                             self.text[begin + 1:self.at], re.DOTALL))

    def loop(self, word, outer):
        self.skip_blanks()
        pragma, self.pragma = self.pragma, None
        made = SourceLoop(self.line(), outer)
        self.loops.append(made)
        self.at += len(word)
        self.skip_blanks()
        endless = False
        if word != "do":
            begin = self.at
            self.skip_parentheses()
            head = re.sub(r"\s", "", self.text[begin:self.at])
            endless = head in ("(true)", "(1)") or bool(re.match(r"\([^;]*;;", head))
        made.head_end = self.line(self.at - 1)
        self.skip_blanks()
        if self.at < len(self.text) and self.text[self.at] == "{":
            self.at += 1
            self.skip_blanks()
            first_in_body = self.line()
            self.at = self.text.rfind("{", 0, self.at)
        else:
            first_in_body = self.line()
        self.statement(made)
        if word == "do":
            self.skip_blanks()
            made.end = self.line()
            self.at += len("while")
            self.skip_blanks()
            self.skip_parentheses()
        made.end = max(made.end, self.line(self.at - 1))
        # Debug information has no place for code without instructions: the `do` itself, an endless
        # loop, which may be entered anywhere, and the loop of a pragma.
        made.names = range(pragma or made.first, made.head_end + 1)
        if word == "do":
            made.names = [*range(made.first, first_in_body + 1), made.end]
        elif endless:
            made.names = made.lines()
        elif pragma is not None:
            made.names = range(pragma, first_in_body + 1)


def c_loops(text):
    reader = CReader(text)
    while reader.at < len(reader.text):
        before = reader.at
        reader.statement(None)
        reader.at += reader.at == before
        if reader.at < len(reader.text) and reader.text[reader.at] == "}":
            reader.at += 1
    return reader.loops


def fortran_loops(text):
    loops, open_loops = [], []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("!")[0].strip().lower()
        if re.match(r"(\w+\s*:\s*)?do(\s|$)", line):
            loops.append(SourceLoop(number, open_loops[-1] if open_loops else None))
            open_loops.append(loops[-1])
        elif re.match(r"end\s*do\b", line):
            open_loops.pop().end = number
        elif re.search(r"\b(sum|product|maxval|minval|matmul)\s*\(", line):
            loops.append(SourceLoop(number, open_loops[-1] if open_loops else None))
    return loops


def loops_of(path):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    return fortran_loops(text) if path.lower().endswith((".f90", ".f")) else c_loops(text)
