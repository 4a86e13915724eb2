# SPDX-License-Identifier: BSD-3-Clause
"""A program without MPI, and commands that record it or refuse to, for tests of one command."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
FAILED, USAGE, NOTHING = 1, 2, 3

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
int work(int n) { return n < 2 ? n : work(n - 1) + work(n - 2); }
int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "stay") == 0) signal(SIGTERM, SIG_IGN);
  printf("%d\n", work(10));
  fflush(stdout);
  if (argc > 1 && strcmp(argv[1], "die") == 0) raise(SIGKILL);
  if (argc > 1 && strcmp(argv[1], "wait") == 0) pause();
  if (argc > 1 && strcmp(argv[1], "stay") == 0) pause();
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""


class RecordedProgram(unittest.TestCase):
    """A folder with the program `fib`, and `static`, which is linked statically."""

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

    def start_recording(self, directory, *arguments, options=()):
        process = subprocess.Popen([TARRY, "record", "-o", directory, *options, "./fib", *arguments],
                                   cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.assertEqual(process.stdout.readline(), "55\n")
        return process

    def content(self, directory):
        return {path: path.stat().st_size for path in (self.path / directory).rglob("*")}

    def metrics_of(self, experiment):
        done = self.tarry("report", experiment, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return {metric["id"] for metric in json.loads(done.stdout)["metrics"]}
