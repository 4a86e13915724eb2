#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# TARRY_RANKS and TARRY_TIME of a filter: other ranks record nothing behind MPI_Init, and recorded
# events lie within the times.
# usage: windows_test.py BUILD_DIRECTORY MPI
import os

from measured import Disturbed, check, check_paired, main, undisturbed

RANKS = 3
BEGIN_S, END_S = 1.0, 2.0
SLACK_S = 0.2  # activities that are open at a border are recorded to their end


def record(test, name, launch, text):
    with open(test.path(name + ".filter"), "w") as file:
        file.write(text)
    outcome = test.record(name, launch, ["--filter", name + ".filter", "--force"])
    check(outcome.stdout == "done\n", f"{name}: output {outcome.stdout!r}")
    archive = test.archive(name)
    check(archive.wrong_leaves == 0 and archive.open_regions == 0, f"{name}: leaves do not fit")
    return test.report(name)


def check_times(test, launch):
    """All processes record inside the times, and none outside of them."""
    report = record(test, "times", [*launch, "3000"], f"TARRY_TIME {BEGIN_S}s-{END_S}s\n")
    check_paired(report)
    for rank in range(RANKS):
        inside = report.value("time", ["MPI_"], rank)
        check(inside < END_S - BEGIN_S + SLACK_S, f"rank {rank}: {inside} s in MPI")
        steps, *ends = (report.value("visits", [name], rank)
                        for name in ("MPI_Sendrecv", "MPI_Init", "MPI_Finalize"))
        if steps == 0 or ends != [0, 0]:  # MPI_Init ends before BEGIN_S, the steps after END_S
            raise Disturbed(f"rank {rank}: {steps} steps and {ends} calls at the ends are recorded")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "windows")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program]
    report = record(test, "ranks", [*launch, "100"], "TARRY_RANKS 0,2\n")
    for rank in range(RANKS):
        kept = rank != 1
        check((report.value("visits", ["MPI_Sendrecv"], rank) > 0) == kept, f"calls of rank {rank}")
        check(report.value("visits", ["MPI_Init"], rank) == 1, f"MPI_Init of rank {rank}")
    check(any("TARRY_RANKS" in text for text in report.experiment["warnings"]), "no warning")
    check(report.value("mpi_latebroadcast") == 0, "waits where a member is missing")
    messages = report.value("comms_send")
    check(messages > 0 and messages == report.value("comms_send", (), 2), f"{messages} messages")

    undisturbed(check_times, test, launch)

    outcome = test.run([test.tarry, "record", "-o", "none", "--filter", "none.filter", *launch])
    check(outcome.status == 2, outcome.stderr)
    with open(test.path("none.filter"), "w") as file:
        file.write(f"TARRY_RANKS {RANKS}-\n")
    outcome = test.run([test.tarry, "record", "-o", "none", "--filter", "none.filter", *launch])
    check(outcome.status == 2 and "all 3 processes" in outcome.stderr, outcome.stderr)


if __name__ == "__main__":
    main(run, "mpi")
