#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Damages whole files and checks the report: its messages, and what is still right.
# usage: damaged_test.py BUILD_DIRECTORY
import os
import sys
import unittest

from damaged import Workshop, by_rank

WORKSHOP = Workshop(sys.argv.pop(1))
FAILED = 1


class Damaged(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        assert WORKSHOP.analyze(WORKSHOP.intact).status == 0
        cls.whole = WORKSHOP.report(WORKSHOP.intact)

    def setUp(self):
        self.copy = WORKSHOP.fresh_copy()

    def path(self, name):
        return os.path.join(self.copy, name)

    def analysed(self, *words):
        """Returns the report, which must have a warning with each of `words`."""
        outcome = WORKSHOP.analyze(self.copy)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        report = WORKSHOP.report(self.copy)
        warnings = "\n".join(report["experiment"]["warnings"])
        for word in words:
            self.assertIn(word, warnings)
        return report

    def refused(self, *words):
        outcome = WORKSHOP.analyze(self.copy)
        self.assertEqual(outcome.status, FAILED, outcome.stderr)
        self.assertEqual(len(outcome.stderr.splitlines()), 1, outcome.stderr)
        for word in words:
            self.assertIn(word, outcome.stderr)

    def assert_same_for(self, ranks, metric, report):
        for rank in ranks:
            self.assertEqual(by_rank(report, metric)[rank], by_rank(self.whole, metric)[rank],
                             f"{metric} of rank {rank}")

    def test_cut_event_file(self):
        name = self.path("traces/1.evt")
        os.truncate(name, os.path.getsize(name) // 2)
        report = self.analysed("event file is truncated or damaged (read up to there)",
                               "events that the definitions state and the event files lack",
                               "entered and never left")
        for metric in ("time", "visits", "comms_send", "bytes_sent"):
            self.assert_same_for((0, 2, 3), metric, report)
        self.assertLess(by_rank(report, "visits")[1], by_rank(self.whole, "visits")[1])

    def test_missing_event_file(self):
        os.remove(self.path("traces/2.evt"))
        report = self.analysed("locations without an event file: 1",
                               "messages received without a send",
                               "missing or contradicting members")
        for metric in ("time", "visits", "comms_send", "bytes_sent"):
            self.assert_same_for((0, 1, 3), metric, report)
        self.assertEqual(by_rank(report, "visits")[2], 0)

    def test_empty_event_file(self):
        os.truncate(self.path("traces/0.evt"), 0)
        report = self.analysed("events that the definitions state and the event files lack")
        self.assert_same_for((1, 2, 3), "time", report)

    def test_missing_local_definitions(self):
        if not os.path.exists(self.path("traces/3.def")):
            self.skipTest("this trace has no local definitions")
        os.remove(self.path("traces/3.def"))
        report = self.analysed("without a local definition file (ids and times taken as global)")
        for metric in ("time", "visits", "comms_send", "bytes_sent"):
            self.assert_same_for((0, 1, 2), metric, report)
        # Its regions may have other names now, but its total time is unchanged.
        self.assertAlmostEqual(by_rank(report, "time")[3], by_rank(self.whole, "time")[3], 12)

    def test_swapped_event_files(self):
        os.rename(self.path("traces/0.evt"), self.path("kept"))
        os.rename(self.path("traces/2.evt"), self.path("traces/0.evt"))
        os.rename(self.path("kept"), self.path("traces/2.evt"))
        report = self.analysed("messages")
        times = sorted(by_rank(report, "time").values())
        self.assertEqual(times, sorted(by_rank(self.whole, "time").values()))

    def test_missing_global_definitions(self):
        os.remove(self.path("traces.def"))
        self.refused("cannot read the trace's definitions", "traces.def")

    def test_cut_global_definitions(self):
        name = self.path("traces.def")
        os.truncate(name, os.path.getsize(name) * 9 // 10)
        outcome = WORKSHOP.analyze(self.copy)
        if outcome.status == 0:
            self.analysed("global definitions that are missing or damaged")
        else:
            self.refused("traces.def")

    def test_missing_anchor(self):
        os.remove(self.path("traces.otf2"))
        self.refused("there is no trace, only an analysis")

    def test_foreign_anchor(self):
        with open(self.path("traces.otf2"), "w", encoding="ascii") as file:
            file.write("not a trace\n")
        self.refused("not the anchor file of an OTF2 trace")


if __name__ == "__main__":
    unittest.main()
