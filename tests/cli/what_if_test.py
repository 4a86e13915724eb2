#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry analyze --what-if and --balance from outside: their answers, and what they refuse."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])

# Rank 2 makes the two others wait; only rank 0 sets up.
LATE = """ranks 3
0: main 0..10 { setup 0..1 relax 1..3 MPI_Barrier 3..9 }
1: main 0..10 { relax 0..3 MPI_Barrier 3..9 }
2: main 0..10 { relax 0..9 MPI_Barrier 9..9 }
"""
# Nobody waits.
BALANCED = """ranks 3
0,1,2: main 0..10 { relax 0..9 MPI_Barrier 9..9 }
"""


class WhatIf(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        cls.made = cls.trace("late", LATE)

    @classmethod
    def trace(cls, name, case):
        (cls.path / f"{name}.case").write_text(case)
        done = cls.run_tarry("synth", "-q", "--from", cls.path / f"{name}.case", "-o", cls.path / name)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return cls.path / name

    @staticmethod
    def run_tarry(*arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ask(self, *question):
        """Returns the lines of the answer without those about call paths."""
        done = self.run_tarry("analyze", "-q", *question, self.made, "-o", self.path / "answer.cubex")
        self.assertEqual((done.returncode, done.stderr), (0, ""), question)
        return done.stdout.split("\n\n")[0].rstrip("\n").split("\n")

    def refused(self, status, message, *question):
        output = self.path / "refused.cubex"
        done = self.run_tarry("analyze", self.made, "-o", output, *question)
        self.assertEqual((done.returncode, done.stdout), (status, ""), question)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertFalse(output.exists(), question)

    def test_answers(self):
        # Rank 1 is then as late as rank 0, and both are later than rank 2.
        self.assertEqual(self.ask("--what-if", "relax", "--on", "2"),
                         ["If relax on rank 2 took no time:",
                          "  run time  10.00 s -> 4.000 s, 6.000 s (60.0 %) less",
                          "  waiting   12.00 s -> 3.000 s: 12.00 s less where it was, "
                          "3.000 s more elsewhere"])
        self.assertEqual(self.ask("--what-if", "main/relax", "--factor", "0.5", "--on", "2,1-2")[:2],
                         ["If main/relax on ranks 1-2 took 0.5 times as long:",
                          "  run time  10.00 s -> 5.500 s, 4.500 s (45.0 %) less"])
        self.assertEqual(self.ask("--what-if", "relax", "--factor", "2", "--on", "2")[:2],
                         ["If relax on rank 2 took 2 times as long:",
                          "  run time  10.00 s -> 19.00 s, 9.000 s (90.0 %) more"])

    def test_balance(self):
        # Each gets (2 + 3 + 9) / 3, and rank 0 has its setup before.
        self.assertEqual(self.ask("--balance", "relax")[:2],
                         ["If relax were balanced:",
                          "  run time  10.00 s -> 6.667 s, 3.333 s (33.3 %) less"])
        self.assertEqual(self.ask("--balance", "relax", "--on", "1,2")[:2],
                         ["If relax on ranks 1-2 were balanced:",
                          "  run time  10.00 s -> 7.000 s, 3.000 s (30.0 %) less"])

    def test_nothing_changes(self):
        # A single rank cannot be balanced, and a rank cannot be faster in a region that it never
        # enters.
        for question in (["--balance", "setup"], ["--balance", "setup", "--on", "0"],
                         ["--balance", "relax", "--on", "1"], ["--balance", "setup", "--on", "1,2"],
                         ["--what-if", "setup", "--on", "1,2"],
                         ["--what-if", "relax", "--factor", "1"]):
            answer = self.ask(*question)
            self.assertEqual(answer[1:], ["  nothing changes: the run time stays 10.00 s, "
                                          "the waiting 12.00 s"], question)
        # Only the run time stays unchanged.
        self.assertEqual(self.ask("--what-if", "relax", "--on", "1")[1:],
                         ["  run time  10.00 s -> 10.00 s, 0 s (0.0 %) less",
                          "  waiting   12.00 s -> 15.00 s: 0 s less where it was, 3.000 s more elsewhere"])

    def test_empty_words(self):
        for option in ("--what-if", "--balance"):
            self.refused(2, f"{option}: its value is empty", option, "")
        for option in ("--on", "--factor"):
            self.refused(2, f"{option}: its value is empty", "--what-if", "relax", option, "")

    def test_wrong_usage(self):
        for what, message in [
                (["--what-if", "relax", "--balance", "relax"], "--what-if excludes --balance"),
                (["--balance", "relax", "--factor", "0.5"], "--balance takes no factor"),
                (["--factor", "0.5"], "no region or call path is given: --factor"),
                (["--on", "2"], "no region or call path is given: --on"),
                (["--what-if="], "--what-if"), (["--balance="], "--balance"),
                (["--what-if", "relax", "--what-if", "setup"], "--what-if")]:
            self.refused(2, message, *what)

    def test_what_is_no_list_of_ranks(self):
        for ranks in ("3-1", "x", "1,,2", "1-", "-1", "1-2-3", "0.5", "99999999999", "0-99999999999"):
            self.refused(2, f"not a list of ranks: --on {ranks} (for example 0,4-7)",
                         "--what-if", "relax", f"--on={ranks}")

    def test_what_is_no_factor(self):
        for factor in ("-1", "x", "2x", "nan", "inf", "1e400", "50%"):
            self.refused(2, f"not a factor of time: --factor {factor}",
                         "--what-if", "relax", f"--factor={factor}")
        self.refused(2, "not a factor of time: --factor -1", "--what-if", "relax", "--factor", "-1")

    def test_unknown_places(self):
        for place in ("nowhere", "lax", "relax/main", "/relax", "main/"):
            for option in ("--what-if", "--balance"):
                self.refused(1, f"no such region or call path in the trace: {place} "
                                "(tarry report --by callpath shows those it has)", option, place)

    def test_unknown_ranks(self):
        for ranks, missing in (("3", "3"), ("0-2,7,9-11", "7,9-11"), ("16777215", "16777215")):
            for option in ("--what-if", "--balance"):
                self.refused(1, f"no such rank in the trace: {missing} (its ranks are 0-2)",
                             option, "relax", "--on", ranks)

    def test_without_findings(self):
        cubex = self.path / "unasked.cubex"
        question = ["--what-if", "relax", "--on", "2"]
        with_findings = self.ask(*question)
        self.assertEqual(self.ask(*question, "--no-findings"), with_findings)
        for options in ([], question):
            done = self.run_tarry("analyze", "-q", "--no-findings", *options, self.made, "-o", cubex)
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads(self.run_tarry("report", cubex, "--format", "json").stdout)
            self.assertEqual(report["findings"], [], options)
            self.assertNotIn("ideal", json.dumps(report["experiment"]), options)

    def findings(self, trace):
        done = self.run_tarry("analyze", "-q", trace)
        self.assertEqual(done.returncode, 0, done.stderr)
        cubex = trace / "analysis.cubex"
        text = self.run_tarry("report", "-v", cubex).stdout
        return json.loads(self.run_tarry("report", cubex, "--format", "json").stdout)["findings"], text

    def test_findings_come_first(self):
        found, text = self.findings(self.made)
        gains = ("gain_s", "gain_low_s", "gain_high_s", "gain_alone_s")
        self.assertEqual([(each["ranks"], each["cost_s"], *(each[key] for key in gains)) for each in found],
                         [([2], 12.0, 6.0, 6.0, 6.0, 6.0)])
        # The others take 2 and 3, so their level is 2.5.
        self.assertLess(text.index("1. relax on rank 2 takes 6.500 s too long.\n"),
                        text.index("Metric "))

    def test_findings_without_what_was_left_out(self):
        # Rank 0 makes rank 1 wait for a message and rank 2 in the barrier.
        trace = self.trace("mixed", """ranks 3
0: main 0..12 { relax 0..9 MPI_Send 9..9 to=1 MPI_Barrier 9..9 }
1: main 0..12 { relax 0..1 MPI_Recv 1..9 from=0 MPI_Barrier 9..9 }
2: main 0..12 { relax 0..4 MPI_Barrier 4..9 }
""")
        cubes = {}
        for skipped in ("", "mpi_barrier_wait", "mpi_latesender", "mpi_latesender,mpi_barrier_wait"):
            cubex = self.path / "left_out.cubex"
            options = ["--skip", skipped] if skipped else []
            done = self.run_tarry("analyze", "-q", trace, *options, "-o", cubex)
            self.assertEqual(done.returncode, 0, done.stderr)
            cubes[skipped] = json.loads(self.run_tarry("report", cubex, "--format", "json").stdout)
        told = {skipped: [(each["cost_s"], [victims["metric"] for victims in each["victims"]],
                           "episode" in each) for each in cube["findings"]]
                for skipped, cube in cubes.items()}
        self.assertEqual(told[""], [(13.0, ["mpi_barrier_wait", "mpi_latesender"], True)])
        self.assertEqual(told["mpi_barrier_wait"], [(8.0, ["mpi_latesender"], True)])
        self.assertEqual(told["mpi_latesender"], [(5.0, ["mpi_barrier_wait"], True)])
        self.assertEqual(told["mpi_latesender,mpi_barrier_wait"], [])
        # The numbers of the others do not change, except sums over all costs and classes of waits.
        sums = ("delay", "wait_", "waitstates_", "mpi_wait_direct", "mpi_wait_indirect",
                "mpi_wait_propagating", "mpi_wait_terminal")
        whole = {metric["id"]: metric["total"] for metric in cubes[""]["metrics"]
                 if not metric["id"].startswith(sums)}
        for cube in cubes.values():
            totals = {metric["id"]: metric["total"] for metric in cube["metrics"]
                      if not metric["id"].startswith(sums)}
            self.assertLessEqual(totals.items(), whole.items())

    def test_who_waits_for_nobody_finds_nothing(self):
        found, text = self.findings(self.trace("balanced", BALANCED))
        self.assertEqual(found, [])
        self.assertIn("\n\nNo waiting was found.\n\nMetric ", text)
        self.assertNotIn("Causes of waiting", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
