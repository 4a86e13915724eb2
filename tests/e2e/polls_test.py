#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program that tests in vain: calls that share a record count as many as the program has made, in
# the analysis, in the summary and in a compressed trace; and the trace is much smaller.
# usage: polls_test.py BUILD_DIRECTORY MPI
import os

import summaries
from measured import check, check_sound, main

SMALLER = 2  # times, at least


def size_of(directory):
    return sum(os.path.getsize(os.path.join(at, name))
               for at, _, names in os.walk(directory) for name in names)


def check_counts(report, outcome):
    counts = dict(line.split() for line in outcome.stdout.splitlines() if line.startswith("MPI_"))
    check(len(counts) == 7, f"the program said\n{outcome.stdout}")
    visits = report.by_region("visits")
    for name, calls in counts.items():
        check(visits.get(name) == int(calls), f"{name}: {visits.get(name)} visits, {calls} calls")


def run(test, options):
    launch = [f"mpirun.{options.mpi}", "-n", "2",
              os.path.join(test.build, "tests", "e2e", options.mpi, "polls")]
    for polls in ("joined", "estimated", "each"):
        outcome = test.record(polls, launch, ["--profile", "--trace", "--sample=off", "--polls", polls])
        check(summaries.compare(test, polls) > 20, "hardly a value in the summary")
        report = test.report(polls)
        check_counts(report, outcome)
        check_sound(report, test.archive(polls), 2)
        joined = sum(report.by_region("joined_visits").values())
        check((joined == 0) == (polls == "each"), f"{joined} visits share records")
    joined, each = (size_of(os.path.join(test.path(polls), "traces"))
                    for polls in ("joined", "each"))
    check(joined * SMALLER < each, f"{joined} bytes instead of {each}")
    outcome = test.record("folded", launch, ["--compressed"])
    made = test.run([test.tarry, "analyze", "folded"])
    check(made.status == 0, f"analyze ended with {made.status}\n{made.stderr}")
    check_counts(test.report("folded"), outcome)


if __name__ == "__main__":
    main(run, "mpi")
