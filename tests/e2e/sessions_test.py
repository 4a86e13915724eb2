#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program that uses sessions of MPI and never calls MPI_Init is recorded to its end: all messages are
# paired, and no warning says that processes have not called MPI_Finalize.
# usage: sessions_test.py BUILD_DIRECTORY MPI
import os

from measured import check, check_sound, main

RANKS = 2
EXCHANGES = 3  # on two communicators of both processes and on one of each alone


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "sessions")
    for form in ([], ["--compressed"], ["--profile"]):
        name = "experiment" + "".join(form)
        test.record(name, [f"mpirun.{options.mpi}", "-n", str(RANKS), program], form)
        if form == ["--compressed"]:
            outcome = test.run([test.tarry, "analyze", name])
            check(outcome.status == 0, f"analyze ended with {outcome.status}\n{outcome.stderr}")
        report = test.report(name)
        if not form:
            check_sound(report, test.archive(name), RANKS)
        messages = report.value("comms_send")
        check(messages == EXCHANGES * RANKS, f"{name}: {messages} messages")
        warnings = test.run([test.tarry, "report", name]).stderr
        check("MPI_Finalize" not in warnings, f"{name}: {warnings}")


if __name__ == "__main__":
    main(run, "mpi")
