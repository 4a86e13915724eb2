# SPDX-License-Identifier: BSD-3-Clause
"""Checks text against the grammar of coNCePTuaL, as far as benchmarks of tarry use the language.

Source: S. Pakin, "coNCePTuaL User's Guide", version 1.5, Los Alamos National Laboratory, chapter 4.
A production of the guide is a method here with the same name.
"""
import re

# Keywords that are spelled in several ways, by the one that the grammar uses.
SPELLINGS = {
    "TASK": "TASKS", "SENDS": "SEND", "RECEIVES": "RECEIVE", "MULTICASTS": "MULTICAST",
    "REDUCES": "REDUCE", "SYNCHRONIZES": "SYNCHRONIZE", "COMPUTES": "COMPUTE", "SLEEPS": "SLEEP",
    "AWAITS": "AWAIT", "MESSAGE": "MESSAGES", "BYTE": "BYTES", "INTEGER": "INTEGERS",
    "DOUBLEWORD": "DOUBLEWORDS", "AN": "A", "REPETITION": "REPETITIONS",
    "MICROSECOND": "MICROSECONDS", "COMPLETIONS": "COMPLETION",
}
KEYWORDS = set(SPELLINGS) | set(SPELLINGS.values()) | {
    "ALL", "OTHER", "SUCH", "THAT", "ASYNCHRONOUSLY", "TO", "FROM", "UNSUSPECTING", "USING", "TAG",
    "FOR", "EACH", "IN", "THEN", "IF", "OTHERWISE", "MOD", "XOR", "ASSERT", "WITH", "REQUIRE",
    "LANGUAGE", "VERSION",
}
TOKEN = re.compile(r'\s+|#[^\n]*|(?P<string>"[^"]*")|(?P<number>\d+)|(?P<word>[A-Za-z]\w*)'
                   r'|(?P<sign>\.\.\.|/\\|\\/|<>|<=|>=|[-+*/(){},.<>=])')


class NotInTheLanguage(Exception):
    pass


class Checker:
    def __init__(self, text):
        self.tokens = []
        self.at = 0
        self.statements = 0  # simple statements
        place = 0
        while place < len(text):
            found = TOKEN.match(text, place)
            if not found:
                raise NotInTheLanguage(f"unknown character {text[place:place + 20]!r}")
            place = found.end()
            if found["word"]:
                word = found["word"].upper()
                self.tokens.append(SPELLINGS.get(word, word) if word in KEYWORDS
                                   else ("ident", found["word"]))
            elif found.lastgroup:
                kind = found.lastgroup
                self.tokens.append(found["sign"] if kind == "sign" else (kind, found[kind]))

    # Tokens
    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def accept(self, *wanted):
        if self.peek() in wanted:
            self.at += 1
            return True
        return False

    def expect(self, *wanted):
        for each in wanted:
            if not self.accept(each):
                raise NotInTheLanguage(
                    f"{each} expected, not {self.tokens[self.at:self.at + 8]}")

    def kind(self, wanted):
        if not isinstance(self.peek(), tuple) or self.peek()[0] != wanted:
            raise NotInTheLanguage(f"{wanted} expected, not {self.tokens[self.at:self.at + 8]}")
        self.at += 1

    def is_kind(self, wanted):
        return isinstance(self.peek(), tuple) and self.peek()[0] == wanted

    # Programs and statements
    def program(self):
        if self.accept("REQUIRE"):
            self.expect("LANGUAGE", "VERSION")
            self.kind("string")
            self.expect(".")
        while self.peek() is not None:
            self.simple_stmt_list()
            self.expect(".")

    def simple_stmt_list(self):
        self.simple_stmt()
        while self.accept("THEN"):
            self.simple_stmt()

    def simple_stmt(self):
        if self.accept("{"):
            self.simple_stmt_list()
            self.expect("}")
        elif self.accept("FOR"):
            self.for_stmt()
        elif self.accept("ASSERT"):
            self.expect("THAT")
            self.kind("string")
            self.expect("WITH")
            self.rel_expr()
        else:
            self.statements += 1
            self.task_expr()
            self.action()

    def for_stmt(self):
        self.statements += 1
        if self.accept("EACH"):
            self.kind("ident")
            self.expect("IN", "{")
            self.expr()
            while self.accept(","):
                if self.accept("..."):
                    self.expect(",")
                self.expr()
            self.expect("}")
        else:
            self.expr()
            self.expect("REPETITIONS")
        self.simple_stmt()

    def action(self):
        asynchronously = self.accept("ASYNCHRONOUSLY")
        if self.accept("SEND"):
            self.message_spec()
            self.expect("TO")
            self.accept("UNSUSPECTING")
            self.task_expr()
        elif self.accept("RECEIVE"):
            self.message_spec()
            self.expect("FROM")
            self.task_expr()
        elif self.accept("MULTICAST"):
            self.message_spec()
            self.expect("TO")
            self.task_expr()
        elif asynchronously:
            raise NotInTheLanguage("nothing else is asynchronous")
        elif self.accept("REDUCE"):
            self.expr()
            if not self.accept("BYTES", "INTEGERS", "DOUBLEWORDS"):
                raise NotInTheLanguage("a reduction needs a type")
            self.expect("TO")
            self.task_expr()
        elif self.accept("COMPUTE", "SLEEP"):
            self.expect("FOR")
            self.expr()
            self.expect("MICROSECONDS")
        elif self.accept("AWAIT"):
            self.expect("COMPLETION")
        else:
            self.expect("SYNCHRONIZE")

    def message_spec(self):
        if not self.accept("A"):
            self.expr()
        self.expr()
        self.expect("BYTES", "MESSAGES")
        if self.accept("USING"):
            self.expect("TAG")
            self.expr()

    def task_expr(self):
        if self.accept("ALL"):
            if self.accept("OTHER"):
                return self.expect("TASKS")
            self.expect("TASKS")
            if self.is_kind("ident"):
                self.at += 1
            return None
        self.expect("TASKS")
        if self.is_kind("ident") and self.peek(1) == "SUCH":
            self.at += 1
            self.expect("SUCH", "THAT")
            return self.rel_expr()
        return self.expr()

    # Expressions
    def rel_expr(self):
        self.rel_conj_expr()
        while self.accept("\\/"):
            self.rel_conj_expr()

    def rel_conj_expr(self):
        self.rel_primary_expr()
        while self.accept("/\\"):
            self.rel_primary_expr()

    def rel_primary_expr(self):
        start = self.at
        try:
            self.expr()
            if not self.accept("=", "<>", "<", ">", "<=", ">="):
                raise NotInTheLanguage(f"comparison expected, not {self.peek()}")
            self.expr()
        except NotInTheLanguage:
            self.at = start
            self.expect("(")
            self.rel_expr()
            self.expect(")")

    def expr(self):
        self.add_expr()
        if self.accept("IF"):
            self.rel_expr()
            self.expect("OTHERWISE")
            self.add_expr()

    def add_expr(self):
        self.mult_expr()
        while self.accept("+", "-", "XOR"):
            self.mult_expr()

    def mult_expr(self):
        self.unary_expr()
        while self.accept("*", "/", "MOD"):
            self.unary_expr()

    def unary_expr(self):
        while self.accept("+", "-"):
            pass
        if self.accept("("):
            self.expr()
            self.expect(")")
        elif self.is_kind("number"):
            self.at += 1
        else:
            self.kind("ident")


def statements(text):
    """Returns the number of statements; raises NotInTheLanguage."""
    checker = Checker(text)
    checker.program()
    return checker.statements
