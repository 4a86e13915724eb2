#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Documents in an installation: those that manual pages, help, messages and headers name are there,
and those that are there name no others. The text says where they are."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = sys.argv[1:3]
sys.path += [os.path.join(SOURCE, "tests", "checks")]

import documents  # noqa: E402
import installed_tree  # noqa: E402

NAMED = re.compile(r"\bdocs/[\w/.-]*\w")
PLACE = "share/doc/tarry"
# The parts of "docs/how-to/" "add-a-statistic.md", which the compiler joins.
JOINED = re.compile(r'"\s*\n\s*"')
COMMENT = re.compile(r"^\s*(?://|#).*$", re.MULTILINE)
SOURCES = (".cpp", ".h", ".def", ".c", ".js", ".py")
# What documents name below these folders is in the installation too.
INSTALLED = ("docs/", "examples/", "include/")


def messages(text):
    """Returns a source text without comments, and with literals in one piece."""
    return JOINED.sub("", COMMENT.sub("", text))


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.prefix = installed_tree.install(BUILD, pathlib.Path(cls.folder.name) / "tarry")
        cls.documents = cls.prefix / PLACE

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def named_in(self, where, text):
        """Checks that what a text names is installed. Returns how many names it has."""
        names = NAMED.findall(text)
        for name in names:
            self.assertTrue((self.documents / name).exists(), f"{where} names {name}, which is not installed")
        return len(names)

    def test_names_are_found(self):
        text = messages('// see docs/a.md\nfail("as docs/how-to/"\n     "add-a-verb.md says");\n')
        self.assertEqual(NAMED.findall(text), ["docs/how-to/add-a-verb.md"])
        with self.assertRaises(AssertionError):
            self.named_in("a message", "docs/no_such_file.md lists what is")

    def test_manual_pages(self):
        pages = list((self.prefix / "share" / "man" / "man1").iterdir())
        named = 0
        for page in pages:
            text = page.read_text().replace("\\-", "-")
            named += self.named_in(page.name, text.replace("docs/...", ""))
            self.assertIn(PLACE, text, page.name)
        self.assertGreater(named, 0)

    def help_of(self, *words):
        done = subprocess.run([self.prefix / "bin" / "tarry", *words, "--help"], text=True, timeout=60,
                              stdout=subprocess.PIPE, check=True)
        return done.stdout

    def test_help(self):
        overview = self.help_of()
        self.assertIn(PLACE, overview)
        named = 0
        verbs = re.findall(r"^  ([a-z][\w-]*) ", overview.split("Commands:")[1].split("Options")[0], re.MULTILINE)
        self.assertIn("record", verbs)
        for verb in verbs:
            text = self.help_of(verb)
            here = self.named_in(f"tarry {verb} --help", text.replace("docs/...", ""))
            if here:
                self.assertIn(PLACE, text, verb)
            named += here
        self.assertGreater(named, 0)

    def test_messages(self):
        named = 0
        for path in sorted(pathlib.Path(SOURCE, "src").rglob("*")):
            if path.suffix in SOURCES and not path.stem.endswith("_test"):
                named += self.named_in(path, messages(path.read_text()))
        self.assertGreater(named, 0)

    def test_headers(self):
        headers = list((self.prefix / "include").rglob("*.h"))
        self.assertGreater(len(headers), 0)
        for header in headers:
            self.named_in(header.name, header.read_text())

    def test_documents_name_what_is_there(self):
        found = list(self.documents.rglob("*.md"))
        self.assertGreater(len(found), 0)
        for path in found:
            text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
            for target in documents.LINK.findall(text):
                if "://" not in target:
                    self.assertTrue((path.parent / target).exists(), f"{path}: link to {target}, which is not installed")
            for target in documents.named_paths(text):
                if target.startswith(INSTALLED):
                    root = self.prefix if target.startswith("include/") else self.documents
                    self.assertTrue(documents.exists(root, target), f"{path}: names {target}, which is not installed")

    def test_no_folder_is_empty(self):
        empty = [path for path in self.documents.rglob("*") if path.is_dir() and not any(path.iterdir())]
        self.assertEqual(empty, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
