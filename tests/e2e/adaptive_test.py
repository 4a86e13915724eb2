#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Functions that are called often and do little leave themselves out: on all ranks their time
# becomes that of their callers, in traces and summaries, and all others are there as often as
# before.
# usage: adaptive_test.py BUILD_DIRECTORY MPI
import os

from measured import check, check_tree, main

RANKS = 2
STEPS = 6
CALLS = 80000  # calls of `shift` in a step
UNEVEN = CALLS // 20
COMPUTES = STEPS + 1  # includes those of the second thread


def visits(report, function, rank):
    return sum(cell["value"] for cell in report.cells
               if cell["metric"] == "visits" and report.locations[cell["location"]]["rank"] == rank
               and report.names(cell["callpath"])[-1] == function)


def check_visits(report, name, functions):
    for function, expected in functions.items():
        found = [visits(report, function, rank) for rank in range(RANKS)]
        check(found == expected, f"{name}: {function} was called {found} times, expected {expected}")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "short_functions")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program, str(STEPS), str(CALLS)]
    others = {"main": [1, 1], "compute": [COMPUTES] * RANKS, "exchange": [COMPUTES] * RANKS,
              "MPI_Allreduce": [COMPUTES] * RANKS}
    recorded_all = {**others, "shift": [COMPUTES * CALLS] * RANKS, "uneven": [COMPUTES * UNEVEN] * RANKS}
    # A function that takes longer on one rank keeps its name there.
    adapted = {**others, "shift": [0, 0], "uneven": [0, COMPUTES * UNEVEN]}
    outputs = set()
    for name, arguments, expected in (
            ("all", ["--adaptive", "off"], recorded_all),
            ("adapted", ["--buffer", "256K"], adapted),
            ("summary", ["--buffer", "256K", "--profile"], adapted),
            ("all_summary", ["--adaptive", "off", "--profile"], recorded_all)):
        outcome = test.record(name, launch, arguments)
        outputs.add(outcome.stdout)
        report = test.report(name)
        check_visits(report, name, expected)
        check_tree(report)
        is_said = "left out because they are short" in outcome.stderr and "shift" in outcome.stderr
        check(is_said == (expected is not recorded_all), f"{name}: {outcome.stderr}")
    check(len(outputs) == 1, f"the program printed {outputs}")


if __name__ == "__main__":
    main(run, "mpi")
