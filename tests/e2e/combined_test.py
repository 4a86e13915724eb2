#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# tarry record --sample together with --trace, --profile or --compressed gives the same results as
# each of them alone.
# usage: combined_test.py BUILD_DIRECTORY programs|MPI
import glob
import json
import os
import signal

from measured import check, main
from samples import read_samples

OPENMP_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "omp_uneven.c")
RANKS = 2
# Calls of the C library for which the sampler's wrapper stands.
WAITS = ("nanosleep", "clock_nanosleep", "usleep", "poll", "ppoll", "select", "epoll_wait", "write", "writev",
         "send", "sendto", "sendmsg", "recv", "recvfrom", "recvmsg")


def locations(test, experiment):
    printed = test.run(["otf2-print", "-G", os.path.join(test.path(experiment), "traces.otf2")])
    check(printed.status == 0, printed.stderr)
    return [line.split("Name:")[1] for line in printed.stdout.splitlines() if line.startswith("LOCATION ")]


def manifest(test, experiment):
    with open(os.path.join(test.path(experiment), "experiment.json"), encoding="utf-8") as stream:
        return json.load(stream)


def check_samples(test, experiment, processes, threads):
    """Returns the samples of all threads; nothing in them belongs to Tarry."""
    sampled = read_samples(test.path(experiment))
    check(len(sampled) == processes, f"{len(sampled)} sampled processes")
    for process in sampled:
        check(sum(len(thread.samples) > 0 for thread in process.threads) >= threads,
              f"{[len(thread.samples) for thread in process.threads]} samples of threads")
        ours = {place for thread in process.threads for place in thread.places
                if os.path.basename(place[0]).startswith("libtarry-") and place[1] not in WAITS}
        check(not ours, f"call paths lead through {ours}")
    return sampled


def check_diagnosed(test, experiment):
    outcome = test.run([test.tarry, "diagnose", experiment, "--format", "json"])
    check(outcome.status == 0 and json.loads(outcome.stdout)["phases"], outcome.stderr)


def check_both(test, name, command, kept, processes=1, threads=1):
    """The events of a run with samples equal those of a run without, and the output is the same."""
    alone, both = f"{name}-alone", f"{name}-both"
    kept = [*kept, "--switches=off"]  # how often a thread loses its core always varies
    bare = test.record(test.path(alone), command, ["--sample=off", *kept])
    outcome = test.record(test.path(both), command, ["--sample=1ms", *kept])
    check(outcome.stdout == bare.stdout, f"{outcome.stdout} instead of {bare.stdout}")
    check("and" in outcome.stderr and "samples: tarry diagnose" in outcome.stderr, outcome.stderr)
    made, expected = manifest(test, both), manifest(test, alone)
    check(made["sampling"]["samples"] > 0 and "sampling" not in expected, f"{made}")
    for key in ("ranks", "threads", "events"):
        check(made[key] == expected[key], f"{name}: {key} {made[key]} instead of {expected[key]}")
    if "--trace" in kept:
        counts, wanted = test.archive(both).counts, test.archive(alone).counts
        check(counts == wanted, f"{name}: {counts} instead of {wanted}")
        check(locations(test, both) == locations(test, alone), f"{name}: {locations(test, both)}")
    sampled = check_samples(test, both, processes, threads)
    check_diagnosed(test, both)
    return sampled


def check_killed(test, program):
    outcome = test.run([test.tarry, "record", "-o", test.path("killed"), "--sample=1ms", "--trace", program, "killed"])
    check(outcome.status == 128 + signal.SIGKILL, f"status {outcome.status}\n{outcome.stderr}")
    check_samples(test, "killed", 1, 1)


def check_orphaned(test, program):
    """`tarry record` is killed too; both recordings can be read nevertheless."""
    outcome = test.run([test.tarry, "record", "-o", test.path("orphaned"), "--sample=1ms", "--trace", "--profile",
                        program, "orphaned"])
    check(outcome.status == -signal.SIGKILL, f"status {outcome.status}\n{outcome.stderr}")
    check_diagnosed(test, "orphaned")
    outcome = test.run([test.tarry, "analyze", "orphaned"])
    check(outcome.status == 0, outcome.stderr)
    check(test.archive("orphaned").counts["THREAD_CREATE"] == 3, "threads are missing in the trace")
    files = glob.glob(os.path.join(test.path("orphaned"), "samples", "*", "thread-*.samples"))
    check(len(files) == 4, f"samples of {files}")
    check(os.path.exists(os.path.join(test.path("orphaned"), "summary.cubex")), "no summary")


def check_refused(test, program):
    for options, expected in ((["--sample", "--metrics", "rusage"], "--metrics applies to the recording of events"),
                              (["--sample", "--trace", "--loop-window", "9"], "give --compressed")):
        outcome = test.run([test.tarry, "record", *options, program, "threads"])
        check(outcome.status == 2 and expected in outcome.stderr, outcome.stderr)


def check_programs(test):
    program = os.path.join(test.build, "tests", "e2e", "sampled")
    check_both(test, "threads", [program, "threads"], ["--trace"], threads=4)
    check_both(test, "summary", [program, "threads"], ["--profile"], threads=4)
    openmp = test.path("uneven")
    built = test.run(["gcc", "-g", "-O1", "-fopenmp", "-DQUIET", OPENMP_SOURCE, "-o", openmp])
    check(built.status == 0, built.stderr)
    check_both(test, "openmp", [openmp], ["--trace", "--profile"], threads=2)
    check_killed(test, program)
    check_orphaned(test, program)
    check_refused(test, program)


def check_mpi(test, mpi):
    command = [f"mpirun.{mpi}", "-n", str(RANKS), test.example(mpi, "heat")]
    check_both(test, "trace", command, ["--trace"], RANKS, threads=2)
    for process in check_both(test, "compressed", command, ["--compressed", "--profile"], RANKS):
        check(any(thread.calls and sum(thread.calls) > 0 for thread in process.threads), "no calls of MPI are counted")


def run(test, options):
    if options.what == "programs":
        check_programs(test)
    else:
        check_mpi(test, options.what)


if __name__ == "__main__":
    main(run, "what")
