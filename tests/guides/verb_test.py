#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The verb of the guide docs/how-to/add-a-verb.md: what it prints, its help, its manual and its errors."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
CASE = pathlib.Path(__file__).parent.parent / "cases" / "latesender_basic.case"


class Verb(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def run_tarry(self, *arguments, status=0):
        done = subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr if status else done.stdout

    def test_counts_ranks_and_threads(self):
        report = self.path / "analysis.cubex"
        self.run_tarry("synth", "-o", self.path / "made", "--from", CASE)
        self.run_tarry("analyze", self.path / "made", "-o", report)
        self.assertEqual(self.run_tarry("size", report), "2 ranks, 2 threads\n")
        self.assertEqual(self.run_tarry("size", report, "--ranks"), "2\n")

    def test_is_in_help_manual_and_completion(self):
        self.assertIn("Show how many ranks", self.run_tarry("--help"))
        self.assertIn("--ranks", self.run_tarry("size", "--help"))
        self.assertIn("size", self.run_tarry("completion", "bash"))
        self.run_tarry("man", self.path)
        self.assertTrue((self.path / "tarry-size.1").exists())

    def test_says_what_is_wrong(self):
        self.assertIn("tarry size: ", self.run_tarry("size", self.path / "none", status=1))
        self.assertIn("tarry", self.run_tarry("size", status=2))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
