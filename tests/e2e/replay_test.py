#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Recorded programs run again: a replay makes the calls that were recorded, with as many bytes. Of event
# traces, and of a recording that keeps wildcards.
# usage: replay_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main

PROGRAMS = (("heat", 4, ["--size", "64", "--steps", "20"]), ("halo_c", 4, ["20", "5"]),
            ("pipeline", 3, ["20", "50"]), ("master_worker", 4, ["50", "50"]))


def check_replay(page, program):
    check(page["left_out"] == 0 and not page["skipped"], f"{program}: not all was replayed")
    moved = 0
    for each in page["functions"]:
        recorded, replayed = each["recorded"], each["replayed"]
        for side in ("sent", "received"):
            check(recorded[side] == replayed[side],
                  f"{program}: {each['function']} {side}: {recorded[side]}, {replayed[side]} again")
            moved += replayed[side]
        if recorded["sent"] + recorded["received"] > 0:
            check(recorded["calls"] == replayed["calls"], f"{program}: calls of {each['function']}")
    check(moved > 0, f"{program}: nothing was replayed")


def check_wildcards(test, options):
    launch = [f"mpirun.{options.mpi}", "-n", "4"]
    program = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, "mpi_arguments")
    test.record("wildcards", [*launch, program], ["--compressed"])
    trace = os.path.join(test.path("wildcards"), "compressed", "trace.tct")
    done = test.run([*launch, test.tarry, "replay", "--format", "json", trace])
    check(done.status == 0, done.stderr)
    check_replay(json.loads(done.stdout), "mpi_arguments")


def run(test, options):
    check_wildcards(test, options)
    for program, ranks, arguments in PROGRAMS:
        launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
        test.record(program, [*launch, test.example(options.mpi, program), *arguments])
        trace = test.path(f"{program}.tct")
        done = test.run([test.tarry, "compress", "-q", test.path(program), "-o", trace])
        check(done.status == 0, done.stderr)
        done = test.run([*launch, test.tarry, "replay", "--format", "json", trace])
        check(done.status == 0, done.stderr)
        check_replay(json.loads(done.stdout), program)


if __name__ == "__main__":
    main(run, "mpi")
