#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Functions that are called often and do little leave themselves out: on all ranks their time
# becomes that of their callers, in traces and summaries, and all others are there as often as
# before.
# usage: adaptive_test.py BUILD_DIRECTORY MPI
import os

from measured import Disturbed, check, check_tree, main, undisturbed

RANKS = 2
STEPS = 6
CALLS = 80000  # calls of `shift` in a step
UNEVEN = CALLS // 20
COMPUTES = STEPS + 1  # includes those of the second thread


def visits(report, function, rank):
    return sum(cell["value"] for cell in report.cells
               if cell["metric"] == "visits" and report.locations[cell["location"]]["rank"] == rank
               and report.names(cell["callpath"])[-1] == function)


def check_visits(report, name, functions, all_calls):
    for function, expected in functions.items():
        found = [visits(report, function, rank) for rank in range(RANKS)]
        wrong = f"{name}: {function} was called {found} times, expected {expected}"
        for there, wanted, called in zip(found, expected, all_calls[function]):
            check(there in (wanted, called), wrong)
        if found != expected:  # calls that took long are kept
            raise Disturbed(wrong)


def check_recording(test, launch, name, arguments, expected, all_calls):
    """Records as `name` and returns what the program printed."""
    outcome = test.record(name, launch, [*arguments, "--force"])
    report = test.report(name)
    check_visits(report, name, expected, all_calls)
    check_tree(report)
    is_said = "left out because they are short" in outcome.stderr and "shift" in outcome.stderr
    check(is_said == (expected is not all_calls), f"{name}: {outcome.stderr}")
    return outcome.stdout


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
        outputs.add(undisturbed(check_recording, test, launch, name, arguments, expected, recorded_all))
    check(len(outputs) == 1, f"the program printed {outputs}")


if __name__ == "__main__":
    main(run, "mpi")
