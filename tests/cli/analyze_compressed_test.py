#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry analyze of a compressed trace: its counts equal those of the trace that it was made
from."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
COUNTS = ("syncs_send", "syncs_recv", "syncs_coll", "comms_send", "comms_recv", "comms_cxch", "comms_csrc",
          "comms_cdst", "bytes_sent", "bytes_rcvd", "bytes_cout", "bytes_cin", "bytes", "comms", "syncs")
TIMES = ("mpi", "mpi_point2point", "mpi_collective", "mpi_sync_collective")


def tarry(*arguments):
    return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=120, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def cells(report, metric):
    """Returns values by function and rank; other levels of call paths may differ."""
    paths = {path["id"]: path["region"] for path in report["callpaths"]}
    ranks = {location["id"]: location["rank"] for location in report["locations"]}
    found = {}
    for cell in report["severity"]:
        if cell["metric"] == metric:
            key = paths[cell["callpath"]], ranks[cell["location"]]
            found[key] = found.get(key, 0) + cell["value"]
    return found


class AnalyzeCompressed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def report(self, *arguments):
        cube = self.folder / f"{len(list(self.folder.iterdir()))}.cubex"
        tarry("analyze", "-q", *arguments, "-o", cube)
        return json.loads(tarry("report", cube, "--format", "json").stdout)

    def both(self, *arguments):
        trace = self.folder / "trace"
        tarry("synth", "-q", "-o", trace, *arguments)
        compressed = self.folder / "trace.tct"
        tarry("compress", "-q", trace, "-o", compressed)
        return self.report(trace, "--no-findings"), self.report(compressed)

    def test_counts_of_all_patterns(self):
        expected, found = self.both("--ranks", "9", "--iterations", "12")
        for metric in COUNTS:
            self.assertEqual(cells(found, metric), cells(expected, metric), metric)
        self.assertTrue(cells(found, "bytes_sent"))
        visits = {key: value for key, value in cells(expected, "visits").items()
                  if key[0].startswith("MPI_")}
        self.assertEqual(cells(found, "visits"), visits)
        for metric in TIMES:
            self.assertAlmostEqual(sum(cells(found, metric).values()),
                                   sum(cells(expected, metric).values()), 9, metric)

    def test_waiting_lies_within_its_bounds(self):
        expected, found = self.both("--ranks", "8", "--iterations", "20", "--patterns", "nxn,barrier",
                                    "--calls", "0")
        for known, lower, upper in (("mpi_wait_nxn", "mpi_wait_nxn_lower", "mpi_wait_nxn_upper"),
                                    ("mpi_barrier_wait", "mpi_barrier_wait_lower",
                                     "mpi_barrier_wait_upper")):
            waited = sum(cells(expected, known).values())
            # The very first operations do not come straight from another one.
            self.assertLessEqual(sum(cells(found, lower).values()), waited, known)
            self.assertGreaterEqual(sum(cells(found, upper).values()), 0.8 * waited, known)
            self.assertGreater(sum(cells(found, upper).values()), 0, known)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
