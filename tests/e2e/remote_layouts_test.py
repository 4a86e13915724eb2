#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Windows and files at a number of ranks that was not recorded: the predicted trace is that of a run,
# and a benchmark for any number of ranks makes the calls of the program there.
# usage: remote_layouts_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main

STEPS = "3"
CHAIN, RING = (2, 3, 4, 5), (3, 4, 5)
# Layout: sizes to record, and size to compare at.
LAYOUTS = {
    "fence-chain": (CHAIN, 7),
    "fence-ring": (RING, 7),
    "groups-chain": (CHAIN, 7),
    "groups-ring": (RING, 7),
    "locks-chain": (CHAIN, 7),
    "locks-ring": (RING, 7),
    "results": (CHAIN, 7),
}
FILES = (CHAIN, 7)
# What returns facts, or makes what a benchmark makes elsewhere.
LEFT_OUT = ("MPI_Comm_rank", "MPI_Comm_size", "MPI_Group_incl", "MPI_Group_free",
            "MPI_Win_get_group", "MPI_File_set_errhandler", "MPI_Type_contiguous",
            "MPI_Type_create_resized", "MPI_Type_commit", "MPI_Type_free")


def record(test, mpi, name, ranks, program, *arguments):
    experiment = test.path(f"{name}-{ranks}")
    test.record(experiment, [f"mpirun.{mpi}", "-n", str(ranks), program, *arguments],
                ["--compressed"])
    return experiment


def build(test, mpi, layout, traces):
    source, program = test.path(f"{layout}.c"), test.path(f"{layout}-benchmark")
    done = test.run([test.tarry, "generate", "--any-size", "--computation", "none", *traces, "-o",
                     source])
    check(done.status == 0, f"{layout}: generate ended with {done.status}\n{done.stderr}")
    for function in ("MPI_Win", "MPI_Put", "MPI_File_open", "MPI_File_write"):
        check(function not in done.stderr, f"{layout}: {done.stderr}")
    done = test.run([f"mpicc.{mpi}", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o",
                     program])
    check(done.status == 0, f"the benchmark of {layout} does not compile:\n{done.stderr}")
    return program


def check_benchmark(test, mpi, layout, traces, recorded, large):
    again = record(test, mpi, f"{layout}-benchmark", large, build(test, mpi, layout, traces))
    done = test.run([test.tarry, "compare-traces", recorded, again, "--ignore", "call-sites",
                     "--ignore", "posted", "--ignore", "datatypes", "--format", "json"])
    page = json.loads(done.stdout)
    different = [each for each in page["functions"]
                 if each["function"] not in LEFT_OUT and each["first"] != each["second"]]
    check(not different, f"{layout}: {different}")
    check(page["different_pairs"] == 0, f"{layout}: other messages than its benchmark")
    others = [each for each in page["differences"]
              if not any(name in json.dumps(each) for name in LEFT_OUT)]
    check(page["equal"] or not others, f"{layout}: {others}")


def check_prediction(test, layout, traces, recorded, large):
    predicted = test.path(f"{layout}-predicted.tct")
    done = test.run([test.tarry, "extrapolate", "--to", str(large), *traces, "-o", predicted])
    check(done.status == 0, f"{layout}: extrapolate ended with {done.status}\n{done.stderr}")
    done = test.run([test.tarry, "compare-traces", predicted, recorded])
    check(done.status == 0, f"{layout}: the prediction for {large} ranks is not what they do\n"
                            f"{done.stdout}{done.stderr}")
    return predicted


def check_replay(test, mpi, predicted, large):
    done = test.run([f"mpirun.{mpi}", "-n", str(large), test.tarry, "replay", predicted])
    check(done.status == 0, f"the prediction is not replayed: {done.stdout}{done.stderr}")


def run(test, options):
    mpi = options.mpi
    program = os.path.join(test.build, "tests", "e2e", mpi, "remote_layouts")
    test.environment["OMPI_MCA_osc"] = "pt2pt"  # one-sided communication on any machine
    for layout, (small, large) in LAYOUTS.items():
        traces = [record(test, mpi, layout, ranks, program, layout, STEPS) for ranks in small]
        recorded = record(test, mpi, layout, large, program, layout, STEPS)
        predicted = check_prediction(test, layout, traces, recorded, large)
        check_benchmark(test, mpi, layout, traces, recorded, large)
    check_replay(test, mpi, predicted, large)
    small, large = FILES
    blocks = test.path("blocks")
    traces = [record(test, mpi, "file", ranks, program, "file", STEPS, blocks) for ranks in small]
    recorded = record(test, mpi, "file", large, program, "file", STEPS, blocks)
    check_benchmark(test, mpi, "file", traces, recorded, large)
    left = [name for name in os.listdir(test.directory) if name.startswith("scratch-of-benchmark")]
    check(not left, f"benchmarks leave {left}")


if __name__ == "__main__":
    main(run, "mpi")
