#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Windows and files at a number of ranks that was not recorded: the predicted trace is that of a run,
# and a benchmark for any number of ranks makes the calls of the program there.
# usage: remote_layouts_test.py BUILD_DIRECTORY MPI
import json
import os
import re

from measured import check, main

STEPS = "3"
RECORDED, LARGE = (3, 4, 5), 6
LAYOUTS = ("fence-ring", "groups-chain", "locks-ring", "results")
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
    left_out = [function for function in re.findall(r"(\w+) (?:is|are) left out", done.stderr)
                if function not in LEFT_OUT]
    check(not left_out, f"{layout}: {done.stderr}")
    done = test.run([f"mpicc.{mpi}", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o",
                     program])
    check(done.status == 0, f"the benchmark of {layout} does not compile:\n{done.stderr}")
    return program


def check_benchmark(test, mpi, layout, traces, recorded, exactly=True):
    again = record(test, mpi, f"{layout}-benchmark", LARGE, build(test, mpi, layout, traces))
    done = test.run([test.tarry, "compare-traces", recorded, again, "--ignore", "call-sites",
                     "--ignore", "posted", "--ignore", "datatypes", "--format", "json"])
    page = json.loads(done.stdout)
    different = [each for each in page["functions"]
                 if each["function"] not in LEFT_OUT and each["first"] != each["second"]]
    check(not different, f"{layout}: {different}")
    check(page["different_pairs"] == 0, f"{layout}: other messages than its benchmark")
    if not exactly:
        return
    others = [each for each in page["differences"]
              if not any(name in json.dumps(each) for name in LEFT_OUT)]
    check(page["equal"] or not others, f"{layout}: {others}")


def check_prediction(test, layout, traces, recorded):
    predicted = test.path(f"{layout}-predicted.tct")
    done = test.run([test.tarry, "extrapolate", "--to", str(LARGE), *traces, "-o", predicted])
    check(done.status == 0, f"{layout}: extrapolate ended with {done.status}\n{done.stderr}")
    done = test.run([test.tarry, "compare-traces", predicted, recorded])
    check(done.status == 0, f"{layout}: the prediction for {LARGE} ranks is not what they do\n"
                            f"{done.stdout}{done.stderr}")
    return predicted


def check_replay(test, mpi, predicted):
    done = test.run([f"mpirun.{mpi}", "-n", str(LARGE), test.tarry, "replay", predicted])
    check(done.status == 0, f"the prediction is not replayed: {done.stdout}{done.stderr}")


def run(test, options):
    mpi = options.mpi
    program = os.path.join(test.build, "tests", "e2e", mpi, "remote_layouts")
    test.environment["OMPI_MCA_osc"] = "pt2pt"  # one-sided communication on any machine
    for layout in LAYOUTS:
        traces = [record(test, mpi, layout, ranks, program, layout, STEPS) for ranks in RECORDED]
        recorded = record(test, mpi, layout, LARGE, program, layout, STEPS)
        predicted = check_prediction(test, layout, traces, recorded)
        check_benchmark(test, mpi, layout, traces, recorded)
    check_replay(test, mpi, predicted)
    blocks = test.path("blocks")
    traces = [record(test, mpi, "file", ranks, program, "file", STEPS, blocks) for ranks in RECORDED]
    recorded = record(test, mpi, "file", LARGE, program, "file", STEPS, blocks)
    # The program makes types, which the benchmark makes with the view.
    check_benchmark(test, mpi, "file", traces, recorded, exactly=False)
    with open(test.path("file.c"), encoding="utf-8") as file:
        source = file.read()
    for formula in ("64L * rank + 192*x", "set_view(file(0), offsets_of[part], 1, 64, 64*x);"):
        check(formula in source, f"no '{formula}' in the benchmark of a file:\n{source}")
    left = [name for name in os.listdir(test.directory) if name.startswith("scratch-of-benchmark")]
    check(not left, f"benchmarks leave {left}")


if __name__ == "__main__":
    main(run, "mpi")
