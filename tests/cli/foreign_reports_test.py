#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reports that others wrote, wherever a report is accepted: .cube of version 3, plain and gzipped."""

import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
WAVE = pathlib.Path(__file__).resolve().parent.parent / "reports" / "wave.cube"


class ForeignReports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        shutil.copy(WAVE, self.path / "wave.cube")
        (self.path / "wave.cube.gz").write_bytes(gzip.compress(WAVE.read_bytes()))

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def succeeds(self, *arguments):
        done = self.tarry(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def totals(self, report):
        content = json.loads(self.succeeds("report", report, "--format", "json"))
        return {metric["id"]: metric["total"] for metric in content["metrics"]}

    # The sums stand in the first lines of the file.
    def test_totals_are_those_worked_out_by_hand(self):
        expected = {"time": 18, "mpi": 3.5, "visits": 13, "bytes_sent": 4096, "nothing": 0}
        for file in ("wave.cube", "wave.cube.gz"):
            self.assertEqual(self.totals(file), expected)

    def test_the_report_shows_threads_and_call_paths(self):
        rows = self.succeeds("report", "wave.cube.gz", "--metric", "time", "--by", "location",
                             "--format", "csv").splitlines()
        self.assertEqual([row for row in rows if row.endswith((",7", ",6", ",5"))], rows[1:], rows)
        text = self.succeeds("report", "wave.cube", "--metric", "mpi", "--by", "callpath")
        self.assertIn("main/solve/MPI_Recv", text)

    def test_verbs_that_compute_accept_it(self):
        self.succeeds("diff", "wave.cube", "wave.cube.gz", "-o", "zero.cubex")
        self.assertEqual(set(self.totals("zero.cubex").values()), {0})
        self.succeeds("cut", "wave.cube", "--root", "solve", "-o", "solve.cubex")
        self.assertEqual(self.totals("solve.cubex")["time"], 9)
        self.succeeds("mean", "wave.cube", "wave.cube.gz", "-o", "mean.cubex")
        self.assertEqual(self.totals("mean.cubex")["time"], 18)
        self.assertEqual(self.tarry("compare", "wave.cube", "mean.cubex").returncode, 0)

    def test_a_cut_file_is_an_error_of_one_line(self):
        for name, content in (("cut.cube", WAVE.read_bytes()[:3000]),
                              ("cut.cube.gz", gzip.compress(WAVE.read_bytes())[:500])):
            (self.path / name).write_bytes(content)
            done = self.tarry("report", name)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, r"^tarry report: damaged .*truncated.*\n$")
            self.assertIn(name, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
