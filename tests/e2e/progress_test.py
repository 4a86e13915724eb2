#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The sends of ranks wait until slower ranks are back in MPI, although the receives are posted: the
# waits are found, and charged to the work of the slow ranks.
# usage: progress_test.py BUILD_DIRECTORY MPI
import os

from measured import Disturbed, check_sound, main, undisturbed

RANKS = 4
STEPS = 20
SURPLUS_S = 0.03
MOST = 0.5  # least part of the sleeps: other waits may come first


def measure(test, mpi):
    program = os.path.join(test.build, "tests", "e2e", mpi, "late_progress")
    launch = [f"mpirun.{mpi}", "-n", str(RANKS), program, "100000", "30"]
    test.record("experiment", launch, ["--force"])
    report = test.report("experiment")
    check_sound(report, test.archive("experiment"), RANKS)
    for rank in (2, 3):
        waits = report.value("mpi_late_progress", rank=rank)
        if waits < MOST * STEPS * SURPLUS_S:
            raise Disturbed(f"rank {rank} waits {waits:.3f} s for progress")
    for model in ("", "__waitfirst"):
        cost = report.value("delay_progress" + model, ("surplus",))
        if cost < MOST * STEPS * SURPLUS_S:
            raise Disturbed(f"the surplus costs {cost:.3f} s of such waits")


def run(test, options):
    undisturbed(measure, test, options.mpi, attempts=6)


if __name__ == "__main__":
    main(run, "mpi")
