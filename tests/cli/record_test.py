#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry record and tarry analyze from the outside, as far as no MPI is needed: what they refuse, with
one line and the documented status; what stands in the experiment directory; interrupted recordings."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
FAILED, USAGE = 1, 2

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
int work(int n) { return n < 2 ? n : work(n - 1) + work(n - 2); }
int main(int argc, char** argv) {
  printf("%d\n", work(10));
  fflush(stdout);
  if (argc > 1 && strcmp(argv[1], "die") == 0) raise(SIGKILL);
  if (argc > 1 && strcmp(argv[1], "wait") == 0) pause();
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""


class Record(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        (cls.path / "fib.c").write_text(PROGRAM)
        for options, name in ((["-finstrument-functions", "-g"], "fib"), (["-static"], "static")):
            subprocess.run(["cc", *options, "fib.c", "-o", name], cwd=cls.path, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tarry(self, *arguments, environment=None):
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith("TARRY_")}
        return subprocess.run([TARRY, *arguments], text=True, timeout=60, cwd=self.path,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**clean, **(environment or {})},
                              check=False)

    def assert_refused(self, status, words, *arguments, environment=None):
        before = sorted(self.path.iterdir())
        done = self.tarry(*arguments, environment=environment)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(sorted(self.path.iterdir()), before, "something was left behind")

    def test_wrong_usage(self):
        self.assert_refused(USAGE, ["no program"], "record")
        self.assert_refused(USAGE, ["no program", "env"], "record", "env", "A=1")
        self.assert_refused(USAGE, ["--bufer", "--buffer"], "record", "--bufer", "1M", "./fib")
        self.assert_refused(USAGE, ["--buffer", "lots"], "record", "--buffer", "lots", "./fib")
        self.assert_refused(USAGE, ["TARRY_BUFFER"], "record", "./fib",
                            environment={"TARRY_BUFFER": "lots"})

    def test_programs_that_cannot_be_measured(self):
        self.assert_refused(FAILED, ["./missing"], "record", "./missing")
        self.assert_refused(FAILED, ["./fib.c"], "record", "./fib.c")  # not executable
        self.assert_refused(FAILED, ["statically linked"], "record", "./static")
        if shutil.which("mpirun"):
            self.assert_refused(FAILED, ["./missing", "mpirun"], "record", "mpirun", "-n", "2",
                                "./missing")

    def test_experiment_directories_in_the_way(self):
        (self.path / "precious").mkdir()
        (self.path / "precious" / "thesis.tex").write_text("x")
        self.assert_refused(FAILED, ["precious", "-o"], "record", "-o", "precious", "./fib")
        self.assert_refused(FAILED, ["precious"], "record", "--force", "-o", "precious", "./fib")
        self.assertTrue((self.path / "precious" / "thesis.tex").exists())
        self.assert_refused(FAILED, ["parent"], "record", "-o", "no/such/parent", "./fib")

    def test_a_recording_has_everything(self):
        done = self.tarry("record", "-o", "whole", "--buffer", "64K", "./fib", "3")
        self.assertEqual((done.returncode, done.stdout), (3, "55\n"), done.stderr)
        self.assertTrue(all(line.startswith("tarry: ") for line in done.stderr.splitlines()))
        self.assertIn("tarry report whole", done.stderr)
        found = {str(path.relative_to(self.path / "whole"))
                 for path in (self.path / "whole").rglob("*") if path.is_file()}
        self.assertEqual(found, {"experiment.json", "tarry.log", "traces.otf2", "traces.def",
                                 "traces/0.evt", "traces/0.def", "analysis.cubex"})
        manifest = json.loads((self.path / "whole" / "experiment.json").read_text())
        self.assertEqual(manifest["schema"], "tarry-experiment/1")
        self.assertEqual(manifest["command"], ["./fib", "3"])
        self.assertEqual(manifest["exit_status"], 3)
        self.assertEqual(manifest["options"], {"buffer": "64K"})
        self.assertEqual(manifest["ranks"], 1)
        self.assertEqual(manifest["warnings"], [])
        self.assertIsNone(manifest["mpi"])

    def test_quiet_says_nothing(self):
        done = self.tarry("record", "-q", "-o", "quiet", "./fib")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "55\n", ""))

    def test_options_of_the_program_are_its_own(self):
        done = self.tarry("record", "--no-analyze", "-o", "own", "--", "env", "-u", "X", "./fib",
                          "--force")
        self.assertEqual((done.returncode, done.stdout), (0, "55\n"), done.stderr)
        self.assertFalse((self.path / "own" / "analysis.cubex").exists())
        done = self.tarry("analyze", "own")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.path / "own" / "analysis.cubex").exists())

    def test_force_replaces_an_experiment(self):
        for _ in range(2):
            done = self.tarry("record", "--force", "-o", "again", "./fib")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_default_name(self):
        done = self.tarry("record", "-q", "./fib", environment={"OMP_NUM_THREADS": "3"})
        self.assertEqual(done.returncode, 0, done.stderr)
        names = [path.name for path in self.path.glob("tarry-fib-*")]
        self.assertEqual(len(names), 1)
        self.assertRegex(names[0], r"^tarry-fib-1x3-\d{8}-\d{6}$")
        shutil.rmtree(self.path / names[0])

    def test_a_killed_program_leaves_a_trace(self):
        done = self.tarry("record", "-o", "dead", "./fib", "die")
        self.assertEqual(done.returncode, 128 + signal.SIGKILL, done.stderr)
        self.assertIn("did not end by", done.stderr)
        manifest = json.loads((self.path / "dead" / "experiment.json").read_text())
        self.assertEqual(len(manifest["warnings"]), 1)
        self.assertGreater(manifest["events"], 300)

    def test_a_recording_can_be_finished_later(self):
        process = subprocess.Popen([TARRY, "record", "-o", "late", "./fib", "wait"], cwd=self.path,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "55\n")
        process.kill()  # and with it the program
        process.communicate(timeout=60)
        self.assertTrue((self.path / "late" / "raw").is_dir())
        done = self.tarry("analyze", "late")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.path / "late" / "raw").exists())
        manifest = json.loads((self.path / "late" / "experiment.json").read_text())
        self.assertIsNone(manifest["exit_status"])
        self.assertGreater(manifest["events"], 300)

    def test_analyze_refuses(self):
        (self.path / "empty").mkdir(exist_ok=True)
        self.assert_refused(FAILED, ["nothing-here"], "analyze", "nothing-here")
        self.assert_refused(FAILED, ["empty", "traces.otf2"], "analyze", "empty")
        self.assert_refused(FAILED, ["fib.c"], "analyze", "fib.c")
        self.assert_refused(USAGE, ["analyze"], "analyze")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
