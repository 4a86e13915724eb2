#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A replay of recorded programs makes the recorded calls with the same bytes. This holds for every
# example, from its event trace or from a trace compressed while it ran, and for a program with
# wildcards. A replay can be recorded and replayed again.
# usage: replay_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main

OF_EVENT_TRACES = (("heat", 4, ["--size", "64", "--steps", "20"]), ("halo_c", 4, ["20", "5"]),
                   ("pipeline", 3, ["20", "50"]), ("master_worker", 4, ["50", "50"]))
COMPRESSED = (("particles", 2, ["40", "3"]), ("halo_f08", 2, ["10", "1"]),
              ("halo_mpi", 2, ["10", "1"]), ("halo_mpif", 2, ["10", "1"]))

# These functions only return facts, or create or free something that a replay has made before or
# does not need.
NOT_CALLED = ("MPI_Init", "MPI_Finalize", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Send_init",
              "MPI_Recv_init", "MPI_Request_free", "MPI_Type_commit", "MPI_Type_free",
              "MPI_Type_vector")


def check_replay(page, program):
    check(page["left_out"] == 0 and not page["skipped"], f"{program}: not all was replayed")
    moved = 0
    for each in page["functions"]:
        recorded, replayed = each["recorded"], each["replayed"]
        for side in ("sent", "received"):
            check(recorded[side] == replayed[side],
                  f"{program}: {each['function']} {side}: {recorded[side]}, {replayed[side]} again")
            moved += replayed[side]
        expected = 0 if each["function"] in NOT_CALLED else recorded["calls"]
        check(replayed["calls"] == expected,
              f"{program}: {each['function']} {recorded['calls']} times, {replayed['calls']} again")
    check(moved > 0, f"{program}: nothing was replayed")


def replay(test, launch, trace, program):
    done = test.run([*launch, test.tarry, "replay", "--format", "json", trace])
    check(done.status == 0, done.stderr)
    check_replay(json.loads(done.stdout), program)


# A recorded replay holds what the program did, and a replay of that makes the same calls.
def check_fixed_point(test, launch, name):
    before = name
    for ignored in (["--ignore", "replay"], []):
        again = before + "_again"
        test.record(again, [*launch, test.tarry, "replay", test.path(before)], ["--compressed"])
        done = test.run([test.tarry, "compare-traces", *ignored, test.path(before), test.path(again)])
        check(done.status == 0, f"{again} {ignored}: {done.stdout}")
        check(not done.stdout.startswith("equal: 0 calls"), f"{again}: no calls were compared")
        before = again


def check_compressed(test, options, program, ranks, arguments):
    launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
    name = os.path.basename(program)
    test.record(name, [*launch, program, *arguments], ["--compressed"])
    replay(test, launch, os.path.join(test.path(name), "compressed", "trace.tct"), name)
    check_fixed_point(test, launch, name)


def check_event_trace(test, options, program, ranks, arguments):
    launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
    test.record(program, [*launch, test.example(options.mpi, program), *arguments])
    trace = test.path(f"{program}.tct")
    done = test.run([test.tarry, "compress", "-q", test.path(program), "-o", trace])
    check(done.status == 0, done.stderr)
    replay(test, launch, trace, program)


def run(test, options):
    wildcards = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, "mpi_arguments")
    check_compressed(test, options, wildcards, 4, [])
    for program, ranks, arguments in COMPRESSED:
        path = test.example(options.mpi, program)
        if os.path.exists(path):  # there may be no Fortran compiler
            check_compressed(test, options, path, ranks, arguments)
    for program, ranks, arguments in OF_EVENT_TRACES:
        check_event_trace(test, options, program, ranks, arguments)


if __name__ == "__main__":
    main(run, "mpi")
