#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A benchmark that is generated from traces of few ranks makes, on another number of ranks, the calls
# of the program there with the same bytes, and computes longer where the program does. Both MPIs
# compile it without warnings.
# usage: any_size_test.py BUILD_DIRECTORY MPI few|all
import json
import os
import re

from measured import check, main

STEPS = "4"
SQUARES = (4, 9, 16)
# Layout: sizes to record, size to compare at, and arguments of the benchmark there.
LAYOUTS = {
    "few": {
        "stencil-2d": (SQUARES, 25, ["5", "5"]),
    },
    "all": {
        "butterfly": ((2, 4, 8), 16, []),
        "torus-2d": (SQUARES, 36, []),
        "wavefront": (SQUARES, 36, []),
        "transpose": (SQUARES, 25, []),
        "all-to-all": ((4, 8, 16), 32, ["32"]),
        "star": ((3, 4, 7), 20, []),
        "chain": ((3, 4, 7), 20, []),
        "stencil-3d": ((8, 27, 64), 64, ["4", "4", "4"]),
        "torus-3d": ((8, 27, 64), 64, []),
    },
}
# What makes and frees communicators, and what returns facts about them.
LEFT_OUT = ("MPI_Comm_split", "MPI_Comm_free", "MPI_Comm_rank", "MPI_Comm_size")


def record(test, mpi, name, ranks, program, *arguments):
    experiment = test.path(f"{name}-{ranks}")
    test.record(experiment, [f"mpirun.{mpi}", "-n", str(ranks), program, *arguments],
                ["--compressed"])
    return experiment


def build(test, mpi, layout, traces, computation="none"):
    source, program = test.path(f"{layout}.c"), test.path(f"{layout}-benchmark")
    done = test.run([test.tarry, "generate", "--any-size", "--computation", computation, *traces, "-o",
                     source])
    check(done.status == 0, f"{layout}: generate ended with {done.status}\n{done.stderr}")
    done = test.run([f"mpicc.{mpi}", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o",
                     program])
    check(done.status == 0, f"the benchmark of {layout} does not compile:\n{done.stderr}")
    return program


def check_refusal(test, mpi, program):
    done = test.run([f"mpirun.{mpi}", "-n", "4", program, "3", "2"])
    check(done.status != 0 and "do not make the number of ranks" in done.stderr,
          f"wrong extents: {done.status} {done.stderr}")


def check_layout(test, mpi, program, layout, sizes):
    small, large, extents = sizes
    traces = [record(test, mpi, layout, ranks, program, layout, STEPS) for ranks in small]
    benchmark = build(test, mpi, layout, traces)
    if layout == "stencil-2d":
        check_refusal(test, mpi, benchmark)
    first = record(test, mpi, f"{layout}-again", large, program, layout, STEPS)
    second = record(test, mpi, f"{layout}-benchmark", large, benchmark, *extents)
    done = test.run([test.tarry, "compare-traces", first, second, "--ignore", "call-sites",
                     "--ignore", "posted", "--ignore", "datatypes", "--format", "json"])
    page = json.loads(done.stdout)
    different = [each for each in page["functions"]
                 if each["function"] not in LEFT_OUT and each["first"] != each["second"]]
    check(not different, f"{layout}: {different}")
    check(page["different_pairs"] == 0, f"{layout}: other messages than its benchmark")
    check(page["equal"] or layout == "transpose", f"{layout}: {page['differences']}")


def check_loads(test, mpi, program):
    """The first rank computes ten times as long as the others, and so does that of the benchmark."""
    traces = [record(test, mpi, "slow", ranks, program, "torus-2d", STEPS, "5000", "sleep", "10")
              for ranks in SQUARES]
    build(test, mpi, "slow", traces, "sleep")
    with open(test.path("slow.c"), encoding="utf-8") as file:
        source = file.read()
    part = r"([0-9.e+]+|\([^()]+\))"
    loads = re.search(rf"\(rank == 0 \? {part} : {part}\)", source)
    check(loads, f"no load by rank in the benchmark:\n{source}")
    # One of the four passes of the loop computes, and the benchmark has the mean in each.
    first, others = (4 * eval(each, {"size": 16}) / 1e6 for each in loads.groups())
    check(first >= 50 and 5 <= others < first, f"computes {first} and {others} ms instead of 50 and 5")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "layouts")
    for layout, sizes in LAYOUTS[options.kind].items():
        check_layout(test, options.mpi, program, layout, sizes)
    if options.kind == "few":
        check_loads(test, options.mpi, program)


if __name__ == "__main__":
    main(run, "mpi", "kind")
