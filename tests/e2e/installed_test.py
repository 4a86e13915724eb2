#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The installed tree works from any directory: instrument a program in two steps as a build system
# does, record it, and find its functions, their source and its user region in the report.
# usage: installed_test.py BUILD_DIRECTORY MPI
import os

from measured import check, check_sound, main

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "programs", "regions.c"))
RANKS = 3


def run(test, options):
    prefix = test.path("prefix")
    installed = test.run(["cmake", "--install", test.build, "--prefix", prefix])
    check(installed.status == 0, installed.stderr)
    test.tarry = os.path.join(prefix, "bin", "tarry")
    check("libmpi" not in test.run(["ldd", test.tarry]).stdout, "the tool itself needs an MPI")

    instrument = [test.tarry, "instrument", f"mpicc.{options.mpi}"]
    for step in (["-O2", "-g", "-c", SOURCE, "-o", "regions.o"], ["regions.o", "-o", "regions"]):
        outcome = test.run([*instrument, *step])
        check(outcome.status == 0, f"{step}: {outcome.stderr}")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), "./regions"]
    bare = test.run(launch)
    check(bare.status == 0, f"without Tarry it ends with {bare.status}\n{bare.stderr}")

    experiment = test.path("experiment")
    test.record(experiment, launch)
    report = test.report(experiment)
    check_sound(report, test.archive(experiment), RANKS)
    path = ["main", "the ring", "pass_on", "MPI_Sendrecv"]
    check(report.value("visits", path) == RANKS * RANKS, "visits below the user region")
    functions = {each["region"]: each for each in report.callpaths.values()}
    check(functions["pass_on"]["file"].endswith("regions.c"), f"{functions['pass_on']}")
    with open(SOURCE, encoding="utf-8") as stream:
        line = next(number for number, text in enumerate(stream, 1) if " pass_on(" in text)
    check(functions["pass_on"]["line"] == line, f"{functions['pass_on']}, line {line}")


if __name__ == "__main__":
    main(run, "mpi")
