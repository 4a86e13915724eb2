#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program that tests in vain: calls that share a record count as many as the program has made, in
# the analysis, in the summary and in a compressed trace; most calls of each function do, two in turn
# as well; and the trace is much smaller.
# usage: polls_test.py BUILD_DIRECTORY MPI
import os

import summaries
from measured import check, check_sound, main

SMALLER = 2  # times, at least
JOINED = 0.5  # of the calls of a function, at least
POLLS = ["MPI_Test", "MPI_Testany", "MPI_Testall", "MPI_Testsome", "MPI_Iprobe", "MPI_Improbe", "MPI_Request_get_status"]


def size_of(directory):
    return sum(os.path.getsize(os.path.join(at, name))
               for at, _, names in os.walk(directory) for name in names)


def check_counts(report, outcome):
    counts = dict(line.split() for line in outcome.stdout.splitlines() if line.startswith("MPI_"))
    check(len(counts) == len(POLLS), f"the program said\n{outcome.stdout}")
    visits = report.by_region("visits")
    for name, calls in counts.items():
        check(visits.get(name) == int(calls), f"{name}: {visits.get(name)} visits, {calls} calls")


def check_joined(report, polls):
    joined = report.by_region("joined_visits")
    if polls == "each":
        return check(sum(joined.values()) == 0, f"{joined} share records")
    visits = report.by_region("visits")
    for name in POLLS:
        check(joined.get(name, 0) > JOINED * visits[name],
              f"{name}: {joined.get(name, 0)} of {visits[name]} share records")


def run(test, options):
    launch = [f"mpirun.{options.mpi}", "-n", "2",
              os.path.join(test.build, "tests", "e2e", options.mpi, "polls")]
    for polls in ("joined", "estimated", "each"):
        outcome = test.record(polls, launch, ["--profile", "--trace", "--sample=off", "--polls", polls])
        check(summaries.compare(test, polls) > 20, "hardly a value in the summary")
        report = test.report(polls)
        check_counts(report, outcome)
        check_sound(report, test.archive(polls), 2)
        check_joined(report, polls)
    joined, each = (size_of(os.path.join(test.path(polls), "traces"))
                    for polls in ("joined", "each"))
    check(joined * SMALLER < each, f"{joined} bytes instead of {each}")
    outcome = test.record("folded", launch, ["--compressed"])
    made = test.run([test.tarry, "analyze", "folded"])
    check(made.status == 0, f"analyze ended with {made.status}\n{made.stderr}")
    check_counts(test.report("folded"), outcome)


if __name__ == "__main__":
    main(run, "mpi")
