#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry analyze --memory from outside: the limit is kept, whatever else runs, and the report is
the same."""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
LIMIT_MIB = 128
EXCEEDED_BY = 1.3  # upper limit
AT_ONCE = 4  # number of analyses at a time, so that each gets a core only now and then
# The trace has some of every record that an analysis keeps; in memory they are three times the
# limit.
SYNTH = ("--ranks", "16", "--events", "10M", "--patterns",
         "late-sender,halo,late-receiver/4,nxn/4,late-broadcast/8,early-reduce/8")


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.trace = pathlib.Path(folder.name) / "made"
        subprocess.run([TARRY, "synth", "-q", *SYNTH, "-o", cls.trace], check=True, timeout=60)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def start(self, output, *options):
        with open(self.path / f"{output}.stderr", "w", encoding="utf-8") as stderr:
            return subprocess.Popen([TARRY, "analyze", self.trace, "-o", self.path / output,
                                     "-q", *options], stderr=stderr)

    def end(self, process, output):
        """Returns status, peak memory in MiB and stderr of an analysis. The system notes the
        peak at each change, so nothing is missed between two looks."""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        error = self.path / f"{output}.stderr"
        text = error.read_text(encoding="utf-8")
        error.unlink()
        return process.returncode, usage.ru_maxrss / 1024, text

    def analyze(self, output, *options):
        return self.end(self.start(output, *options), output)

    def test_limit_is_kept_and_the_report_is_the_same(self):
        status, free_peak, error = self.analyze("free.cubex")
        self.assertEqual(status, 0, error)
        self.assertGreater(free_peak, 2 * LIMIT_MIB, "the trace is too small to show anything")
        outputs = [f"limited{i}.cubex" for i in range(AT_ONCE)]
        running = [self.start(output, "--memory", f"{LIMIT_MIB}M") for output in outputs]
        ended = [self.end(process, output) for process, output in zip(running, outputs)]
        for output, (status, peak, error) in zip(outputs, ended):
            self.assertEqual(status, 0, error)
            self.assertLessEqual(peak, EXCEEDED_BY * LIMIT_MIB, [peak for _, peak, _ in ended])
            self.assertEqual((self.path / output).read_bytes(),
                             (self.path / "free.cubex").read_bytes())
        self.assertEqual({file.name for file in self.path.iterdir()}, {"free.cubex", *outputs})

    def test_what_is_no_limit_is_refused(self):
        for limit in ("", "0", "127M", "-5", "much"):
            status, _, error = self.analyze("refused.cubex", f"--memory={limit}")
            self.assertEqual((status, error.count("\n")), (2, 1), limit + error)

    def test_full_disk_is_named(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000_000, 10_000_000))

        done = subprocess.run([TARRY, "analyze", self.trace, "-o", self.path / "full.cubex",
                               "--memory", f"{LIMIT_MIB}M"], text=True, timeout=60, check=False,
                              stderr=subprocess.PIPE, preexec_fn=small_files)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn("no room for what --memory leaves no room for: " + str(self.path),
                      done.stderr)
        self.assertFalse((self.path / "full.cubex").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
