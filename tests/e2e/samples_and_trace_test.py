#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Time by MPI call of programs from the distribution on 8 ranks, in the samples and in the trace of the same run.
# usage: samples_and_trace_test.py BUILD_DIRECTORY PROGRAM
import sys

import real_programs
from measured import Disturbed, check, main, undisturbed

RANKS = 8
SKIPPED = 77
# Ranks that share cores have them for slices of about this length, so a sample stands for at least
# one of them.
SLICE_S = 0.012
DEVIATIONS = 4  # standard deviations of the number of samples in a call, if they were independent
# Time in the samples alone: a process begins before its trace, and ends behind it.
AROUND_S = 0.05
OUTSIDE = "no call of MPI"
# Tarry's own work in these calls is a part of the call in the trace, and `(tarry)` in the samples.
# Its wait for all ranks in MPI_Finalize is MPI_Barrier in the samples.
START_AND_END = ("MPI_Init", "MPI_Init_thread", "(tarry)")
END, WAIT_AT_END = "MPI_Finalize", "MPI_Barrier"
SHOWN_S = 0.05


def seconds_by_call(report):
    sums = {}
    for cell in report.cells:
        if cell["metric"] == "time":
            names = report.names(cell["callpath"])
            calls = [name for name in names if name.startswith("MPI_") or name == "(tarry)"]
            call = calls[0] if calls else OUTSIDE
            sums[call] = sums.get(call, 0) + cell["value"]
    return {call: seconds for call, seconds in sums.items() if call not in START_AND_END}


def compare(test, launch):
    test.record("run", launch, ["--sample", "--trace", "--force"])
    found = []
    for verb, cube in (("diagnose", "diagnosis.cubex"), ("analyze", "analysis.cubex")):
        outcome = test.run([test.tarry, verb, "run"])
        check(outcome.status == 0, outcome.stderr)
        found.append(seconds_by_call(test.report(f"run/{cube}")))
    sampled, traced = found
    at_end = traced.pop(END)
    sampled.pop(END, None)
    total = [sum(each.values()) for each in found]
    different = []
    for call in sorted(sampled.keys() | traced.keys(), key=lambda call: -traced.get(call, 0)):
        here, there = sampled.get(call, 0), traced.get(call, 0)
        line = (f"{call}: {here:.3f} s ({here / total[0]:.1%}) of the samples, "
                f"{there:.3f} s ({there / total[1]:.1%}) of the trace")
        if max(here, there) >= SHOWN_S:
            print(line)
        allowed = DEVIATIONS * (max(there, SLICE_S) * SLICE_S) ** 0.5
        more = {OUTSIDE: RANKS * AROUND_S, WAIT_AT_END: at_end}.get(call, 0)
        if not there - allowed <= here <= there + more + allowed:
            different.append(line)
    if different:
        raise Disturbed("; ".join(different))


def run(test, options):
    launch = real_programs.launch(test, options.program, RANKS)
    if launch is None:
        print(f"skipped: {options.program} is not installed")
        sys.exit(SKIPPED)
    undisturbed(compare, test, launch)


if __name__ == "__main__":
    main(run, "program")
