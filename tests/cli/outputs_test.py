#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Verbs do not put their output over their input or into folders that do not exist, and the next
verb finds it."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])


class Outputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = pathlib.Path(folder.name) / "made"
        subprocess.run([TARRY, "synth", "-q", "--ranks", "2", "--iterations", "2", "-o", cls.made],
                       check=True)
        (cls.made / "experiment.json").write_text("{}")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.experiment = self.path / "exp"
        shutil.copytree(self.made, self.experiment)

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def succeeds(self, *arguments):
        done = self.tarry(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def error_of(self, *arguments, status=1):
        done = self.tarry(*arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ""), (arguments, done.stderr))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def compressed_alone(self):
        """Writes a file as `tarry record --compressed` leaves it."""
        self.succeeds("compress", "exp")
        for name in ("traces", "traces.otf2", "traces.def"):
            path = self.experiment / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def test_inputs_are_not_written_over(self):
        self.succeeds("analyze", "exp")
        self.succeeds("compress", "exp", "-o", "x.tct")
        (self.path / "link").symlink_to("exp/traces.def")
        for verb, given, output in (
                ("compress", "exp", "exp/traces.otf2"), ("compress", "exp", "exp/traces.def"),
                ("compress", "exp/traces.otf2", "link"), ("analyze", "exp", "exp/traces/0.evt"),
                ("analyze", "exp", self.experiment / "traces.otf2"),
                ("analyze", "exp", "exp/experiment.json"), ("analyze", "x.tct", "x.tct"),
                ("report", "exp", "exp/analysis.cubex")):
            file = self.path / output
            before = file.read_bytes()
            said = self.error_of(verb, given, "-o", output, status=2)
            self.assertIn(f"the output would replace a file of the input: {output}", said)
            self.assertEqual(file.read_bytes(), before, output)

    def test_other_files_of_an_experiment_are_outputs(self):
        self.succeeds("compress", "exp", "-o", "exp/other.tct")
        self.succeeds("compress", "exp", "-o", "exp/other.tct")
        self.succeeds("analyze", "exp/other.tct", "-o", "exp/traces.cubex")

    def test_folders_are_not_made(self):
        for verb in ("compress", "analyze"):
            self.assertIn("its directory must exist", self.error_of(verb, "exp", "-o", "no/such/x"))
        self.assertFalse((self.path / "no").exists())

    def test_report_finds_what_analyze_makes_of_a_compressed_experiment(self):
        self.compressed_alone()
        self.assertIn("more: tarry report exp\n", self.succeeds("analyze", "exp").stderr)
        self.assertTrue((self.experiment / "analysis.cubex").exists())
        self.succeeds("report", "exp")
        self.succeeds("analyze", "exp/compressed/trace.tct")
        self.assertTrue((self.experiment / "compressed" / "analysis.cubex").exists())

    def test_compressed_already(self):
        self.compressed_alone()
        for given in ("exp", "exp/compressed/trace.tct"):
            for options in ([], ["-o", "other.tct"]):
                self.assertIn("the trace is compressed already: exp/compressed/trace.tct (tarry print",
                              self.error_of("compress", given, *options))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
