#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry diagnose from outside, with generated samples: its picture, its severity cube and their
use by other verbs."""

import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
PERIOD_S, END_S = 0.1, 20
NODES = ("main", "work", "MPI_Barrier", "rest", "</script><script>alert(1)</script>")
# By rank: its activities and their begins. Rank 0 waits 4 s in the barrier at 10 s, rank 1 does not
# wait.
RANKS = (((0, "work"), (5, "MPI_Barrier"), (10, "rest"), (15, NODES[4])),
         ((0, "work"), (9, "MPI_Barrier"), (10, "rest"), (15, NODES[4])))


def write_samples(experiment):
    """The format is described in docs/formats/samples.md."""
    names = "tarry-sample-names\t1\nobject\t/bin/app\n"
    names += "".join(f"place\t{0x100 * number + 3:x}\t{name}\ta.c\t{number}\n"
                     for number, name in enumerate(NODES, 1))
    for rank, doings in enumerate(RANKS):
        folder = experiment / "samples" / f"node-{rank}"
        folder.mkdir(parents=True)
        (folder / "process.tsv").write_text(
            f"tarry-samples\t2\nprocess\t1\t{rank}\t2\t{rank + 7}\tnode\n"
            "module\t0\t0\t0\t0\t/bin/app\n")
        records, before = b"", None
        for sample in range(round(END_S / PERIOD_S)):
            time = (sample + .5) * PERIOD_S
            name = [name for begin, name in doings if begin <= time][-1]
            common = 2 if name == before else 1  # number of common activations
            records += struct.pack("<IHHI", int(time * 1e9 / 16), common, 0,
                                   NODES.index(name) + 1)
            before = name
        header = struct.pack("<8sIIQQQQ", b"TARRYSMP", 2, 0, 1000, 0, 1000 + END_S * 10**9,
                             round(PERIOD_S * 1e9))
        (folder / "thread-0.samples").write_bytes(header.ljust(4096, b"\0") + records)
        nodes = struct.pack("<QIIHHI", 0, 0, 0, 0, 1, 0)
        for number in range(1, len(NODES) + 1):  # the first function calls all
            nodes += struct.pack("<QIIHHI", 0x100 * number + 4, min(number - 1, 1), 4, 0, 2, 0)
        (folder / "thread-0.paths").write_bytes(nodes)
    (experiment / "samples" / "names.tsv").write_text(names)


class Diagnose(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.experiment = self.path / "run1"
        write_samples(self.experiment)

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def test_text_and_next_command(self):
        done = self.tarry("diagnose", self.experiment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Load imbalance: work@a.c:1 on rank 1 makes rank 0 wait, at most 2.000 s (10.0 %)",
                      done.stdout)
        self.assertIn(f"tarry report {self.experiment}", done.stderr)

    def thread_files(self):
        return sorted(self.experiment.glob("samples/*/thread-0.samples"))

    def test_samples_of_computing_time_are_refused(self):
        for path in self.thread_files():
            content = bytearray(path.read_bytes())
            content[48] = 1  # the clock
            path.write_bytes(content)
        done = self.tarry("diagnose", self.experiment)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("computing time", done.stderr)
        self.assertIn("--sample-clock cpu", done.stderr)
        self.assertFalse((self.experiment / "diagnosis.cubex").exists())

    def test_runs_without_a_sample_are_refused(self):
        for path in self.thread_files():
            path.write_bytes(path.read_bytes()[:4096])
        done = self.tarry("diagnose", self.experiment)
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.assertIn("there are no samples", done.stderr)

    def test_fewer_cores_than_ranks_are_a_limit(self):
        said = "On node, 2 ranks share 1 core:"
        self.assertNotIn(said, self.tarry("diagnose", self.experiment).stdout)
        for path in self.experiment.glob("samples/*/process.tsv"):
            path.write_text(path.read_text() + "cores\t1\n")
        self.assertIn(said, self.tarry("diagnose", self.experiment).stdout)

    def test_picture(self):
        page = self.path / "page.html"
        done = self.tarry("diagnose", self.experiment, "--format", "html", "-o", page)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        text = page.read_text()
        self.assertNotIn("<script>alert", text)
        data = json.loads(re.search(r'id="picture">(.*?)</script>', text).group(1))
        self.assertEqual((data["columns"], len(data["rows"])), (200, 2))
        for row, columns in zip(data["rows"], ((50, 50, 50, 50), (90, 10, 50, 50))):
            self.assertEqual(tuple(row["cells"][::2]), columns)
            marked = [data["cells"][cell][1] for cell in row["cells"][1::2]]
            self.assertEqual([mark >= 0 and data["marks"][mark][2] for mark in marked],
                             [0, 1, False, False])

    def test_reports_of_the_cube(self):
        before = self.tarry("report", self.experiment)
        self.assertEqual(before.returncode, 1)
        self.assertIn(f"tarry diagnose {self.experiment}", before.stderr)
        self.assertIn("diagnose", self.tarry("analyze", self.experiment).stderr)
        for _ in range(2):  # the second replaces the first
            self.assertEqual(self.tarry("diagnose", "-q", self.experiment).returncode, 0)
        done = self.tarry("report", self.experiment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Load imbalance: work@a.c:1 on rank 1 makes rank 0 wait, at most 2.000 s (10.0 %)",
                      done.stdout)
        self.assertRegex(done.stdout, r"\nLargest losses: .*\n(.*\n)*? +4\.000 s +10\.0 %  \S* *Load imbalance \(cause\): "
                                      r"main/work on rank 1\n")
        done = self.tarry("report", "-v", self.experiment)
        self.assertRegex(done.stdout, r"\nLoad imbalance \(cause\): 4\.000 s(.*\n)*?"
                                      r" *4\.000 s +100.0 % +main/work")
        made = json.loads(self.tarry("report", self.experiment, "--format", "json").stdout)
        names = {path["id"]: path["region"] for path in made["callpaths"]}
        cells = {(cell["metric"], names[cell["callpath"]], cell["location"]): round(cell["value"], 6)
                 for cell in made["severity"]}
        self.assertEqual(cells["time", "work", 0], 5.0)
        self.assertEqual(cells["load_imbalance", "MPI_Barrier", 0], 4.0)
        self.assertEqual(cells["load_imbalance_cause", "work", 1], 4.0)
        self.assertNotIn(("load_imbalance", "MPI_Barrier", 1), cells)
        self.assertEqual(sorted(path.name for path in self.experiment.iterdir()),
                         ["diagnosis.cubex", "samples"])

    def test_experiment_that_takes_no_cube(self):
        (self.experiment / "diagnosis.cubex").mkdir()
        done = self.tarry("diagnose", self.experiment)
        self.assertEqual((done.returncode, "--cube FILE" in done.stderr), (0, True), done.stderr)
        self.assertIn("Load imbalance", done.stdout)

    def test_cube_elsewhere(self):
        cube = self.path / "other.cubex"
        self.assertEqual(self.tarry("diagnose", self.experiment, "--cube", cube).returncode, 0)
        self.assertFalse((self.experiment / "diagnosis.cubex").exists())
        done = self.tarry("report", cube, "--metric", "load_imbalance", "--by", "rank")
        self.assertIn("rank 0", done.stdout, done.stderr)
        done = self.tarry("diagnose", self.experiment, "--cube", self.path / "no" / "such.cubex")
        self.assertEqual((done.returncode, "such.cubex" in done.stderr), (1, True), done.stderr)
        done = self.tarry("diagnose", self.experiment, "-o", self.experiment / "diagnosis.cubex")
        self.assertEqual((done.returncode, "--cube" in done.stderr), (2, True), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
