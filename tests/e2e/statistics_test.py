#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Statistics of plug-ins from the measured program to the compressed trace: every call has its
# values, also those of small logs that are used many times; plug-ins that cannot be loaded or
# return nonsense do no harm.
# usage: statistics_test.py BUILD_DIRECTORY MPI
import os
import re

from measured import check, main

RANKS = 4


def record(test, options, name, plugins, arguments=(), program="halo_c", words=("300", "0")):
    experiment = test.path(name)
    test.record(experiment, [f"mpirun.{options.mpi}", "-n", str(RANKS),
                             test.example(options.mpi, program), *words],
                ["--compressed", "--statistics", plugins, *arguments])
    return experiment


def shown(test, experiment, *arguments):
    outcome = test.run([test.tarry, "print", experiment, *arguments])
    check(outcome.status == 0, f"print ended with {outcome.status}\n{outcome.stderr}")
    return outcome.stdout


def table(text):
    """Returns rows by function: (first column, all columns)."""
    rows = [line.split() for line in text.splitlines()]
    return {row[-1]: row for row in rows if row and row[-1].startswith("MPI_")}


def tables(test, experiment):
    """Returns the calls of each function, and by statistic the rows of each function."""
    by_function, _, *measured = shown(test, experiment, "--statistics").split("\n\n")
    calls = {name: int(row[0]) for name, row in table(by_function).items()}
    return calls, {part.split(" (")[0]: table(part) for part in measured}


def values(rows):
    return sum(int(row[0]) for row in rows.values())


def check_rusage(test, options):
    plugin = os.path.join(test.build, "examples", "rusage_statistics.so")
    for name, arguments in (("rusage", ()), ("rusage-small", ("--buffer", "64K"))):
        experiment = record(test, options, name, plugin, arguments)
        calls, measured = tables(test, experiment)
        check(set(measured) == {"page faults", "involuntary switches", "processor time in waits"},
              f"the statistics are {set(measured)}")
        # Nothing lies before the first call of a rank.
        for between in ("page faults", "involuntary switches"):
            check(values(measured[between]) == sum(calls.values()) - RANKS,
                  f"{values(measured[between])} values of {between} of {calls}")
            check("MPI_Finalize" in measured[between] and "MPI_Init" not in measured[between],
                  f"{between} of {set(measured[between])}")
        waits = measured["processor time in waits"]
        expected = {name: count for name, count in calls.items() if name.startswith("MPI_Wait")}
        check({name: int(row[0]) for name, row in waits.items()} == expected,
              f"waits: {waits}, not {expected}")
    listing = shown(test, experiment, "--rank", "0")
    check(re.search(r'"page faults" \d+ faults', listing), f"no page faults of rank 0:\n{listing}")


def check_strange(test, options, plugin):
    experiment = record(test, options, "strange", plugin)
    calls, measured = tables(test, experiment)
    ended = sum(calls.values()) - RANKS  # MPI_Finalize is not left yet when the trace is written
    rows = measured["strange\tnumbers"]
    check(values(rows) == RANKS * (ended // RANKS // 2), f"{values(rows)} values of {calls}")
    check("MPI_Initialized" not in calls, "the plug-in's own calls are in the trace")
    check(values(measured["bytes"]) == ended, f"bytes: {measured['bytes']} of {calls}")
    sent = table(shown(test, experiment, "--statistics").split("\n\n")[0])["MPI_Isend"]
    check(measured["bytes"]["MPI_Isend"][1] in sent, f"{measured['bytes']['MPI_Isend']}, {sent}")
    check("MPI_Isend" in measured["peer"] and "MPI_Init" not in measured["peer"],
          f"peers: {measured['peer']}")


def check_missing(test, options, good):
    """A plug-in that cannot be loaded is reported; everything else goes on."""
    broken = test.path("broken.so")
    with open(broken, "w", encoding="ascii") as file:
        file.write("no library")
    experiment = record(test, options, "broken", f"{broken},{good}")
    check(tables(test, experiment)[1], "the statistics that can be loaded are missing")
    with open(os.path.join(experiment, "tarry.log"), encoding="utf-8") as file:
        log = file.read()
    check("cannot load the statistics" in log, f"nothing is said of broken.so:\n{log}")


def check_refused(test):
    plugin = os.path.join(test.build, "examples", "rusage_statistics.so")
    for arguments, said in (
            (["--statistics", plugin], "cannot hold statistics"),
            (["--compressed", "--trace", "--statistics", plugin], "cannot hold statistics"),
            (["--compressed", "--statistics", "missing.so"], "no such file: 'missing.so'")):
        outcome = test.run([test.tarry, "record", "-o", "refused", *arguments, "true"])
        check(outcome.status == 2 and said in outcome.stderr, outcome.stderr)


def run(test, options):
    check_refused(test)
    check_rusage(test, options)
    strange = os.path.join(test.build, "tests", "e2e", options.mpi, "statistics_strange.so")
    check_strange(test, options, strange)
    check_missing(test, options, strange)


if __name__ == "__main__":
    main(run, "mpi")
