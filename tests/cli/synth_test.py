#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry synth from outside: its files, that tarry analyze finds the expected values, and its
errors."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
CASE = pathlib.Path(__file__).parent.parent / "cases" / "latesender_basic.case"


class Synth(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.made = self.path / "made"

    def run_tarry(self, *arguments, **options):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def synth(self, *arguments, **options):
        return self.run_tarry("synth", "-o", self.made, *arguments, **options)

    def error_of(self, *arguments, status=2, **options):
        done = self.synth(*arguments, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def waits(self, trace):
        """Returns {(metric, region): {rank: ticks or occurrences}} as tarry analyze finds them."""
        cubex = self.path / "analysis.cubex"
        done = self.run_tarry("analyze", trace, "-o", cubex)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(self.run_tarry("report", cubex, "--format", "json").stdout)
        regions = {path["id"]: path["region"] for path in report["callpaths"]}
        ranks = {location["id"]: location["rank"] for location in report["locations"]}
        units = {metric["id"]: metric["unit"] for metric in report["metrics"]}
        found = {}
        for cell in report["severity"]:
            scale = 1e9 if units[cell["metric"]] == "sec" else 1
            region = found.setdefault((cell["metric"], regions[cell["callpath"]]), {})
            rank = ranks[cell["location"]]
            region[rank] = region.get(rank, 0) + round(cell["value"] * scale)
        return found

    def check(self, trace, expected_file):
        expected = json.loads(expected_file.read_text())
        self.assertEqual(expected["schema"], "tarry-synth/1")
        found = self.waits(trace)
        for value in expected["values"]:
            ranks = {rank: ticks for rank, ticks in enumerate(value["ranks"]) if ticks != 0}
            self.assertEqual(sum(ranks.values()), value["total"])
            self.assertEqual(found.get((value["metric"], value["region"]), {}), ranks)

    def test_archive_with_every_pattern(self):
        done = self.synth("--ranks", "7", "--threads", "2", "--row", "3", "-j", "2")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn(" events of 14 locations in ", done.stderr)
        self.check(self.made, self.made / "expected.json")
        self.check(self.made / "parameters.synth", self.made / "expected.json")

    def test_parameters_only(self):
        self.made = self.path / "grid.synth"
        done = self.synth("--ranks", "12", "--patterns", "barrier:row/2,nxn:column", "--seed", "9")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.made.read_text(), "ranks 12\nrow 4\nseed 9\n"
                                                "patterns barrier:row/2,nxn:column\n")
        self.check(self.made, self.path / "grid.expected.json")

    def test_parameters_of_a_file_can_be_changed(self):
        first = self.path / "first.synth"
        first.write_text("ranks 6  # two rows\nevents 2k\npatterns halo:row\n\n")
        done = self.synth("--from", first, "--iterations", "3", "--row", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.made / "parameters.synth").read_text(),
                         "ranks 6\niterations 3\nrow 3\npatterns halo:row\n")

    def test_number_of_events(self):
        done = self.synth("--ranks", "16", "--events", "100k")
        self.assertEqual(done.returncode, 0, done.stderr)
        events = int(done.stderr.split()[1])
        self.assertTrue(99_000 <= events <= 101_000, done.stderr)

    def test_case(self):
        done = self.synth("--from", CASE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.waits(self.made), self.waits(CASE))

    def test_nonsense_is_refused_in_one_line(self):
        self.assertIn("ranks is not a number that it can have: 0 (1 to 16777216)",
                      self.error_of("--ranks", "0"))
        self.assertIn("noise is not a number", self.error_of("--noise", "-1"))
        self.assertIn("more than 16777216 locations",
                      self.error_of("--ranks", "16M", "--threads", "2"))
        self.assertIn("exclude each other", self.error_of("--events", "1M", "--iterations", "1"))
        self.assertIn("no such pattern: halos (known: late-sender",
                      self.error_of("--patterns", "halos"))
        self.assertIn("known: world, row, column", self.error_of("--patterns", "halo:world,nxn:x"))
        self.assertIn("not a choice of iterations: nxn/2+2", self.error_of("--patterns", "nxn/2+2"))
        self.assertIn("more than 4294967294 events", self.error_of("--iterations", "500M"))
        self.assertIn("longer than time stamps can tell",
                      self.error_of("--iterations", "100M", "--imbalance", "1000G"))
        bad = self.path / "bad.synth"
        bad.write_text("ranks 4\nrank 5\n")
        self.assertIn("bad.synth:2: no such parameter", self.error_of("--from", bad, status=1))
        self.assertFalse(self.made.exists())
        done = self.run_tarry("analyze", bad)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)

    def test_what_the_format_cannot_hold_is_refused_at_once(self):
        self.assertIn("an archive cannot hold a group of 2000000",
                      self.error_of("--ranks", "2M", "--iterations", "1", status=1))
        self.assertFalse(self.made.exists())

    def test_nothing_is_overwritten(self):
        self.made.mkdir()
        self.assertIn("the output exists", self.error_of("--ranks", "2", status=1))
        self.assertEqual(list(self.made.iterdir()), [])

    def test_output_must_be_named(self):
        done = self.run_tarry("synth", "--ranks", "2")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_full_disk_leaves_nothing(self):
        def files_of_at_most(size):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        # If the OTF2 library cannot write data, it does not free them either.
        options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        for iterations, size in (("10k", 50_000), ("100", 100), ("1", 1000), ("100k", 5_000_000)):
            error = self.error_of("--iterations", iterations, "--patterns", "barrier", status=1,
                                  env={**os.environ, "ASAN_OPTIONS": options},
                                  preexec_fn=lambda limit=size: files_of_at_most(limit))
            self.assertIn("cannot write", error)
            self.assertFalse(self.made.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
