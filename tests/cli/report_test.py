#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry report from outside: what it prints, where, and with which status."""

import csv
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
SANITIZED = any(name in pathlib.Path(TARRY).read_bytes() for name in (b"__asan_init", b"__tsan_init"))

REPORT = {
    "schema": "tarry-report/1",
    "experiment": {"program": "wave", "ranks": 2, "threads": 1, "duration_s": 2.0, "warnings": []},
    "metrics": [
        {"id": "time", "name": "Time", "unit": "sec", "parent": None, "total": 4.0,
         "description": "All time of the locations"},
        {"id": "mpi_latesender", "name": "MPI Late Sender", "unit": "sec", "parent": "time",
         "total": 1.0,
         "description": "A receiver waits because the message is sent later than it is expected",
         "costs": "delay_latesender_aggregate"}],
    "callpaths": [
        {"id": 0, "parent": None, "region": "main", "file": "a.c", "line": 10, "role": "function"},
        {"id": 1, "parent": 0, "region": "MPI_Recv", "file": None, "line": None,
         "role": "point2point"}],
    "locations": [
        {"id": 0, "rank": 0, "thread": 0, "host": "n1", "kind": "cpu"},
        {"id": 1, "rank": 1, "thread": 0, "host": "n1", "kind": "cpu"}],
    "severity": [
        {"metric": "time", "callpath": 0, "location": 0, "value": 2.0},
        {"metric": "time", "callpath": 0, "location": 1, "value": 1.0},
        {"metric": "time", "callpath": 1, "location": 1, "value": 1.0},
        {"metric": "mpi_latesender", "callpath": 1, "location": 1, "value": 1.0}],
    "topologies": [],
    "findings": [],
    "wait_statistics": [],
}


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.report = str(self.path / "report.json")
        pathlib.Path(self.report).write_text(json.dumps(REPORT))

    def run_report(self, *arguments, **options):
        return subprocess.run([TARRY, "report", *arguments], text=True, timeout=60,
                              stdout=options.get("stdout", subprocess.PIPE),
                              stderr=subprocess.PIPE, check=False,
                              preexec_fn=options.get("preexec_fn"))

    def test_text(self):
        done = self.run_report(self.report)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("wave: 2 ranks, ran 2.000 s, 4.000 s over all ranks\n", done.stdout)
        self.assertIn("25.0 % of the time is waiting, all of it in MPI_Recv called from main: "
                      "Late Sender on rank 1.\n", done.stdout)

    def test_verbose_says_what_was_loaded(self):
        done = self.run_report(self.report, "-v")
        self.assertIn("Metric ", done.stdout)
        self.assertNotIn("Metric ", self.run_report(self.report).stdout)
        self.assertIn(f"tarry: read {self.report} in ", done.stderr)
        self.assertIn("2 metrics, 2 call paths and 2 locations; 3 pairs", done.stderr)
        self.assertEqual(self.run_report(self.report, "-v", "-q").stderr, "")

    def test_json_is_what_was_read(self):
        done = self.run_report(self.report, "--format", "json")
        self.assertEqual(json.loads(done.stdout), REPORT)

    def test_csv_of_a_table(self):
        done = self.run_report(self.report, "--format", "csv", "--by", "callpath", "--inclusive",
                               "--metric", "time")
        self.assertEqual(done.stdout, "metric,unit,callpath_id,callpath,file,line,value\n"
                                      "time,sec,0,main,a.c,10,4\n"
                                      "time,sec,1,main/MPI_Recv,,,1\n")

    def test_csv_is_a_tidy_table(self):
        """One row for each metric, call path and location, as docs/how-to/read-a-report.md says."""
        rows = list(csv.DictReader(self.run_report(self.report, "--format", "csv").stdout.splitlines()))
        self.assertEqual(list(rows[0]), ["metric", "unit", "callpath_id", "callpath", "file", "line", "rank",
                                         "thread", "host", "value"])
        keys = [(row["metric"], row["callpath_id"], row["rank"], row["thread"]) for row in rows]
        self.assertEqual(len(set(keys)), len(REPORT["severity"]))
        self.assertEqual(sum(float(row["value"]) for row in rows if row["metric"] == "time"), 4.0)
        self.assertEqual([(row["callpath"], row["rank"], row["value"]) for row in rows
                          if row["metric"] == "mpi_latesender"], [("main/MPI_Recv", "1", "1")])

    def test_hosts_and_call_sites(self):
        for word in ("host", "node"):
            done = self.run_report(self.report, "--by", word, "--format", "csv", "--metric", "time")
            self.assertEqual(done.stdout, "metric,unit,host,value\ntime,sec,n1,4\n")
        done = self.run_report(self.report, "--by", "callsite", "--format", "csv", "--metric", "time")
        self.assertEqual(done.stdout, "metric,unit,region,call_site,file,line,value\ntime,sec,,,,,4\n")

    def test_a_tree_of_calls(self):
        done = self.run_report(self.report, "--by", "calltree", "--percent", "parent")
        self.assertRegex(done.stdout, r"\n     4\.000 s     3\.000 s    100\.0 %  \S+ +main  \(a\.c:10\)\n"
                                      r"     1\.000 s     1\.000 s     25\.0 %  \S+ +MPI_Recv\n")
        done = self.run_report(self.report, "--by", "calltree", "--format", "csv")
        self.assertEqual(done.stdout, self.run_report(self.report, "--by", "callpath", "--format", "csv").stdout)

    def test_repeated_metrics(self):
        done = self.run_report("--metric", "mpi_latesender", "--metric", "time", self.report,
                               "--format", "csv", "--by", "metric")
        self.assertEqual(done.stdout,
                         "metric,unit,value\nmpi_latesender,sec,1\ntime,sec,4\n")

    def test_efficiency_of_several_runs(self):
        metric = {"id": "comp", "name": "Computation", "unit": "sec", "parent": "time", "total": 3.0}
        work = [{"metric": "comp", "callpath": 0, "location": location, "value": seconds}
                for location, seconds in enumerate((2.0, 1.0))]
        pathlib.Path(self.report).write_text(json.dumps(dict(
            REPORT, metrics=REPORT["metrics"] + [metric], severity=REPORT["severity"] + work)))
        done = self.run_report(self.report, self.report, "--efficiency", "--format", "json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        first, second = json.loads(done.stdout)["runs"]
        self.assertEqual(first, second)
        self.assertEqual((first["parallel"], first["load_balance"], first["communication"]),
                         (0.75, 0.75, 1.0))
        self.assertIn("Load balance                      75.0 %      75.0 %\n",
                      self.run_report(self.report, self.report, "--efficiency").stdout)

    def test_several_runs_side_by_side(self):
        done = self.run_report(self.report, self.report)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"\n    4\.000 s    4\.000 s     \+0\.0 %  Time\n")
        done = self.run_report(self.report, self.report, "--by", "region", "--format", "csv")
        self.assertEqual(done.stdout.splitlines()[1:], ["time,main,3,3", "time,MPI_Recv,1,1"])
        done = self.run_report(self.report, self.report, "--format", "json")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("several reports are shown as text or csv", done.stderr)
        done = self.run_report(self.report, self.report, "--metric", "tiem")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no report has the metric 'tiem'", done.stderr)

    def test_efficiency_needs_its_metrics(self):
        done = self.run_report(self.report, "--efficiency")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("lacks the metrics 'time' and 'comp'", done.stderr)

    def test_output_file(self):
        table = self.path / "report.csv"
        done = self.run_report(self.report, "--format", "csv", "-o", str(table))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(table.read_text(), self.run_report(self.report, "--format", "csv").stdout)

    def test_pages_are_made_by_view(self):
        page = self.path / "report.html"
        done = self.run_report(self.report, "--format", "html", "-o", str(page))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"(tarry view {self.report} --html {page})", done.stderr)
        self.assertFalse(page.exists())
        self.assertIn("(tarry view ", self.run_report(self.report, self.report, "--format", "html").stderr)
        self.assertNotIn("html", self.run_report("--help").stdout)

    def test_wrong_usage(self):
        for arguments, message in [
                (["--metric", "latesender"], "did you mean 'mpi_latesender'?"),
                (["--format", "json", "--by", "rank"], "do not apply to --format json"),
                (["--fromat", "json"], "did you mean '--format'?"),
                (["--by", "colour"], "--by"),
                (["--efficiency", "--by", "rank"], "--efficiency is one table"),
                (["--percent", "parent", "--by", "rank"], "a table by rank has no parents"),
                (["--percent", "root", "--format", "csv"], "--percent does not apply to --format csv"),
                (["--inclusive", "--exclusive"], "--exclusive")]:
            done = self.run_report(self.report, *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_bad_input(self):
        (self.path / "cut.json").write_text(json.dumps(REPORT)[:100])
        (self.path / "text").write_text("hello")
        (self.path / "list").write_text("[1")
        (self.path / "empty.json").write_text("")
        (self.path / "experiment").mkdir()
        for name, message in [("cut.json", "not valid JSON"),
                              ("list", "JSON"), ("empty.json", "JSON"), ("text", "not a .cubex report"),
                              ("missing", "no such experiment or report"), ("experiment", "not an experiment")]:
            done = self.run_report(str(self.path / name))
            self.assertEqual((done.returncode, done.stdout), (1, ""), name)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_places_that_cannot_be_written(self):
        self.assertIn("directory must exist",
                      self.run_report(self.report, "-o", str(self.path / "no" / "x")).stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_full_disk(self):
        self.assertEqual(self.run_report(self.report, "-o", "/dev/full").returncode, 1)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_report(self.report, stdout=full)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to standard output", done.stderr)

    @unittest.skipIf(SANITIZED, "a sanitizer needs the whole address space")
    def test_too_little_memory(self):
        large = dict(REPORT, experiment=dict(REPORT["experiment"], warnings=["x" * (64 << 20)]))
        pathlib.Path(self.report).write_text(json.dumps(large))
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (128 << 20, 128 << 20))
        done = self.run_report(self.report, preexec_fn=limit)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("tarry report: not enough memory", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_help_has_examples(self):
        done = self.run_report("--help")
        self.assertEqual(done.returncode, 0)
        self.assertGreaterEqual(done.stdout.count("  tarry report run1"), 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
