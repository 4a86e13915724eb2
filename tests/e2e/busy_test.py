#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program that forks, throws, handles signals, begins threads, loads libraries and exchanges
# messages all the time does not notice that it is sampled each millisecond.
# usage: busy_test.py BUILD_DIRECTORY none|MPI SECONDS
import os

from measured import check, main
from samples import read_samples, record_unnoticed

RANKS = 2


def run(test, options):
    mpi, seconds = options.mpi, int(options.seconds)
    launch = [] if mpi == "none" else [f"mpirun.{mpi}", "-n", str(RANKS)]
    program = os.path.join(test.build, "tests", "e2e", mpi, "busy")
    outcome = record_unnoticed(test, "busy", [*launch, program], seconds)
    check(outcome.stdout.endswith(" 0 wrong\n"), outcome.stdout)
    processes = read_samples(test.path("busy"))
    check(len(processes) == (RANKS if launch else 1),
          f"{len(processes)} processes: children have samples")
    for process in processes:
        taken = sum(len(thread.samples) for thread in process.threads)
        lost = sum(thread.partial + thread.no_room + thread.no_nodes for thread in process.threads)
        check(taken > 100 and lost * 100 <= taken, f"{lost} of {taken} samples are not whole")


if __name__ == "__main__":
    main(run, "mpi", "seconds")
