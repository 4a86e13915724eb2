#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Shares of time by MPI call of programs from the distribution on 8 ranks: in the samples of some runs as
# in the traces of others. Ranks that share cores wait for them somewhere else in each run, so that runs of
# one sort differ by 10 points: medians are compared. usage: samples_and_trace_test.py BUILD_DIRECTORY PROGRAM
import statistics
import sys

import real_programs
from measured import Disturbed, check, main, undisturbed

RANKS = 8
SKIPPED = 77
RUNS = 3  # of each sort
POINTS = 5  # of all time, what a call may have more in one sort than in the other
SHOWN = 0.5
MEASURED = {"samples": ["--sample"], "trace": ["--trace"]}
# A recorded run does more in them than a sampled one.
START_AND_END = ("MPI_Init", "MPI_Init_thread", "MPI_Finalize")


def shares(report):
    """{MPI call: percent of the time between MPI_Init and MPI_Finalize}."""
    sums = {}
    for cell in report.cells:
        if cell["metric"] != "time":
            continue
        calls = [name for name in report.names(cell["callpath"]) if name.startswith("MPI_")]
        call = calls[0] if calls else "computation"
        sums[call] = sums.get(call, 0) + cell["value"]
    for call in START_AND_END:
        sums.pop(call, None)
    total = sum(sums.values())
    return {call: 100 * seconds / total for call, seconds in sums.items()}


def measured(test, launch, kind):
    test.run(["rm", "-rf", kind])
    test.record(kind, launch, MEASURED[kind])
    if kind == "samples":
        outcome = test.run([test.tarry, "diagnose", kind])
        check(outcome.status == 0, outcome.stderr)
    return shares(test.report(kind))


def compare(test, launch):
    runs = {kind: [] for kind in MEASURED}
    for _ in range(RUNS):
        for kind, found in runs.items():
            found.append(measured(test, launch, kind))
    median = {}  # by call: of the samples, of the traces
    for call in {call for found in runs.values() for one in found for call in one}:
        median[call] = [statistics.median(one.get(call, 0) for one in found) for found in runs.values()]
    different = []
    for call, (sampled, traced) in sorted(median.items(), key=lambda item: -item[1][1]):
        line = f"{call}: {sampled:.1f} % of the samples, {traced:.1f} % of the trace"
        if max(sampled, traced) >= SHOWN:
            print(line)
        if abs(sampled - traced) > POINTS:
            different.append(line)
    if different:
        raise Disturbed(f"other shares: {different}")


def run(test, options):
    launch = real_programs.launch(test, options.program, RANKS)
    if launch is None:
        print(f"skipped: {options.program} is not installed")
        sys.exit(SKIPPED)
    undisturbed(compare, test, launch)


if __name__ == "__main__":
    main(run, "program")
