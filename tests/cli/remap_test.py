#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry remap: reports with other metric trees."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
FORMAT = pathlib.Path(__file__).parents[2] / "docs" / "formats" / "remap.md"


class Remap(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        for arguments in (["synth", "-q", "--ranks", "4", "--iterations", "5", "--imbalance", "50000", "-o", "run1"],
                          ["analyze", "-q", "run1"]):
            subprocess.run([TARRY, *arguments], cwd=cls.path, check=True)

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *arguments], text=True, timeout=60, check=False, cwd=self.path,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def succeeds(self, *arguments):
        done = self.tarry(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def metrics(self, report):
        """Returns parent and total by id."""
        content = json.loads(self.succeeds("report", report, "--format", "json").stdout)
        return {metric["id"]: (metric["parent"], metric["total"]) for metric in content["metrics"]}

    def test_the_example_of_the_format(self):
        specification = re.search(r"```\n(# Where.*?)```", FORMAT.read_text(), re.DOTALL).group(1)
        (self.path / "mine.spec").write_text(specification)
        done = self.succeeds("remap", "run1", "--spec", "mine.spec", "-o", "mine.cubex")
        self.assertEqual(done.stderr, "tarry: wrote mine.cubex; next: tarry report mine.cubex\n")
        before, after = self.metrics("run1"), self.metrics("mine.cubex")
        self.assertEqual(list(after), ["time", "computing", "talking", "waiting", "moving", "visits", "sends"])
        self.assertEqual(after["computing"], ("time", before["comp"][1]))
        self.assertEqual(after["waiting"][0], "talking")
        self.assertAlmostEqual(after["waiting"][1] + after["moving"][1], before["mpi"][1], delta=1e-9 * before["mpi"][1])
        self.assertAlmostEqual(after["talking"][1], before["mpi"][1], delta=1e-9 * before["mpi"][1])
        self.assertIn("Waiting for others", self.succeeds("report", "mine.cubex", "--by", "rank",
                                                          "--metric", "waiting").stdout)

    def test_flat_time_gets_the_tree_of_the_analysis(self):
        content = json.loads(self.succeeds("report", "run1", "--format", "json").stdout)
        kept = {"time", "visits", "mpi_latesender", "mpi_wait_nxn"}
        content["metrics"] = [{**metric, "parent": None} for metric in content["metrics"] if metric["id"] in kept]
        content["severity"] = [cell for cell in content["severity"] if cell["metric"] in kept]
        content["findings"] = []
        (self.path / "flat.json").write_text(json.dumps(content))
        self.succeeds("remap", "flat.json", "-o", "tree.cubex")
        before, after = self.metrics("run1"), self.metrics("tree.cubex")
        for metric in ("time", "execution", "comp", "mpi", "mpi_communication", "mpi_collective", "mpi_wait_nxn"):
            self.assertEqual(after[metric][0], before[metric][0])
            self.assertAlmostEqual(after[metric][1], before[metric][1], delta=1e-9 * before["time"][1], msg=metric)
        self.assertTrue(set(after) <= set(before))

    def test_a_wrong_tree_is_named(self):
        (self.path / "wrong.spec").write_text("mpi\n  time\n")
        done = self.succeeds("remap", "run1", "--spec", "wrong.spec", "-o", "wrong.cubex")
        self.assertRegex(done.stderr, r"warning: the metric 'mpi' lacks .* of the metrics below it")

    def test_errors_name_the_line(self):
        for text, message in (("time\ntea\n", "the report has no metric 'tea': bad.spec:2"),
                              ("a = time / visits\n", "a ratio cannot be added up over call paths and ranks: bad.spec:1"),
                              ("", "the specification has no metric: bad.spec")):
            (self.path / "bad.spec").write_text(text)
            done = self.tarry("remap", "run1", "--spec", "bad.spec", "-o", "bad.cubex")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(message, done.stderr)
        self.assertFalse((self.path / "bad.cubex").exists())
        done = self.tarry("remap", "run1", "--spec", "missing.spec")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing.spec", done.stderr)
        done = self.tarry("remap", "run1", "-o", "run1/analysis.cubex")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the output would replace a file of the input", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
