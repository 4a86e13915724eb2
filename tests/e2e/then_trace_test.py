#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# tarry diagnose --then-trace: leads from the samples of a run to a trace of its worst part, which
# names the function that makes others wait; and reports if this is impossible.
# usage: then_trace_test.py BUILD_DIRECTORY MPI traced|refused|SECONDS
import json
import os
import re

from measured import TIMEOUT_S, Disturbed, check, main, undisturbed

RANKS = 2
SHORT_S = 3.2
WINDOW_SHARE = 4  # the run is four times as long as its troubled part
CAUSE = "rebuild_table"


def sampled(test, mpi, seconds):
    """Makes an experiment with samples of a run that is troubled in about its third quarter."""
    source = os.path.join(os.path.dirname(__file__), "..", "programs", "late_rebuild.c")
    made = test.run([test.tarry, "instrument", f"mpicc.{mpi}", "-O2", "-g", source, "-o", "late_rebuild"])
    check(made.status == 0, made.stderr)
    times = [str(seconds * part / 4) for part in (4, 2, 3)]
    outcome = test.run([test.tarry, "record", "-o", "run1", "--sample", f"mpirun.{mpi}", "-n", str(RANKS),
                        "./late_rebuild", *times], timeout=TIMEOUT_S + seconds)
    check((outcome.status, outcome.stdout) == (0, "done\n"), f"{outcome.stdout}\n{outcome.stderr}")


def diagnose(test, *options, status=0, environment=None, seconds=0):
    outcome = test.run([test.tarry, "diagnose", "run1", *options], environment, TIMEOUT_S + seconds)
    check(outcome.status == status, f"{options}: status {outcome.status}\n{outcome.stderr}")
    return outcome


def filter_text(test):
    with open(test.path("run1/finding-1.filter"), encoding="utf-8") as stream:
        return stream.read()


def window(test):
    return map(float, re.search(r"^TARRY_TIME ([\d.]+)s-([\d.]+)s$", filter_text(test), re.M).groups())


def check_filter(test, seconds):
    """The window lies in the troubled quarter, and the functions that lead to the loss are kept."""
    text = filter_text(test)
    begin, end = window(test)
    if not seconds / 4 < begin < end < seconds + 3:
        raise Disturbed(f"the window is {begin} s to {end} s of {seconds} s")
    for name in ("main", "exchange", CAUSE):
        if f"  INCLUDE {name}\n" not in text:
            raise Disturbed(f"{name} is not kept\n{text}")
    check("  EXCLUDE *\n" in text and "cell_weight" not in text, text)


def check_traced(test, mpi, seconds):
    sampled(test, mpi, seconds)
    length = f"{seconds / WINDOW_SHARE}s" if seconds == SHORT_S else "2s"
    outcome = diagnose(test, "--then-trace", "--window", length, "-o", "traced", "--force",
                       seconds=seconds)
    check_filter(test, seconds)
    told = outcome.stdout.partition("In the trace of this part:")[2]
    if f"{CAUSE} on rank 1 takes" not in told:
        raise Disturbed(f"{CAUSE} is not named\n{outcome.stdout}\n{outcome.stderr}")
    check("traced run" in told and "sampled run" in told, told)
    report = test.report("traced")
    check(report.value("visits", ["cell_weight"]) == 0, "functions beside the way are in the trace")
    waited = report.value("mpi_latesender", ["MPI_Sendrecv"], 0)
    if waited <= 0.15:  # MPI_Init took longer than in the sampled run: no rebuild is in the window
        raise Disturbed(f"rank 0 waits {waited} s")


def changed_manifest(test, **changes):
    path = test.path("run1/experiment.json")
    with open(path, encoding="utf-8") as stream:
        manifest = json.load(stream)
    with open(path, "w", encoding="utf-8") as stream:
        json.dump({**manifest, **changes}, stream)
    return manifest


