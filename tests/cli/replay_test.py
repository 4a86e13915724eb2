#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry replay with wrong command lines; tests/replay tests it under each MPI."""

import os
import subprocess
import sys
import unittest

TARRY = os.path.abspath(sys.argv[1])


class Replay(unittest.TestCase):
    @staticmethod
    def replay(*arguments, **variables):
        return subprocess.run([TARRY, "replay", *arguments], text=True, timeout=60, check=False,
                              env={**os.environ, **variables}, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def refused(self, message, *arguments, **variables):
        done = self.replay(*arguments, **variables)
        self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_wrong_usage(self):
        self.refused("trace")
        for option, value in (("--compute", "work"), ("--times", "mean"), ("--format", "csv"),
                              ("--seed", "-1"), ("--destinations", "0")):
            self.refused(option, "a.tct", f"{option}={value}")

    def test_one_process_says_it(self):
        for size, rank in (("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"), ("PMI_SIZE", "PMI_RANK")):
            for arguments in (["a.tct", "--times=mean"], ["a.tct", "--speed", "0"]):
                self.refused(arguments[1][:7], *arguments, **{size: "2", rank: "0"})
                done = self.replay(*arguments, **{size: "2", rank: "1"})
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_what_is_no_number(self):
        for option in ("--speed", "--scale-bytes", "--patience"):
            for value in ("x", "-1", "nan", "inf", "1e400", "2x", ""):
                self.refused(option, "a.tct", f"{option}={value}")
        self.refused("--speed 0", "a.tct", "--speed", "0")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
