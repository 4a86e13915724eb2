#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# An MPI program whose threads call MPI: its threads and mutexes are in the trace, those of the MPI
# library are not, and messages match like without them.
# usage: mpi_test.py BUILD_DIRECTORY MPI PROGRAM
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import check, check_sound, main  # noqa: E402

RANKS = 2
CREATED = 5  # created by each rank: three that talk at the same time, and two after them


def run(test, options):
    for level in ("serialized", "multiple"):
        program = [f"mpirun.{options.mpi}", "-n", str(RANKS), os.path.abspath(options.program), level]
        bare = test.run(program)
        measured = test.record(level, program)
        check(measured.stdout == bare.stdout, f"the output changed: {measured.stdout!r}")
        report, archive = test.report(level), test.archive(level)
        check_sound(report, archive, RANKS)
        for rank in range(RANKS):
            threads = sum(each["rank"] == rank for each in report.locations.values())
            check(2 <= threads <= 4, f"rank {rank} has {threads} locations")
            for call in ("pthread_create", "pthread_join"):
                visits = report.value("visits", [call], rank)
                check(visits == CREATED, f"rank {rank}: {visits} visits of {call}")
        for kind in ("THREAD_CREATE", "THREAD_BEGIN", "THREAD_WAIT", "THREAD_END"):
            check(archive.counts[kind] == CREATED * RANKS, f"{archive.counts[kind]} {kind}")
        inside = report.value("visits", ["MPI_", "pthread_"])
        check(inside == 0, f"{inside} visits of the MPI library's own calls")
        locks = report.value("visits", ["pthread_mutex_lock"])
        check((locks > 0) == (level == "serialized"), f"{locks} visits of pthread_mutex_lock")


if __name__ == "__main__":
    main(run, "mpi", "program")
