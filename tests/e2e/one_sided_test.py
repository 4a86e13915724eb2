#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# One-sided communication from the program to the report: its records are in the archive; a fence, a
# post, a complete and a lock with which rank 1 is late are found at their place with their costs;
# and without them the report has no such wait.
# usage: one_sided_test.py BUILD_DIRECTORY MPI
import os

from measured import Disturbed, check, check_sound, main, undisturbed

RANKS = 3
# Sleeps of the program.
LATE_FENCE_S, LATE_POST_S, LATE_COMPLETE_S, LONG_LOCK_S = 0.3, 0.25, 0.22, 0.2
MOST = 0.8  # least part of a sleep
FEW = 0.3  # seconds of other waits on an idle machine

# Number of records of each process; operations on MPI_PROC_NULL have none. Ranks 0 and 1 have one
# more epoch.
RECORDS = {"RMA_WIN_CREATE": 2, "RMA_WIN_DESTROY": 2, "RMA_COLLECTIVE_BEGIN": 7,
           "RMA_COLLECTIVE_END": 7, "RMA_GROUP_SYNC": 8, "RMA_REQUEST_LOCK": 2,
           "RMA_RELEASE_LOCK": 2, "RMA_PUT": 4, "RMA_GET": 1, "RMA_ATOMIC": 3,
           "RMA_OP_COMPLETE_NON_BLOCKING": 1}
LATE_POST = ("mpi_rma_sync_late_post", "mpi_rma_comm_late_post")
LOCK = ("mpi_rma_sync_lock_competition", "mpi_rma_comm_lock_competition")


def at_least(what, value, seconds):
    if value < MOST * seconds:
        raise Disturbed(f"{what} is {value:.3f} s of {seconds} s")


def check_records(test):
    archive = test.archive("experiment")
    for kind, count in RECORDS.items():
        found = archive.counts.get(kind, 0)
        expected = RANKS * count + (4 if kind == "RMA_GROUP_SYNC" else 0)
        check(found == expected, f"{found} records {kind}, not {expected}")
    check(archive.counts.get("RMA_OP_COMPLETE_REMOTE", 0) > 0, "no operation is completed")
    return archive


def check_counts(report):
    for rank in range(RANKS):
        values = {"comms_rma_puts": 5, "comms_rma_gets": 1, "comms_rma_atomics": 3,
                  "bytes_put": 4 * 4 + 4 + 4 + 4, "bytes_get": 4 + 4 + 4,
                  # three fences; two epochs of one partner on each side, one without operations and
                  # exposed until MPI_Win_test, which does not count
                  "mpi_rma_pairsync_count": 3 * (RANKS - 1) + 3 + (rank < 2),
                  "mpi_rma_pairsync_unneeded_count": (RANKS - 1) + 1 + (rank < 2)}
        for metric, expected in values.items():
            value = report.value(metric, rank=rank)
            check(value == expected, f"{metric} of rank {rank} is {value}, not {expected}")


def check_waits(report):
    for rank in (0, 2):
        at_least(f"wait at fence of rank {rank}",
                 report.value("mpi_rma_wait_at_fence", ("fences",), rank), LATE_FENCE_S)
    at_least("late post", sum(report.value(metric, ("groups",), 0) for metric in LATE_POST),
             LATE_POST_S)
    at_least("early wait", report.value("mpi_rma_early_wait", ("one_way",), 0), LATE_COMPLETE_S)
    at_least("lock contention", sum(report.value(metric, ("locks",)) for metric in LOCK),
             LONG_LOCK_S)
    for model in ("", "__waitfirst"):
        at_least("cost of the fence",
                 report.value("delay_rma_collective" + model, ("late_fence",), 1), 2 * LATE_FENCE_S)
        at_least("cost of the post",
                 report.value("delay_rma_late_post" + model, ("late_post",), 1), LATE_POST_S)
        at_least("cost of the complete",
                 report.value("delay_rma_early_wait" + model, ("late_complete",), 1),
                 LATE_COMPLETE_S)
        # A process that waits for another one that waited for rank 1 passes the cost on.
        at_least("cost of the lock",
                 report.value("delay_rma_lock_aggregate" + model, ("long_lock",), 1), LONG_LOCK_S)


def measure(test, mpi, *arguments):
    program = os.path.join(test.build, "tests", "e2e", mpi, "one_sided")
    launch = [f"mpirun.{mpi}", "-n", str(RANKS), program, *arguments]
    test.record("experiment", launch, ["--force"], {"OMPI_MCA_osc": "pt2pt"})
    report = test.report("experiment")
    check_sound(report, check_records(test), RANKS)
    check_counts(report)
    return report


def with_waits(test, mpi):
    check_waits(measure(test, mpi, "waits"))


def without_waits(test, mpi):
    report = measure(test, mpi)
    waits = report.value("delay_rma") + report.value("delay_unattributed")
    if waits > FEW:
        raise Disturbed(f"{waits:.3f} s of waits where nobody sleeps")


def run(test, options):
    undisturbed(with_waits, test, options.mpi)
    undisturbed(without_waits, test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