def check_nothing_to_trace(test):
    """A run without loss is no failure; a run without samples is."""
    test.record("run1", ["sleep", "0.3"], ["--sample"])
    outcome = test.run([test.tarry, "-q", "record", "--sample", "-o", "shell", "sh", "-c", "exit 0"])
    check(outcome.status == 3 and "nothing was recorded" in outcome.stderr, f"of a shell alone: {outcome.stderr}")
    check("nothing to trace" in diagnose(test, "--then-trace").stderr, "something to trace")
    test.run([test.tarry, "record", "-q", "-o", "events", "--force", "true"])
    outcome = test.run([test.tarry, "diagnose", "events", "--then-trace"])
    check(outcome.status == 1 and "no samples" in outcome.stderr, outcome.stderr)


def check_refused(test, mpi):
    check_nothing_to_trace(test)
    undisturbed(check_dry_run, test, mpi)
    for options, said in ((["--finding", "99", "--then-trace"], "there is no loss 99"),
                          (["--window", "soon", "--then-trace"], "'soon'"),
                          (["--dry-run"], "--then-trace"),
                          (["--then-trace", "--format", "json"], "text only")):
        outcome = diagnose(test, *options, status=2)
        check(said in outcome.stderr and not outcome.stdout, f"{options}: {outcome.stdout}")
    begin, _ = window(test)
    # Existing files are not lost.
    os.mkdir(test.path("traced"))
    outcome = diagnose(test, "--then-trace", "--window", "500ms", "-o", "traced", status=1)
    check("exists" in outcome.stderr and not outcome.stdout, "it is found out after the diagnosis")
    with open(test.path("run1/finding-1.filter"), "a", encoding="utf-8") as stream:
        stream.write("# mine\n")
    check("--force" in diagnose(test, "--then-trace", status=1).stderr, "the filter is replaced")
    check("# mine" in filter_text(test), "the filter was replaced")
    manifest = changed_manifest(test, command=["mpirun.none", "-n", "2", "./late_rebuild"])
    again = ["--then-trace", "--force", "--window", "500ms"]
    check("not found" in diagnose(test, *again, status=1).stderr, "no launcher")
    command = manifest["command"]
    for changes, said in (({"command": [*command[:3], "./gone"]}, "./gone"),
                          ({"command": command, "directory": test.path("gone")}, "is gone"),
                          ({"directory": test.directory, "command": [*command[:4], "0.1", "0", "0"]},
                           "before the window began"),
                          ({"command": [*command[:3], "true"]}, "before the window began"),
                          ({"command": ["sleep", str(begin + 0.1)]}, "recorded nothing in the window"),
                          ({"start_ns": 0}, "sample the program again")):
        changed_manifest(test, **changes)
        check(said in diagnose(test, *again, status=1).stderr, f"{changes}")


def check_dry_run(test, mpi):
    """Writes only the filter, twice the same; the command sets the environment of the run."""
    test.environment["OMP_NUM_THREADS"] = "2"
    test.run(["rm", "-rf", "run1"])
    sampled(test, mpi, SHORT_S)
    options = ("--then-trace", "--dry-run", "--window", "500ms")
    outcome = diagnose(test, *options, environment={"OMP_NUM_THREADS": "7", "OMP_DYNAMIC": "true"})
    check_filter(test, SHORT_S)
    before = filter_text(test)
    check(f"cd {test.directory} && env -u OMP_DYNAMIC OMP_NUM_THREADS=2 tarry record -o " in outcome.stdout,
          outcome.stdout)
    check(outcome.stdout.startswith("Loss to trace next"), "the plan is not all that is shown")
    check(not os.path.exists(test.path("run1-finding-1")), "something was run")
    diagnose(test, *options)
    check(filter_text(test) == before, "the filter is another one")


def run(test, options):
    if options.what == "refused":
        check_refused(test, options.mpi)
        return
    seconds = SHORT_S if options.what == "traced" else float(options.what)

    def attempt():
        test.run(["rm", "-rf", "run1", "traced"])
        check_traced(test, options.mpi, seconds)

    undisturbed(attempt)


if __name__ == "__main__":
    main(run, "mpi", "what")
