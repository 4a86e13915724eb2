#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Help and manual pages: every verb has both, with the same options, and roff accepts the pages."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
OPTION = re.compile(r"^  ((?:-\w, )?--[\w-]+(?:\[=[\w|]+\]| \S+)?)(?:  |$)", re.MULTILINE)
CONTRACT = {  # options that other programs may rely on
    "record": {"--output", "--trace", "--sample", "--buffer", "--max-trace", "--pause", "--no-analyze",
               "--force", "--config"},
    "instrument": set(),
    "analyze": {"--output", "--no-time-correction", "--patterns", "--skip"},
    "generate": {"--language", "--computation", "--sources", "--output"},
    "compare-traces": {"--ignore", "--format", "--output"},
    "compare": {"--tolerance", "--spread", "--smallest", "--format", "--output"},
    "remap": {"--spec", "--output"},
    "compress": {"--output"},
    "convert": {"--to", "--output"},
    "cut": {"--root", "--prune", "--output"},
    "diff": {"--output"},
    "diagnose": {"--format", "--output", "--then-trace"},
    "expand": {"--output"},
    "extrapolate": {"--to", "--extents", "--output"},
    "max": {"--output"},
    "mean": {"--output"},
    "merge": {"--output"},
    "min": {"--output"},
    "predict": {"--output", "--format", "--computation", "--latency"},
    "print": {"--rank"},
    "replay": {"--compute", "--format"},
    "scale": {"--to", "--format"},
    "score": {"--suggest-filter", "--filter", "--format"},
    "view": {"--html", "--port", "--no-browser", "--no-timeline", "--no-diagnosis", "--labels"},
    "report": {"--format", "--output", "--metric", "--by", "--top", "--inclusive", "--exclusive"},
}
COMMON = {"--help", "--version", "--quiet", "--verbose", "--color", "--jobs"}


def run(*command):
    return subprocess.run(command, text=True, timeout=60, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


def plain(roff):
    """Returns the compared part of a page: its text without escapes and quotes."""
    return roff.replace("\\-", "-").replace("\\(aq", "'").replace("\\&", "").replace('"', "")


class Help(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pages = pathlib.Path(cls.folder.name) / "man1"
        cls.done = run(TARRY, "man", str(cls.pages))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def page(self, name):
        return plain((self.pages / f"{name}.1").read_text())

    def test_every_verb_has_help_and_a_page(self):
        self.assertEqual((self.done.returncode, self.done.stderr), (0, ""))
        overview = run(TARRY, "--help").stdout
        verbs = re.findall(r"^  ([\w-]+) ", overview.split("Commands:")[1].split("Options")[0],
                           re.MULTILINE)
        self.assertEqual(set(verbs), set(CONTRACT))
        self.assertEqual({path.name for path in self.pages.iterdir()},
                         {"tarry.1", *(f"tarry-{verb}.1" for verb in verbs)})
        for verb in verbs:
            self.assertIn(f"tarry-{verb}", self.page("tarry"))

    def test_help_is_a_verb_too(self):
        self.assertEqual(run(TARRY, "help").stdout, run(TARRY, "--help").stdout)
        self.assertEqual(run(TARRY, "help", "record").stdout, run(TARRY, "record", "--help").stdout)
        done = run(TARRY, "help", "recrod")
        self.assertEqual(done.returncode, 2)
        self.assertIn("record", done.stderr)

    def test_help_and_page_know_the_same_options(self):
        for verb, promised in CONTRACT.items():
            written = OPTION.findall(run(TARRY, verb, "--help").stdout)
            names = {name for usage in written for name in re.findall(r"--[\w-]+", usage)}
            self.assertLessEqual(promised | COMMON, names, verb)
            in_page = re.findall(r"^\.B ((?:-\w, )?--.*)$", self.page(f"tarry-{verb}"),
                                 re.MULTILINE)
            self.assertEqual(sorted(written), sorted(in_page), verb)

    def test_examples_are_in_both(self):
        for verb in CONTRACT:
            text = run(TARRY, verb, "--help").stdout.split("Examples:\n")[1]
            examples = re.findall(r"^  (\S.*)$", text, re.MULTILINE)
            self.assertGreaterEqual(len(examples), 3, verb)
            for example in examples:
                self.assertIn(f".B {example.replace(chr(34), '(dq')}".replace("(dq", "\\(dq"),
                              self.page(f"tarry-{verb}"))

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_roff_takes_the_pages(self):
        for path in sorted(self.pages.iterdir()):
            done = run("groff", "-man", "-ww", "-z", str(path))
            self.assertEqual((done.returncode, done.stderr), (0, ""), path.name)

    def test_pages_of_the_build(self):
        built = pathlib.Path(TARRY).parents[1] / "share" / "man" / "man1"
        for path in self.pages.iterdir():
            self.assertEqual((built / path.name).read_text(), path.read_text(),
                             "The pages in the build are older than the command. Build target tarry_man_pages.")


class WrongUsage(unittest.TestCase):
    def test_says_who_and_what(self):
        cases = {
            ("record", "--call-stacks"): "--call-stacks needs a value",
            ("report",): "no <report> given",
            ("report", "x", "--by", "foo"): "--by: 'foo' is none of callpath, callsite, calltree, "
                                             "communicator, host, location, metric, node, rank, region",
            ("instrument", "--small"): "--small needs a value",
            ("report", "--tpo", "3", "x"): "The following argument was not expected: --tpo (did you mean '--top'?",
        }
        for words, said in cases.items():
            done = run(TARRY, *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(f"tarry {words[0]}: {said}", done.stderr)
            self.assertIn(f"try 'tarry {words[0]} --help'", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
