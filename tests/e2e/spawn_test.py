#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program that starts processes of its own runs as without measurement. Those processes are not
# recorded, and one warning says how many they are. Skipped where the MPI cannot start processes.
# usage: spawn_test.py BUILD_DIRECTORY MPI
import os
import sys

from measured import check, main

RANKS, CHILDREN = 2, 2
WARNING = f"{CHILDREN} processes that the program has started by MPI_Comm_spawn are not recorded"


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "mpi_spawn")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program]
    plain = test.run(launch, timeout=60)
    if plain.status != 0:
        print(f"skipped: {options.mpi} cannot start processes here: {plain.stderr.splitlines()[-1]}")
        sys.exit(77)
    test.record("experiment", launch)
    report = test.report("experiment")
    check(report.experiment["ranks"] == RANKS, f"{report.experiment['ranks']} ranks")
    warnings = [text for text in report.experiment["warnings"] if "are not recorded" in text]
    check(len(warnings) == 1 and WARNING in warnings[0], f"warnings: {warnings}")


if __name__ == "__main__":
    main(run, "mpi")
