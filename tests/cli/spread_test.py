#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry compare --spread: several runs of an old version against several of a new one."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])


def report(solve, receive):
    """Returns a report of a run on two ranks, of which both compute and the second receives."""
    cells = [("time", 0, 0, solve), ("time", 0, 1, solve), ("time", 1, 1, receive), ("mpi", 1, 1, receive)]
    return {
        "schema": "tarry-report/1",
        "experiment": {"program": "wave", "ranks": 2, "threads": 1, "duration_s": solve + receive, "warnings": []},
        "metrics": [{"id": "time", "name": "Time", "unit": "sec", "parent": None, "total": 2 * solve + receive},
                    {"id": "mpi", "name": "MPI", "unit": "sec", "parent": "time", "total": receive},
                    {"id": "visits", "name": "Visits", "unit": "occ", "parent": None, "total": 3}],
        "callpaths": [{"id": 0, "parent": None, "region": "main", "file": None, "line": None, "role": "function"},
                      {"id": 1, "parent": 0, "region": "MPI_Recv", "file": None, "line": None, "role": "point2point"}],
        "locations": [{"id": rank, "rank": rank, "thread": 0, "host": "n", "kind": "cpu"} for rank in (0, 1)],
        "severity": [{"metric": metric, "callpath": path, "location": location, "value": value}
                     for metric, path, location, value in cells]
                    + [{"metric": "visits", "callpath": path, "location": 1, "value": 1 + path} for path in (0, 1)],
        "findings": [],
    }


class Spread(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        for name, solve, receives in (("old", 10, (1.0, 1.2, 1.4)), ("new", 10, (3.0, 3.2, 3.4)),
                                      ("like", 10, (1.1, 1.2, 1.3))):
            for number, receive in enumerate(receives, 1):
                (cls.path / f"{name}{number}.json").write_text(json.dumps(report(solve, receive)))

    def compare(self, *arguments):
        return subprocess.run([TARRY, "compare", *arguments], text=True, timeout=60, check=False, cwd=self.path,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    @staticmethod
    def runs(name):
        return [f"{name}{number}.json" for number in (1, 2, 3)]

    def groups(self, old, new):
        return [*self.runs(old), "--", *self.runs(new)]

    def test_a_regression_is_found(self):
        done = self.compare("--spread", *self.groups("old", "new"))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "old: 3 runs of 2 ranks, 11.20 s on average, with a standard deviation of 200.0 ms")
        self.assertEqual(lines[2], "4 regressions and 0 improvements among 5 rows; 0 uncertain, 0 noise, 1 the same to 1 %.")
        self.assertRegex(lines[5], r"^ +11\.20 s +13\.20 s +\+17\.9 % .* regression   run time$")
        self.assertEqual(lines[-1], "All changes together lie between 'at least' and 'at most' with a probability of 95 %.")

    def test_the_other_way_round_it_is_an_improvement(self):
        done = self.compare("--spread", *self.groups("new", "old"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 regressions and 4 improvements among 5 rows", done.stdout)

    def test_what_is_no_more_than_the_spread_is_noise(self):
        done = self.compare("--spread", "-v", *self.groups("old", "like"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 regressions and 0 improvements among 5 rows", done.stdout)
        self.assertRegex(done.stdout, r"noise +run time\n")
        self.assertRegex(done.stdout, r"same +time  main\n")

    def test_json_has_every_row(self):
        done = self.compare("--spread", "--format", "json", "--error", "0.1", *self.groups("old", "new"))
        self.assertEqual(done.returncode, 1, done.stderr)
        content = json.loads(done.stdout)
        self.assertEqual(content["schema"], "tarry-spread/1")
        self.assertEqual(content["old"], {"runs": self.runs("old"), "ranks": 2})
        self.assertEqual((content["regressions"], content["improvements"], len(content["rows"])), (4, 0, 5))
        row = content["rows"][0]
        self.assertEqual((row["metric"], row["callpath"], row["verdict"]), ("run_time", None, "regression"))
        # The run time has half of the error: 2.776445 is Student's quantile for 4 degrees of freedom.
        reach = 2.776445 * math.sqrt(2 * 0.04 / 3)
        self.assertAlmostEqual(row["at_least"], 2 - reach, places=5)
        self.assertAlmostEqual(row["at_most"], 2 + reach, places=5)
        self.assertIn(("mpi", "main/MPI_Recv"), {(row["metric"], row["callpath"]) for row in content["rows"]})

    def test_counts_without_spread_are_certain(self):
        done = self.compare("--spread", "--metric", "visits", "-v", *self.groups("old", "new"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 regressions and 0 improvements among 3 rows; 0 uncertain, 0 noise, 3 the same", done.stdout)

    def test_the_smallest_change_of_interest(self):
        done = self.compare("--spread", "--smallest", "0.3", *self.groups("old", "new"))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_quiet_is_quiet(self):
        done = self.compare("--spread", "-q", *self.groups("old", "new"))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))

    def test_errors_have_a_status_of_their_own(self):
        for arguments, message in (
                (["--spread", *self.runs("old")], "--spread needs two groups of runs"),
                (["--spread", "old1.json", "--", *self.runs("new")], "two or more runs of each version, not 1 and 3"),
                (["--spread", *self.runs("old"), "--", "new1.json", "missing"], "no such experiment or report"),
                (["--spread", *self.runs("old"), "--", "new1.json", "--top", "3"], "options stand in front of '--'"),
                (["--spread", "--smallest", "much", *self.groups("old", "new")], "--smallest much"),
                (["--spread", "--error", "2", *self.groups("old", "new")], "--error 2"),
                (["--spread", "--metric", "tea", *self.groups("old", "new")], "no run has the metric 'tea'"),
                (["--spread", "--tolerance", "1", *self.groups("old", "new")], "--spread has no tolerance")):
            done = self.compare(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
