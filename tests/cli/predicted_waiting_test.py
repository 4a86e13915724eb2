#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Waiting for ranks that compute longer than others, predicted from 4, 8 and 16 ranks.

usage: predicted_waiting_test.py TARRY [RANKS...]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
TARGETS = [int(ranks) for ranks in sys.argv[2:]] or [64]


def slow_rank(rank, ranks):
    """Returns the nanoseconds that a rank computes in each step: rank 2 three times as long."""
    return 60000 if rank == 2 else 20000


def slope(rank, ranks):
    return 20000 + 20000 * rank // (ranks - 1)


def reduce_steps(ranks, load):
    """Returns the text of a trace of ten calls of MPI_Allreduce, which end when the last has come."""
    longest = max(load(rank, ranks) for rank in range(ranks)) + 50
    times = "".join(f"after {site}/{1000 + rank} <0 {rank}> {load(rank, ranks)}*{calls} "
                    f"{longest - load(rank, ranks)}*{calls}\n"
                    for site, calls in ((0, 1), (1, 9)) for rank in range(ranks))
    return f"""tarry-compressed-trace 1
ranks {ranks}
program steps
comm 0 MPI_COMM_WORLD [0..{ranks - 1}]
site 0 MPI_Init
event 0
after - 0*{ranks} 10*{ranks}
site 1 MPI_Allreduce
event 1 loop=(1,10) kind=collective bytes=8 received=8 op=allreduce root=none
{times}end
"""


class PredictedWaiting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, ranks, text):
        path = self.folder / f"{ranks}.tct"
        path.write_text(text)
        return path

    def tarry(self, *arguments):
        done = subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("warning", done.stderr)
        return done.stdout

    def waiting(self, experiment):
        """Returns how much of the time is waiting at N x N, in percent."""
        self.tarry("analyze", "-q", experiment)
        found = re.search(r"([0-9.]+) %  \S* *Wait at N x N: ",
                          self.tarry("report", experiment), re.MULTILINE)
        return float(found[1]) if found else 0.0

    def expanded(self, trace, *options):
        target = self.folder / "expanded" / trace.stem
        self.tarry("expand", "-q", trace, "-o", target, *options)
        return self.waiting(target)

    def predicted(self, files, ranks, *options):
        target = self.folder / f"predicted-{ranks}.tct"
        self.tarry("extrapolate", "--to", ranks, *files, "-o", target)
        return self.expanded(target, *options)

    def compare(self, predicted, exact, ranks, delta):
        print(f"{self.id()}: {ranks} ranks, {predicted} % predicted, {exact} % exact")
        self.assertAlmostEqual(predicted, exact, delta=delta)

    # The exact waiting is that of a trace of the same program with as many ranks.
    def check_waiting(self, load):
        files = [self.file(ranks, reduce_steps(ranks, load)) for ranks in (4, 8, 16)]
        for ranks in TARGETS:
            exact = self.expanded(self.file(ranks, reduce_steps(ranks, load)))
            self.assertGreater(exact, 20)
            self.compare(self.predicted(files, ranks), exact, ranks, 0.5)

    def test_waiting_for_a_slow_rank(self):
        self.check_waiting(slow_rank)

    def test_waiting_along_a_slope(self):
        self.check_waiting(slope)

    def synthetic(self, ranks, noise):
        made = self.folder / f"synthetic-{noise}-{ranks}"
        self.tarry("synth", "-q", "--patterns", "nxn", "--ranks", ranks, "--noise", noise, "-o", made)
        return made

    def check_synthetic(self, noise, delta, *options):
        files = []
        for ranks in (4, 8, 16):
            files.append(self.folder / f"{ranks}.tct")
            self.tarry("compress", "-q", self.synthetic(ranks, noise), "-o", files[-1])
        for ranks in TARGETS:
            self.compare(self.predicted(files, ranks, *options),
                         self.waiting(self.synthetic(ranks, noise)), ranks, delta)

    def test_waiting_of_a_synthetic_program(self):
        self.check_synthetic(0, 1)

    def test_waiting_with_noise(self):
        self.check_synthetic(10000, 3, "--times", "draw")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
