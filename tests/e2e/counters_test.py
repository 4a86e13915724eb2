#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Counters of a program that makes a known number of page faults and waits: each region and each
# thread has its own, from perf, rusage and PAPI, with MPI and without. Unknown or unavailable
# counters are refused before the program starts. The summary agrees with the trace, and also works
# alone.
# usage: counters_test.py BUILD_DIRECTORY MPI|none
import os

import summaries
from measured import check, check_sound, main

RANKS = 2
THREADS = 2
PAGES = 4000  # tests/programs/counters.c; thread n has n + 1 times as many
WAITS = 300
TOLERANCE = 0.01

FAULTS = {"perf": "page-faults", "rusage": "ru_minflt", "papi": "perf::PAGE-FAULTS"}
# Voluntary switches alone, and with those that the system forces upon the program. PAPI leaves out
# the kernel, where they happen.
SWITCHES = {"rusage": "ru_nvcsw", "perf": "context-switches"}
# With units; counters of the process.
OTHERS = ["ru_utime", "process:ru_minflt", "process:ru_maxrss"]


def near(value, expected):
    return abs(value - expected) <= TOLERANCE * expected


def listed(test):
    """Returns {name: kind} of --list-metrics."""
    outcome = test.run([test.tarry, "record", "--list-metrics"])
    check(outcome.status == 0, f"--list-metrics: {outcome.status} {outcome.stderr}")
    lines = [line.split("\t") for line in outcome.stdout.splitlines()]
    check(lines[0] == ["kind", "name", "unit", "description"], f"first line {lines[0]}")
    check(all(len(line) == 4 for line in lines), "lines of other than four fields")
    return {name: kind for kind, name, _, _ in lines[1:]}


def launch(options, test):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "counters")
    threads = [str(THREADS)]
    if options.mpi == "none":
        return [program, *threads]
    return [f"mpirun.{options.mpi}", "-n", str(RANKS), program, *threads]


def value(report, metric, region, rank, thread):
    return sum(cell["value"] for cell in report.cells
               if cell["metric"] == metric
               and report.callpaths[cell["callpath"]]["region"] == region
               and report.locations[cell["location"]]["rank"] == rank
               and report.locations[cell["location"]]["thread"] == thread)


def check_counts(test, options, kinds):
    metrics = [names[kind] for names in (FAULTS, SWITCHES) for kind in kinds if kind in names]
    # Otherwise the work of samples would be counted too.
    outcome = test.record("r", launch(options, test),
                          ["--sample=off", "--metrics", ",".join([*metrics, *OTHERS])])
    report = test.report("r")
    archive = test.archive("r")
    ranks = 1 if options.mpi == "none" else RANKS
    check_sound(report, archive, ranks)
    check(archive.counts["METRIC"] >= archive.counts["ENTER"] + archive.counts["LEAVE"],
          f"{archive.counts}")
    summaries.compare(test, "r", [*metrics, *OTHERS])
    check_values(options, kinds, outcome, report)
    outcome = test.record("alone", launch(options, test), ["--profile", "--metrics", ",".join(metrics)])
    check_values(options, kinds, outcome, test.report("alone"))


def check_values(options, kinds, outcome, report):
    """Returns the program's own report."""
    ranks = 1 if options.mpi == "none" else RANKS
    lines = [line.split() for line in outcome.stdout.splitlines()]
    check(len(lines) == 2 * ranks * THREADS, f"the program printed {outcome.stdout}")
    for rank, thread, region, faults, waits in lines:
        rank, times = int(rank), int(thread) + 1
        for metric in [FAULTS[kind] for kind in kinds]:
            # All threads of the program follow each other, so they share a location.
            found = value(report, metric, "touch_pages", rank, 1)
            expected = PAGES * THREADS * (THREADS + 1) // 2
            check(near(found, expected), f"{metric} of rank {rank}: {found}, expected {expected}")
            check(value(report, metric, "wait_often", rank, 1) < TOLERANCE * expected,
                  f"{metric} where the program waits")
        if region == "touch_pages":
            check(near(int(faults), PAGES * times), f"the kernel says {faults} page faults")
        else:
            check(near(int(waits), WAITS * times), f"the kernel says {waits} waits")
    for kind in set(kinds) & set(SWITCHES):
        for rank in range(ranks):
            found = value(report, SWITCHES[kind], "wait_often", rank, 1)
            expected = WAITS * THREADS * (THREADS + 1) // 2
            check(near(found, expected) if kind == "rusage" else found >= expected,
                  f"{SWITCHES[kind]} of rank {rank}: {found}, expected {expected}")


def check_closed(test, options, kinds):
    """A program that closes descriptors of others keeps its own files and goes on."""
    metrics = ",".join(FAULTS[kind] for kind in kinds)
    test.record("closed", [*launch(options, test)[:-1], "1", "close"], ["--metrics", metrics])
    report = test.report("closed")
    for kind in kinds:
        # A thread that begins later has its own counters.
        found = value(report, FAULTS[kind], "touch_pages", 0, 1)
        check(near(found, PAGES), f"{FAULTS[kind]} behind closed descriptors: {found}")
    given_up = [text for text in report.experiment["warnings"] if "given up" in text]
    check(len(given_up) == len(set(kinds) - {"rusage"}), f"{report.experiment['warnings']}")


def check_refusals(test, options):
    for given, words in {
        "page-falts": ["no such counter: 'page-falts'", "page-faults"],
        "ru_minflt,,ru_majflt": ["a name is missing"],
        "ru_minflt,ru_minflt": ["named twice"],
        "ru_maxrss": ["process:ru_maxrss"],
        "process:page-faults": ["whole process"],
        "PAPI_TOT_INSS": ["PAPI_TOT_INSS"],
    }.items():
        outcome = test.run([test.tarry, "record", "-o", "refused", "--metrics", given,
                            *launch(options, test)])
        check(outcome.status == 2, f"--metrics {given} ended with {outcome.status}")
        check(all(word in outcome.stderr for word in words), f"{given}: {outcome.stderr}")
        check(outcome.stdout == "", f"the program ran with --metrics {given}")
        check(not os.path.exists(test.path("refused")), "an experiment was made")


def run(test, options):
    there = listed(test)
    kinds = [kind for kind in FAULTS if {FAULTS[kind], SWITCHES.get(kind, FAULTS[kind])} <= set(there)]
    for kind in sorted(set(FAULTS) - set(kinds)):
        print(f"not tested: counters of {kind}, which this machine does not have or does not allow")
    check("rusage" in kinds, "no counters of rusage")
    check_counts(test, options, kinds)
    check_refusals(test, options)
    if options.mpi == "none":  # an MPI would not work without its descriptors
        check_closed(test, options, kinds)


if __name__ == "__main__":
    main(run, "mpi")
