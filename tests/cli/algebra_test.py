#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Report algebra: diff, mean, merge, min, max, cut and compare of reports in files."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])


class Algebra(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        for name, ranks, imbalance in (("fast", 4, 1000), ("slow", 4, 50000), ("large", 8, 50000)):
            for arguments in (["synth", "-q", "--ranks", ranks, "--iterations", 5, "--imbalance", imbalance,
                               "-o", name], ["analyze", "-q", name]):
                subprocess.run([TARRY, *map(str, arguments)], cwd=cls.path, check=True)

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def succeeds(self, *arguments):
        done = self.tarry(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def error_of(self, *arguments):
        done = self.tarry(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr

    def totals(self, report):
        content = json.loads(self.succeeds("report", report, "--format", "json").stdout)
        totals = {}
        for cell in content["severity"]:
            totals[cell["metric"]] = totals.get(cell["metric"], 0) + cell["value"]
        return totals

    def test_the_difference_is_that_of_the_totals(self):
        done = self.succeeds("diff", "slow", "fast", "-o", "d.cubex")
        self.assertEqual(done.stderr, "tarry: wrote d.cubex; next: tarry report d.cubex\n")
        slow, fast, difference = (self.totals(name) for name in ("slow", "fast", "d.cubex"))
        self.assertGreater(difference["mpi_wait_nxn"], 0)
        for metric in ("time", "mpi", "mpi_wait_nxn", "bytes"):
            expected = slow.get(metric, 0) - fast.get(metric, 0)
            self.assertAlmostEqual(difference.get(metric, 0), expected, delta=1e-9 * max(1, slow.get(metric, 0)))
        lines = self.succeeds("report", "d.cubex").stdout.splitlines()
        self.assertTrue(lines[0].endswith(": slow minus fast"), lines[0])
        self.assertRegex(lines[2], r"^slow ran .* longer than fast\. Over all ranks it took .* more and waited .* more\.$")

    def test_reports_are_named_as_short_as_they_differ(self):
        self.succeeds("diff", self.path / "slow", self.path / "fast" / "analysis.cubex", "-o", "short.cubex")
        lines = self.succeeds("report", "short.cubex").stdout.splitlines()
        self.assertTrue(lines[0].endswith(": slow minus analysis.cubex"), lines[0])
        self.succeeds("diff", self.path / "slow" / "analysis.cubex", self.path / "fast" / "analysis.cubex",
                      "-o", "short.cubex")
        lines = self.succeeds("report", "short.cubex").stdout.splitlines()
        self.assertTrue(lines[0].endswith(": slow/analysis.cubex minus fast/analysis.cubex"), lines[0])

    def test_percentages_of_a_difference_are_of_the_second_time(self):
        self.succeeds("diff", "slow", "fast", "-o", "p.cubex")
        text = self.succeeds("report", "p.cubex", "--metric", "mpi_wait_nxn", "--by", "rank").stdout
        whole = self.totals("fast")["time"]
        content = json.loads(self.succeeds("report", "p.cubex", "--format", "json").stdout)
        ranks = [location["rank"] for location in content["locations"]]
        by_rank = {}
        for cell in content["severity"]:
            if cell["metric"] == "mpi_wait_nxn":
                rank = ranks[cell["location"]]
                by_rank[rank] = by_rank.get(rank, 0) + cell["value"]
        for rank, value in by_rank.items():
            self.assertRegex(text, rf"{100 * value / whole:.1f} %  \S* *rank {rank}\n")

    def test_a_difference_of_a_difference(self):
        self.succeeds("diff", "slow", "fast", "-o", "first.cubex")
        self.succeeds("diff", "first.cubex", "fast", "-o", "second.cubex")
        slow, fast, second = (self.totals(name) for name in ("slow", "fast", "second.cubex"))
        self.assertAlmostEqual(second["time"], slow["time"] - 2 * fast["time"], delta=1e-9 * slow["time"])
        more = "more" if second["time"] > 0 else "less"
        self.assertRegex(self.succeeds("report", "second.cubex").stdout, rf"Over all ranks it took .* {more} and ")

    def test_what_only_one_report_has_is_left_out_of_a_difference(self):
        content = json.loads(self.succeeds("report", "fast", "--format", "json", "--metric", "time").stdout)
        (self.path / "time.json").write_text(json.dumps(content))
        self.succeeds("diff", "time.json", "slow", "-o", "t.cubex")
        text = self.succeeds("report", "t.cubex").stdout
        self.assertIn("metrics that only one of the reports has are left out: ", text)
        self.assertNotIn("waited", text)

    def test_a_part_says_that_it_is_one(self):
        self.succeeds("cut", "slow", "--root", "iteration", "--prune", "MPI_*", "-o", "q.cubex")
        first = self.succeeds("report", "q.cubex").stdout.splitlines()[0]
        self.assertTrue(first.endswith(": iteration alone, without MPI_*"), first)

    def test_values_that_are_no_numbers_are_refused(self):
        text = self.succeeds("report", "slow", "--format", "json").stdout
        content = json.loads(text)
        content["severity"][0]["value"] = 1e999
        (self.path / "broken.json").write_text(json.dumps(content).replace("Infinity", "1e999"))
        done = self.tarry("report", "broken.json")
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_a_report_minus_itself_is_equal_to_nothing(self):
        self.succeeds("diff", "slow", "slow", "-o", "zero.cubex")
        self.assertEqual(self.totals("zero.cubex"), {})

    def test_what_is_computed_can_be_computed_with(self):
        self.succeeds("mean", "slow", "slow", "slow", "-o", "mean.cubex")
        self.succeeds("min", "slow", "mean.cubex", "-o", "least.cubex")
        self.succeeds("max", "least.cubex", "slow/analysis.cubex", "-o", "most.cubex")
        self.succeeds("merge", "most.cubex", "fast", "-o", "merged.cubex")
        done = self.succeeds("compare", "merged.cubex", "slow", "--tolerance", "1e-12")
        self.assertRegex(done.stdout, r"^The reports are equal: \d+ values\.\n$")

    def test_a_report_in_json_is_one_too(self):
        self.succeeds("report", "slow", "--format", "json", "-o", "slow.json")
        self.assertEqual(self.tarry("compare", "slow.json", "slow").returncode, 0)

    def test_differences_are_shown(self):
        done = self.tarry("compare", "slow", "fast", "--top", "2")
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^The reports differ: \d+ of \d+ values\.$")
        self.assertEqual(len(lines), 4, lines)
        self.assertRegex(lines[3], r"^and \d+ more \(--top N\)$")

    def test_runs_of_different_sizes(self):
        self.assertEqual(self.tarry("compare", "slow", "large").returncode, 1)
        self.succeeds("diff", "large", "slow", "--collapse", "-o", "growth.cubex")
        content = json.loads(self.succeeds("report", "growth.cubex", "--format", "json").stdout)
        self.assertEqual(len(content["locations"]), 1)

    def test_a_cut_and_the_rest_are_the_whole(self):
        self.succeeds("cut", "slow", "--root", "iteration", "-o", "part.cubex")
        self.succeeds("cut", "slow", "--prune", "iteration", "-o", "rest.cubex")
        whole, part, rest = (self.totals(name) for name in ("slow", "part.cubex", "rest.cubex"))
        self.assertGreater(part["time"], 0)
        for metric, value in whole.items():
            self.assertAlmostEqual(part.get(metric, 0) + rest.get(metric, 0), value, delta=1e-9 * abs(value))

    def test_errors(self):
        self.assertIn("diff needs two reports", self.error_of("diff", "slow"))
        self.assertIn("no call path has the region 'nothing'", self.error_of("cut", "slow", "--root", "nothing"))
        self.assertIn("nothing to cut was given", self.error_of("cut", "slow"))
        self.assertIn("not a tolerance", self.error_of("compare", "slow", "fast", "--tolerance", "-1"))
        self.assertIn("the output would replace a file of the input",
                      self.error_of("mean", "slow", "fast", "-o", "slow/analysis.cubex"))
        for part in ("traces.otf2", "traces.def", "analysis.cubex"):
            self.assertIn("the output would replace a file of the input",
                          self.error_of("diff", "slow", "fast", "-o", f"slow/{part}"))
        self.assertIn("the result is a .cubex file", self.error_of("diff", "slow", "fast", "-o", "d.json"))
        self.assertIn("mean needs two or more reports", self.error_of("mean", "slow"))
        done = self.tarry("diff", "slow", "nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such experiment or report", done.stderr)

    def test_differences_as_json(self):
        equal = json.loads(self.succeeds("compare", "slow", "slow.json", "--format", "json").stdout)
        self.assertEqual((equal["schema"], equal["equal"], equal["different"], equal["differences"]),
                         ("tarry-comparison/1", True, 0, []))
        done = self.tarry("compare", "slow", "fast", "--top", "3", "--format", "json", "-o", "d.json")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        content = json.loads((self.path / "d.json").read_text())
        self.assertFalse(content["equal"])
        self.assertEqual(len(content["differences"]), 3)
        report = json.loads(self.succeeds("report", "slow", "--format", "json").stdout)
        values = [(cell["metric"], cell["value"]) for cell in report["severity"]]
        for each in content["differences"]:
            self.assertNotEqual(each["first"], each["second"])
            if each["first"] != 0:
                self.assertIn((each["metric"], each["first"]), values)

    def test_what_cannot_be_compared_does_not_count_as_different(self):
        self.assertIn("no such experiment or report", self.error_of("compare", "slow", "nowhere"))
        (self.path / "broken.cubex").write_text("no report")
        self.assertIn("broken.cubex", self.error_of("compare", "broken.cubex", "slow"))
        self.assertIn("compare needs two reports, not 1", self.error_of("compare", "slow"))
        self.assertIn("compare needs two reports, not 3", self.error_of("compare", "slow", "fast", "--", "large"))
        self.assertIn("need --spread", self.error_of("compare", "slow", "fast", "--smallest", "0.1"))
        self.assertEqual(self.tarry("compare", "slow", "--", "slow").returncode, 0)

    def test_a_merge_of_collapsed_reports_keeps_findings(self):
        findings = json.loads(self.succeeds("report", "slow", "--format", "json").stdout)["findings"]
        self.assertTrue(findings)
        self.succeeds("merge", "slow", "fast", "--collapse", "-o", "one.cubex")
        content = json.loads(self.succeeds("report", "one.cubex", "--format", "json").stdout)
        self.assertEqual(len(content["findings"]), len(findings))
        text = self.succeeds("report", "one.cubex", "--by", "rank", "--metric", "time").stdout
        self.assertIn("  all ranks\n", text)
        self.assertNotIn("rank 0", text)

    def test_a_mean_says_how_large_the_runs_are(self):
        self.succeeds("mean", "slow", "fast", "-o", "of_two.cubex")
        first = self.succeeds("report", "of_two.cubex").stdout.splitlines()[0]
        self.assertRegex(first, r": mean of slow, fast; 4 ranks, ran [\d.]+ \w?s$")
        self.succeeds("max", "slow", "large", "-o", "sizes.cubex")
        first = self.succeeds("report", "sizes.cubex").stdout.splitlines()[0]
        self.assertIn(": most of slow, large; 4 to 8 ranks, ran ", first)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
