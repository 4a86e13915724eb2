#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry compare-traces: equal traces, differences as text and JSON, what is ignored, exit status."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "formats" / "tct.md"
EXAMPLE = re.search(r"```tct\n(.*?)```", DOCUMENT.read_text(), re.DOTALL).group(1)


class CompareTraces(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.first = self.trace("first.tct", EXAMPLE)

    def trace(self, name, text):
        file = self.folder / name
        file.write_text(text)
        return file

    def compare(self, *arguments):
        return subprocess.run([TARRY, "compare-traces", *map(str, arguments)], text=True,
                              timeout=60, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def test_equal(self):
        done = self.compare(self.first, self.trace("second.tct", EXAMPLE))
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "equal: 12008 calls of 4 ranks\n", ""))

    def test_times_do_not_count(self):
        done = self.compare(self.first, self.trace("second.tct", EXAMPLE.replace("5300/1200..", "5200/1200..")))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_times_count_if_they_are_asked_for(self):
        second = self.trace("second.tct", EXAMPLE.replace("14385600/3000..5100", "16385600/3000..5100"))
        self.assertEqual(self.compare(self.first, second, "--times", "50").returncode, 0)
        done = self.compare(self.first, second, "--times", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("different: the run times are too far apart\n", done.stdout)
        self.assertNotIn("\n\n\n", done.stdout, "there are no differences between blank lines")
        self.assertEqual(self.compare(self.first, second, "--times", "much").returncode, 2)

    def test_what_a_replay_changes(self):
        second = self.trace("second.tct", EXAMPLE.replace("MPI_Waitall", "MPI_Wait").replace(
            "MPI_Init", "MPI_Init_thread").replace("main", "replay"))
        self.assertEqual(self.compare(self.first, second, "--ignore", "call-sites").returncode, 1)
        self.assertEqual(self.compare(self.first, second, "--ignore", "replay").returncode, 0)

    def test_different(self):
        second = self.trace("second.tct", EXAMPLE.replace("bytes=8 received=32<0 0>0",
                                                          "bytes=16 received=64<0 0>0"))
        done = self.compare(self.first, second, "--top", "1")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertEqual(done.stdout.splitlines()[0:4], [
            "different: calls of 4 of 4 ranks",
            "12008 calls compared, 4 of them differ; 0 calls in one trace only", "",
            "rank 0, call 3001, MPI_Reduce: bytes of collective is 8 in the first trace and 16 in "
            "the second"])
        self.assertIn("3 ranks more differ; --top shows them", done.stdout)
        self.assertRegex(done.stdout, r"MPI_Reduce +bytes to collectives +32 +64\n")
        self.assertNotIn("MPI_Isend", done.stdout)

    def test_json(self):
        second = self.trace("second.tct", EXAMPLE.replace("tag=7", "tag=9"))
        done = self.compare(self.first, second, "--format", "json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        found = json.loads(done.stdout)
        self.assertEqual((found["schema"], found["equal"], found["different_ranks"]),
                         ("tarry-trace-comparison/1", False, 4))
        self.assertEqual(found["differences"][0], {
            "rank": 0, "call": 1, "function": "MPI_Irecv",
            "what": "posted-tag of post-receive is 7 in the first trace and 9 in the second"})
        self.assertEqual(found["different_pairs"], 0)
        self.assertEqual(self.compare(self.first, second, "--ignore", "tags").returncode, 0)

    def test_other_call_sites(self):
        second = self.trace("second.tct", EXAMPLE.replace("frame 1 step @0:8", "frame 1 go @0:9"))
        self.assertEqual(self.compare(self.first, second).returncode, 1)
        done = self.compare(self.first, second, "--ignore", "call-sites")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_bad_input(self):
        missing = self.folder / "missing.tct"
        done = self.compare(self.first, missing)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(str(missing), done.stderr)
        done = self.compare(self.first, self.first, "--ignore", "colors")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("call-sites", done.stderr)
        self.assertEqual(self.compare(self.first).returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
