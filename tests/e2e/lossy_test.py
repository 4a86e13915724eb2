#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program whose ranks and sizes make different calls is extrapolated without these calls. What is
# left out is counted, and the result runs to its end: expanded and analyzed, simulated, and replayed
# under MPI.
# usage: lossy_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main

STEPS = 6
SIZES = (3, 4, 6)
TARGET = 8


def record(test, mpi, ranks):
    program = os.path.join(test.build, "tests", "e2e", mpi, "layouts")
    experiment = test.path(f"uneven-{ranks}")
    test.record(experiment, [f"mpirun.{mpi}", "-n", str(ranks), program, "uneven", str(STEPS)],
                ["--compressed"])
    return os.path.join(experiment, "compressed", "trace.tct")


def lost(page, function, trace):
    """Returns calls left out and calls of a function in a trace."""
    found = [0, 0]
    for loss in page["losses"]:
        if loss.get("trace") != trace:
            continue
        for at in loss["left_out"]:
            if at["call"].split(" ")[0] == function:
                check(sum(rank["calls"] for rank in at["ranks"]) == at["left_out"], str(at))
                found[0] += at["left_out"]
                found[1] = max(found[1], at["calls"])
    return found


def check_losses(page, traces):
    check(page["schema"] == "tarry-extrapolation/1" and page["ranks"] == TARGET, str(page))
    for ranks, trace in zip(SIZES, traces):
        odd = ranks // 2
        check(lost(page, "MPI_Sendrecv", trace) == [odd, 2 * ranks + odd],
              f"{ranks} ranks lost {lost(page, 'MPI_Sendrecv', trace)} calls of MPI_Sendrecv")
    check(lost(page, "MPI_Allreduce", traces[-1]) == [STEPS * SIZES[-1]] * 2,
          "MPI_Allreduce is not lost")
    check(all("trace" in loss for loss in page["losses"]), "the prediction had to be repaired")


def run(test, options):
    mpi = options.mpi
    traces = [record(test, mpi, ranks) for ranks in SIZES]
    far = test.path("far.tct")
    extrapolate = [test.tarry, "extrapolate", *traces, "--to", str(TARGET), "-o", far]
    outcome = test.run(extrapolate)
    check(outcome.status == 1 and "--lossy 3 leaves out what does not fit" in outcome.stderr,
          f"exact: {outcome.status} {outcome.stderr}")
    outcome = test.run([*extrapolate, "--lossy", "2"])
    check(outcome.status == 1, f"level 2 leaves differences between traces alone: {outcome.stderr}")
    outcome = test.run([*extrapolate, "--lossy", "3", "--format", "json"])
    check(outcome.status == 0, outcome.stderr)
    check_losses(json.loads(outcome.stdout), traces)

    for command in ([test.tarry, "expand", far, "-o", test.path("far")],
                    [test.tarry, "analyze", test.path("far")],
                    [test.tarry, "predict", far]):
        outcome = test.run(command)
        check(outcome.status == 0, f"{command}: {outcome.stdout}{outcome.stderr}")
    outcome = test.run([f"mpirun.{mpi}", "-n", str(TARGET), test.tarry, "replay", "--format", "json",
                        far])
    check(outcome.status == 0, outcome.stderr)
    page = json.loads(outcome.stdout)
    check(page["left_out"] == 0 and not page["skipped"], f"not all was replayed: {outcome.stdout}")
    sent = {each["function"]: each["replayed"]["calls"] for each in page["functions"]}
    check(sent["MPI_Isend"] == 2 * STEPS * TARGET and sent["MPI_Sendrecv"] == 2 * TARGET, str(sent))


if __name__ == "__main__":
    main(run, "mpi")
