#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# What traces of few ranks predict is what many ranks do. Programs with known layouts of ranks are
# recorded at small sizes and at a larger one; the trace that is extrapolated to the larger size has
# the same calls with the same values there.
# usage: extrapolate_test.py BUILD_DIRECTORY MPI flat|cubes
#   flat   layouts of one and two dimensions
#   cubes  of three dimensions, with up to 125 ranks
import os

from measured import check, main

STEPS = "6"
SQUARES = (4, 9, 16)
# Layout: sizes to record and size to predict.
LAYOUTS = {
    "flat": {
        "stencil-2d": (SQUARES, 25),
        "torus-2d": (SQUARES, 25),
        "wavefront": (SQUARES, 25),
        "transpose": (SQUARES, 25),
        "butterfly": ((2, 4, 8), 16),
        "all-to-all": ((4, 8, 16), 32),
        "star": ((3, 4, 7), 20),
        "chain": ((3, 4, 7), 20),
    },
    "cubes": {
        "stencil-3d": ((8, 27, 64), 125),
        "torus-3d": ((8, 27, 64), 125),
    },
}


def record(test, mpi, program, layout, ranks):
    experiment = test.path(f"{layout}-{ranks}")
    test.record(experiment, [f"mpirun.{mpi}", "-n", str(ranks), program, layout, STEPS],
                ["--compressed"])
    return os.path.join(experiment, "compressed", "trace.tct")


def check_layout(test, mpi, program, layout, sizes):
    small, large = sizes
    traces = [record(test, mpi, program, layout, ranks) for ranks in small]
    predicted = test.path(f"{layout}-predicted-{large}.tct")
    outcome = test.run([test.tarry, "extrapolate", "--to", str(large), *traces, "-o", predicted])
    check(outcome.status == 0, f"{layout}: extrapolate ended with {outcome.status}\n"
                               f"{outcome.stderr}")
    recorded = record(test, mpi, program, layout, large)
    outcome = test.run([test.tarry, "compare-traces", predicted, recorded])
    check(outcome.status == 0, f"{layout}: the prediction for {large} ranks is not what they do\n"
                               f"{outcome.stdout}{outcome.stderr}")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "layouts")
    for layout, sizes in LAYOUTS[options.kind].items():
        check_layout(test, options.mpi, program, layout, sizes)


if __name__ == "__main__":
    main(run, "mpi", "kind")
