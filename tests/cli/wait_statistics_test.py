#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Statistics of single waits beside a report: a reader that takes words in the order in which the Cube GUI does
finds what the report says."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"
Statistics = collections.namedtuple("Statistics", "count mean median least most total variance quartiles longest")
Wait = collections.namedtuple("Wait", "callpath enter exit wait rank")


def read(text):
    """Returns the statistics by metric."""
    heading, *lines = text.split("\n")
    assert heading.startswith("PatternName")
    words = iter(" ".join(lines).split())
    found, word = {}, next(words, None)
    while word is not None:
        name, count = word, int(next(words))
        mean, median, least, most, total = (float(next(words)) for _ in range(5))
        variance = float(next(words)) if count >= 2 else None
        quartiles = [float(next(words)) for _ in range(2)] if count >= 5 else None
        longest, word = [], next(words, None)
        while word == "-":
            values = [float([next(words), next(words)][1]) for _ in range(5)]
            longest.append(Wait(int(values[0]), *values[1:4], int(values[4])))
            word = next(words, None)
        found[name] = Statistics(count, mean, median, least, most, total, variance, quartiles, longest)
    return found


class WaitStatistics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        cls.make("run", "--ranks", "6", "--threads", "2", "--iterations", "7", "--patterns", "halo,barrier,nxn:row")

    @classmethod
    def make(cls, name, *options):
        for arguments in (["synth", "-q", *options, "-o", name], ["analyze", "-q", name]):
            subprocess.run([TARRY, *map(str, arguments)], cwd=cls.path, check=True)

    def tarry(self, *arguments):
        done = subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False, cwd=self.path,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done

    def report(self, name):
        return json.loads(self.tarry("report", name, "--format", "json").stdout)

    def test_waits_that_are_shorter_than_the_clock_error_are_told(self):
        case = CASES / "confidence_of_short_waits.case"
        self.assertEqual(self.tarry("analyze", "-q", case, "-o", "short.cubex").returncode, 0)
        report = self.report("short.cubex")
        unsure = {waits["metric"]: (waits["undecided_count"], waits["undecided_s"])
                  for waits in report["wait_statistics"] if "undecided_count" in waits}
        self.assertEqual(unsure, {"mpi_latesender": (1, 0.25), "mpi_barrier_wait": (1, 0.5)})
        text = self.tarry("report", "short.cubex", "--metric", "mpi_latesender").stdout
        self.assertIn("1 wait of 250.0 ms in all, no longer than the error of the clocks: it may be none", text)
        confidence = {metric["id"]: metric.get("confidence", "max") for metric in report["metrics"]}
        self.assertEqual([confidence[each] for each in ("mpi_latesender", "mpi_latereceiver", "mpi_alltoallv_overlap")],
                         ["max", "medium", "low"])
        text = self.tarry("report", "short.cubex", "--metric", "mpi_latereceiver").stdout
        self.assertIn("Confidence: Medium: a send that lasts", text)

    def test_the_file_is_what_the_report_says(self):
        text = (self.path / "run" / "analysis.stat").read_text(encoding="utf-8")
        self.assertEqual(self.tarry("report", "run", "--format", "stat").stdout, text)
        found, report = read(text), self.report("run")
        self.assertLessEqual({"mpi_latesender", "mpi_barrier_wait", "mpi_wait_nxn"}, found.keys())
        totals = {metric["id"]: metric["total"] for metric in report["metrics"]}
        for name, waits in found.items():
            with self.subTest(name):
                self.assertAlmostEqual(waits.total, totals[name])
                self.assertAlmostEqual(waits.mean * waits.count, waits.total)
                self.assertLessEqual(waits.least * waits.count, waits.total)
                self.assertLessEqual(waits.total, waits.most * waits.count)
                for smaller, larger in zip([waits.least, *([waits.quartiles[0]] if waits.quartiles else [])],
                                           [waits.median, waits.most]):
                    self.assertLessEqual(smaller, larger)
                if waits.quartiles:
                    self.assertLessEqual(waits.quartiles[0], waits.median)
                    self.assertLessEqual(waits.median, waits.quartiles[1])
                    self.assertLessEqual(waits.quartiles[1], waits.most)
                self.assertEqual(waits.longest[0].wait, waits.most)
                self.assertEqual(len({wait.callpath for wait in waits.longest}), len(waits.longest))
                for wait in waits.longest:
                    self.assertLessEqual(wait.wait, wait.exit - wait.enter + 1e-12)
                    self.assertLessEqual(0, wait.enter)
                    cell = [each["value"] for each in report["severity"] if each["metric"] == name and
                            each["callpath"] == wait.callpath and
                            report["locations"][each["location"]]["rank"] == wait.rank]
                    self.assertLessEqual(wait.wait, sum(cell) + 1e-12)

    def test_waits_counted_by_hand(self):
        """Three receives on one call path wait 2, 4 and 1 s."""
        (self.path / "three.case").write_text(
            "ranks 3\n"
            "comm pair 0,1\n"
            "0: main 0..20 { MPI_Send 3..3.2 to=1 bytes=8 MPI_Send 8..8.2 to=1 bytes=8 comm=pair\n"
            "                MPI_Send 12..12.2 to=2 bytes=8 }\n"
            "1: main 0..20 { MPI_Recv 1..3.6 from=0 bytes=8 MPI_Recv 4..8.6 from=0 bytes=8 comm=pair }\n"
            "2: main 0..20 { MPI_Recv 11..12.6 from=0 bytes=8 }\n", encoding="utf-8")
        self.make("three", "--from", "three.case")
        found = read((self.path / "three" / "analysis.stat").read_text(encoding="utf-8"))
        self.assertEqual(found.keys(), {"mpi_latesender"})
        waits, report = found["mpi_latesender"], self.report("three")
        self.assertEqual((waits.count, waits.total, waits.median, waits.least, waits.most), (3, 7, 2, 1, 4))
        self.assertAlmostEqual(waits.mean, 7 / 3)
        self.assertAlmostEqual(waits.variance, 7 - 49 / 9)
        receive, = (path["id"] for path in report["callpaths"] if path["region"] == "MPI_Recv")
        self.assertEqual(waits.longest, [Wait(receive, 4, 8.6, 4, 1)])
        self.assertEqual(report["wait_statistics"][0]["by_communicator"],
                         [{"communicator": "pair: 0-1", "count": 1, "wait_s": 4},
                          {"communicator": "MPI_COMM_WORLD: 0-2", "count": 2, "wait_s": 3}])

    def test_waits_by_call_path_and_what_they_were_for(self):
        """Rank 1 waits twice in a receive below step and once in one below main; rank 0 waits in a barrier."""
        (self.path / "paths.case").write_text(
            "ranks 2\n"
            "0: main 0..20 { MPI_Send 3..3.2 to=1 bytes=8 MPI_Send 8..8.2 to=1 bytes=8 work 12..15 {\n"
            "                MPI_Send 14..14.2 to=1 bytes=8 } MPI_Barrier 16..18.5 }\n"
            "1: main 0..20 { step 1..9 { MPI_Recv 1..3.6 from=0 bytes=8 MPI_Recv 4..8.6 from=0 bytes=8 }\n"
            "                MPI_Recv 13..14.6 from=0 bytes=8 MPI_Barrier 18..18.5 }\n", encoding="utf-8")
        self.make("paths", "--from", "paths.case")
        report = self.report("paths")

        def path(number):
            each = report["callpaths"][number]
            return (path(each["parent"]) + "/" if each.get("parent") is not None else "") + each["region"]

        def call(each):
            return path(each["callpath"]), each["rank"], round(each["enter_s"], 9), round(each["exit_s"], 9)

        waits = {each["metric"]: each for each in report["wait_statistics"]}
        late = {path(at["callpath"]): at for at in waits["mpi_latesender"]["by_callpath"]}
        self.assertEqual({name: (at["count"], at["total_s"], at["median_s"], at.get("variance_s2"))
                          for name, at in late.items()},
                         {"main/step/MPI_Recv": (2, 6, 2, 1), "main/MPI_Recv": (1, 1, 1, None)})
        longest = [(wait["wait_s"], call(wait), call(wait["awaited"])) for at in late.values() for wait in at["longest"]]
        self.assertEqual(sorted(longest, reverse=True),
                         [(4, ("main/step/MPI_Recv", 1, 4, 8.6), ("main/MPI_Send", 0, 8, 8.2)),
                          (2, ("main/step/MPI_Recv", 1, 1, 3.6), ("main/MPI_Send", 0, 3, 3.2)),
                          (1, ("main/MPI_Recv", 1, 13, 14.6), ("main/work/MPI_Send", 0, 14, 14.2))])
        self.assertEqual([wait["wait_s"] for wait in waits["mpi_latesender"]["longest"]], [4, 1])
        barrier, = waits["mpi_barrier_wait"]["longest"]
        self.assertEqual((barrier["wait_s"], call(barrier["awaited"])), (2, ("main/MPI_Barrier", 1, 18, 18.5)))
        text = self.tarry("report", "paths", "--metric", "mpi_latesender").stdout
        self.assertIn("main/step/MPI_Recv\n" + " " * 25 + "2 waits: min 2.000 s, median 2.000 s, max 4.000 s\n", text)
        self.assertIn("from 4.000000 s, MPI_Recv; for MPI_Send on rank 0\n", text)

    def test_any_number_of_threads_gives_the_same_bytes(self):
        for threads in (1, 2, 5):
            self.assertEqual(self.tarry("analyze", "-q", "-j", threads, "run", "-o", f"{threads}.cubex").returncode, 0)
        first = (self.path / "1.cubex").read_bytes()
        self.assertEqual((self.path / "2.cubex").read_bytes(), first)
        self.assertEqual((self.path / "5.cubex").read_bytes(), first)
        self.assertFalse((self.path / "1.stat").exists())  # the user has named one file

    def test_through_json(self):
        (self.path / "run.json").write_text(self.tarry("report", "run", "--format", "json").stdout, encoding="utf-8")
        self.assertEqual(self.tarry("report", "run.json", "--format", "stat").stdout,
                         self.tarry("report", "run", "--format", "stat").stdout)
        self.assertEqual(self.report("run.json")["wait_statistics"], self.report("run")["wait_statistics"])

    def test_text_shows_single_waits(self):
        text = self.tarry("report", "run", "--metric", "mpi_wait_nxn").stdout
        self.assertRegex(text, r"  each   \d+ waits: min .*, quartiles .*, max ")
        self.assertRegex(text, r"\n +\S+ \S+ +rank \d+  from \d+\.\d{6} s, MPI_Allreduce")

    def test_waits_by_communicator(self):
        report = self.report("run")
        totals = {metric["id"]: metric["total"] for metric in report["metrics"]}
        for waits in report["wait_statistics"]:
            if waits["metric"].startswith("mpi_"):
                self.assertAlmostEqual(sum(each["wait_s"] for each in waits["by_communicator"]), totals[waits["metric"]])
                self.assertEqual(sum(each["count"] for each in waits["by_communicator"]), waits["count"])
        text = self.tarry("report", "run", "--by", "communicator").stdout
        self.assertRegex(text, r"MPI Wait at N x N by communicator\n")
        self.assertIn("MPI_COMM_WORLD: 0-5", text)
        self.assertRegex(text, r"row.*: 0")
        table = self.tarry("report", "run", "--by", "communicator", "--metric", "mpi_barrier_wait", "--format", "csv")
        self.assertRegex(table.stdout, r"^metric,unit,communicator,value\nmpi_barrier_wait,sec,MPI_COMM_WORLD: 0-5,")
        for arguments, said in ((("--metric", "time"), "the communicators of 'time' are not known"),
                                (("--format", "json"), "--by and --inclusive do not apply")):
            done = self.tarry("report", "run", "--by", "communicator", *arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)

    def test_a_mean_has_none_and_merging_and_remapping_keep_them(self):
        self.assertEqual(self.tarry("mean", "run", "run", "-o", "mean.cubex").returncode, 0)
        self.assertEqual(self.report("mean.cubex")["wait_statistics"], [])
        self.assertEqual(self.tarry("merge", "run", "mean.cubex", "-o", "merged.cubex").returncode, 0)
        self.assertEqual(self.report("merged.cubex")["wait_statistics"], self.report("run")["wait_statistics"])
        self.assertEqual(self.tarry("remap", "run", "-o", "remapped.cubex").returncode, 0)
        self.assertEqual({waits["metric"] for waits in self.report("remapped.cubex")["wait_statistics"]},
                         {waits["metric"] for waits in self.report("run")["wait_statistics"]})

    def test_statistics_have_no_choice(self):
        done = self.tarry("report", "run", "--format", "stat", "--by", "rank")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--format stat shows all statistics", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
