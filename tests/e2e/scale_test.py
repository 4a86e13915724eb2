#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The delay planted in the pipeline is the first cause of waiting at four times the recorded ranks,
# as in a run with as many, and all behind it wait for it.
# usage: scale_test.py BUILD_DIRECTORY MPI
import json

from measured import check, main

RECORDED = (2, 3, 4)
TARGET = 16
DELAY_S = 0.4


def record(test, options, ranks):
    launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
    name = f"run{ranks}"
    test.record(name, [*launch, test.example(options.mpi, "pipeline"), "10", str(DELAY_S * 1e3)],
                ["--trace", "--compressed"])
    return test.path(name)


def check_figures(figures, what):
    check(figures["first_cause"].endswith(" on rank 0"), f"{what}: {figures['first_cause']}")
    least = 0.8 * DELAY_S * (TARGET - 1)
    check(figures["waiting_s"] > least, f"{what}: {figures['waiting_s']} s of waiting")


def run(test, options):
    runs = [record(test, options, ranks) for ranks in RECORDED]
    done = test.run([test.tarry, "scale", *runs, "--to", str(TARGET), "--format", "json"])
    check(done.status == 0, done.stderr)
    result = json.loads(done.stdout)
    sizes = {each["ranks"]: each for each in result["runs"]}
    check(sorted(sizes) == [*RECORDED, TARGET], f"sizes: {sorted(sizes)}")
    for ranks in RECORDED:
        check(sizes[ranks]["measured"]["waiting_s"] > 0, f"{ranks} ranks: no waiting was measured")
    check_figures(sizes[TARGET]["predicted"], "predicted")
    # The same from a run with as many ranks: recorded sizes have what was measured.
    done = test.run([test.tarry, "scale", *runs, record(test, options, TARGET), "--to", str(TARGET),
                     "--no-variations", "--format", "json"])
    check(done.status == 0, done.stderr)
    check_figures(json.loads(done.stdout)["runs"][-1]["measured"], "measured")


if __name__ == "__main__":
    main(run, "mpi")
