#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# tarry score: estimated trace sizes are close to the real ones, groups are correct, a suggested
# filter meets its target, and bad input is refused.
# usage: score_test.py BUILD_DIRECTORY MPI
import csv
import io
import json
import os

import real_programs
from measured import check, main

RANKS = 4
TOLERANCE = 0.15
# The estimate does not know how often the system takes cores away.
UNDISTURBED = ["--switches=off"]
COUNTERS = "rusage,process:ru_utime,process:ru_maxrss"  # available on every machine
EXAMPLES = {"particles": ["100", "3"], "heat": [], "halo_c": [], "master_worker": []}
HOT = {"squared_distance", "add_attraction"}
FAILED, USAGE = 1, 2


def trace_bytes(test, experiment):
    """Returns the size of all files of the archive, and of the event files of the process with
    the most."""
    folder = test.path(experiment)
    whole = sum(os.path.getsize(os.path.join(folder, name)) for name in ("traces.otf2", "traces.def"))
    processes = {}
    for name in os.listdir(os.path.join(folder, "traces")):
        size = os.path.getsize(os.path.join(folder, "traces", name))
        whole += size
        stem, kind = name.split(".")
        if kind == "evt":
            rank = int(stem) & 0xFFFFFFFF
            processes[rank] = processes.get(rank, 0) + size
    return whole, max(processes.values())


def score(test, experiment, *options):
    outcome = test.run([test.tarry, "score", experiment, "--format", "json", *options])
    check(outcome.status == 0, f"score ended with {outcome.status}\n{outcome.stderr}")
    return json.loads(outcome.stdout)


def check_close(estimated, real, what):
    check(abs(estimated - real) <= TOLERANCE * real,
          f"{what}: {estimated} bytes estimated, {real} there")


def check_size(test, experiment, made=None):
    size = made or score(test, experiment)["estimate"]
    whole, largest = trace_bytes(test, experiment)
    check_close(size["trace_bytes"], whole, experiment)
    check_close(size["largest_trace_bytes"], largest, f"largest process of {experiment}")


def check_counters(test, launcher):
    """Readings of counters are several times as large as the events that they belong to."""
    test.record("counters", [*launcher, test.example(test.mpi, "particles"), *EXAMPLES["particles"]],
                ["--metrics", COUNTERS])
    without = score(test, "particles")["estimate"]["trace_bytes"]
    for report in ("analysis", "summary"):
        made = score(test, os.path.join("counters", report + ".cubex"))["estimate"]
        check(made["trace_bytes"] > 2 * without, f"{made['trace_bytes']} bytes, without {without}")
        check_size(test, "counters", made)


def check_groups(test):
    made = score(test, "particles")
    group_of = {region["region"]: region["group"] for region in made["regions"]}
    for region, group in {"squared_distance": "USR", "force_on": "USR", "main": "COM",
                          "time_step": "COM", "exchange": "COM", "MPI_Allgatherv": "MPI"}.items():
        check(group_of[region] == group, f"{region} is {group_of[region]}, not {group}")
    groups = {group["group"]: group for group in made["groups"]}
    check(groups["ALL"]["visits"] == sum(group["visits"] for name, group in groups.items()
                                         if name != "ALL"), "groups do not add up")
    check("OMP" in {group["group"] for group in score(test, "heat")["groups"]}, "heat has no OMP")


def check_formats(test):
    made = score(test, "particles", "--top", "3")
    check(len(made["regions"]) == 3, f"{len(made['regions'])} regions with --top 3")
    outcome = test.run([test.tarry, "score", "particles", "--format", "csv", "-o", "score.csv"])
    check(outcome.status == 0 and outcome.stdout == "", outcome.stderr)
    with open(test.path("score.csv"), encoding="utf-8") as stream:
        rows = list(csv.DictReader(io.StringIO(stream.read())))
    check(HOT <= {row["region"] for row in rows}, "regions are missing in the table")
    outcome = test.run([test.tarry, "score", "particles"])
    check("squared_distance" in outcome.stdout and "estimated trace" in outcome.stdout,
          outcome.stdout)


def check_suggestion(test, launcher):
    """The trace that is recorded with the filter has the size that the score predicts."""
    target = trace_bytes(test, "particles")[0] // 4
    made = score(test, "particles", "--suggest-filter", "run.filter", "--target", str(target))
    left_out = {region["region"] for region in made["regions"] if region["filtered"]}
    check(left_out == HOT, f"the filter leaves out {left_out}")
    check(made["with_filter"]["trace_bytes"] <= target, f"{made['with_filter']} for {target}")
    again = score(test, "particles", "--filter", "run.filter")
    check(again["with_filter"] == made["with_filter"], "the filter written gives something else")
    test.record("filtered", [*launcher, test.example(test.mpi, "particles"),
                             *EXAMPLES["particles"]], ["--filter", "run.filter"])
    check_size(test, "filtered", made["with_filter"])
    check(trace_bytes(test, "filtered")[0] <= target, "the trace misses the target")


def check_target_that_cannot_be(test):
    outcome = test.run([test.tarry, "score", "particles", "--suggest-filter", "x", "--target", "1"])
    check(outcome.status == 0, outcome.stderr)
    check("meets the target" in outcome.stderr, f"nothing about the target in: {outcome.stderr}")


def refuse(test, options, status, *words):
    outcome = test.run([test.tarry, "score", *options])
    check(outcome.status == status, f"{options}: status {outcome.status}\n{outcome.stderr}")
    for word in words:
        check(word in outcome.stderr, f"{options}: no '{word}' in: {outcome.stderr}")


def check_bad_input(test):
    with open(test.path("wrong.filter"), "w", encoding="utf-8") as stream:
        stream.write("SCOREP_REGION_NAMES_BEGIN\n  main\nSCOREP_REGION_NAMES_END\n")
    refuse(test, ["particles", "--filter", "wrong.filter"], USAGE, "wrong.filter:2:3", "EXCLUDE")
    refuse(test, ["particles", "--filter", "none.filter"], USAGE, "none.filter")
    refuse(test, ["nowhere"], FAILED, "nowhere")
    refuse(test, ["particles", "--target", "1M"], USAGE, "--suggest-filter")
    refuse(test, ["particles", "--suggest-filter", "x", "--target", "big"], USAGE, "'big'")
    refuse(test, ["particles", "--suggest-filter", "x", "--filter", "y"], USAGE, "--filter")
    refuse(test, ["particles", "-o", "particles/summary.cubex"], USAGE, "summary.cubex")


def run(test, options):
    test.mpi = options.mpi
    launcher = [f"mpirun.{options.mpi}", "-n", str(RANKS)]
    for name, arguments in EXAMPLES.items():
        test.record(name, [*launcher, test.example(options.mpi, name), *arguments], UNDISTURBED)
        check_size(test, name)
    for name in real_programs.PROGRAMS:
        if (real_programs.launcher_of(name) or "").endswith(options.mpi):
            test.record(name, real_programs.launch(test, name, RANKS), UNDISTURBED)
            check_size(test, name)
    check_counters(test, launcher)
    check_groups(test)
    check_formats(test)
    check_suggestion(test, launcher)
    check_target_that_cannot_be(test)
    check_bad_input(test)


if __name__ == "__main__":
    main(run, "mpi")
