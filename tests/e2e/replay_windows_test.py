#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A replay makes the recorded one-sided communication again: every kind of synchronization, with the
# same accesses. A recorded replay holds what the program did. An event trace lacks the sizes of
# windows: its replay is refused.
# usage: replay_windows_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main
from replay_test import NOT_CALLED, check_fixed_point

NOT_CALLED_HERE = (*NOT_CALLED, "MPI_Comm_group", "MPI_Group_incl", "MPI_Group_free",
                   "MPI_Win_set_name")


def check_replay(page, name):
    check(page["left_out"] == 0 and not page["skipped"], f"{name}: {page['skipped']}")
    for each in page["functions"]:
        for what in ("calls", "sent", "received"):
            recorded, replayed = each["recorded"][what], each["replayed"][what]
            expected = 0 if each["function"] in NOT_CALLED_HERE else recorded
            check(replayed == expected,
                  f"{name}: {each['function']} {what}: {recorded}, {replayed} again")


def check_windows(test, program, launch, name):
    test.record(name, [*launch, program], ["--compressed"])
    done = test.run([*launch, test.tarry, "replay", "--format", "json", test.path(name)])
    check(done.status == 0, done.stderr)
    check_replay(json.loads(done.stdout), name)
    check_fixed_point(test, launch, name)


def check_event_trace(test, program, launch):
    test.record("events", [*launch, program])
    trace = test.path("events.tct")
    done = test.run([test.tarry, "compress", test.path("events"), "-o", trace])
    check(done.status == 0 and "an event trace does not say how large windows are" in done.stderr,
          done.stderr)
    done = test.run([*launch, test.tarry, "replay", trace])
    check(done.status != 0 and "MPI_Win_allocate (the trace does not say how large the window is)"
          in done.stderr, done.stderr)


def run(test, options):
    program = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, "mpi_rma")
    test.environment["OMPI_MCA_osc"] = "pt2pt"  # one-sided communication on any machine
    for ranks in (2, 4):
        launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
        check_windows(test, program, launch, f"windows_{ranks}")
    check_event_trace(test, program, launch)


if __name__ == "__main__":
    main(run, "mpi")
