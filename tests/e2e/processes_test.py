#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# One analysis on several processes: the report is the same byte for byte for any number of
# processes and threads, an error gives one line whichever process has it, and all end if one of
# them dies.
# usage: processes_test.py BUILD_DIRECTORY MPI TRACES DIVISIONS
# DIVISIONS is `all` for each trace; with `some`, one third of them is used for one trace, the next
# third for the next.
import glob
import itertools
import os
import shutil
import signal
import subprocess
import time

import real_programs
from measured import TIMEOUT_S, check, end, main

DIVISIONS = ((1, 2), (2, 1), (2, 2), (3, 1), (5, 2), (9, 1))  # processes, threads of each
RECORDED = (("heat", 4), ("halo_c", 4), ("halo_f08", 4), ("halo_mpi", 2), ("halo_mpif", 3),
            ("pipeline", 3), ("master_worker", 4))
END_WITHIN_S = 5.0
PATTERNS = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "patterns")


def launch(mpi, processes):
    return [f"mpirun.{mpi}", "-n", str(processes)]


def analyze(test, mpi, processes, threads, trace, output, *options):
    # With one process there is no launcher: this is how the tool usually starts.
    front = launch(mpi, processes) if processes > 1 else []
    outcome = test.run([*front, test.tarry, "analyze", "-q", "-j", str(threads), trace, "-o", output,
                        *options])
    check(outcome.status == 0, f"{processes} processes ended with {outcome.status}\n{outcome.stderr}")
    with open(test.path(output), "rb") as file:
        return file.read()


def check_same_for_all(test, mpi, trace, divisions, *options):
    alone = analyze(test, mpi, 1, 1, trace, "alone.cubex", *options)
    for processes, threads in divisions:
        report = analyze(test, mpi, processes, threads, trace, "together.cubex", *options)
        check(report == alone,
              f"{trace}: the report of {processes} processes with {threads} threads differs")
    print(f"same report for {len(divisions)} divisions of {os.path.basename(trace)}")


def recorded_traces(test, mpi):
    for program, ranks in RECORDED:
        if not os.path.exists(test.example(mpi, program)):
            print(f"skipped: {program} was not built for {mpi}")
            continue
        test.record(program, [*launch(mpi, ranks), test.example(mpi, program)])
        yield test.path(program)
    for program in real_programs.PROGRAMS:
        command = real_programs.launch(test, program, 4)
        if command is None or mpi not in command[0]:
            print(f"skipped: {program} is not installed for {mpi}")
            continue
        test.record(program, command)
        yield test.path(program)


def check_reports(test, mpi, traces, divisions):
    some = itertools.cycle(DIVISIONS[first::3] for first in range(3))
    if divisions == "all":
        some = itertools.repeat(DIVISIONS)
    for trace in recorded_traces(test, mpi):
        check_same_for_all(test, mpi, trace, next(some))
    traces = os.environ.get("TARRY_TRACES", traces)
    found = sorted(glob.glob(os.path.join(traces, "*", "traces.otf2")))
    if not found:
        print(f"skipped: TARRY_TRACES names no folder with traces: {traces}")
    # The transport does not know its content, so each trace is tested with one of the MPIs.
    for anchor in found[("openmpi", "mpich").index(mpi)::2]:
        check_same_for_all(test, mpi, anchor, next(some))


def check_patterns(test, mpi):
    """Those of a file, whose events are on different processes of the analysis."""
    if not os.path.exists(test.example(mpi, "wavefront")):
        print(f"skipped: wavefront was not built for {mpi}")
        return
    test.record("wavefront", [*launch(mpi, 4), test.example(mpi, "wavefront")])
    names = [os.path.join(PATTERNS, f"{name}.pattern")
             for name in ("wavefront", "early_reduce", "late_sender")]
    plugins = [os.path.join(test.build, f"tests/patterns/plugins/{name}.so")
               for name in ("waits_for_master", "visits")]
    names += [plugin for plugin in plugins if os.path.exists(plugin)]
    options = [word for name in names for word in ("--pattern", name)]
    check_same_for_all(test, mpi, test.path("wavefront"), DIVISIONS[1:4], *options)
    listed = test.run([test.tarry, "report", "together.cubex", "--by", "metric", "-v"]).stdout
    for title in ("Pipeline fill", "Pipeline drain", "Late Sender (declared)"):
        check(title in listed, f"no {title} in\n{listed}")


def lines_of_tarry(text):
    return [line for line in text.splitlines() if line.startswith("tarry")]


def check_errors(test, mpi):
    for arguments, word in ((["nowhere"], "nowhere"),
                            (["heat", "-o", "no/such/folder.cubex"], "no/such/folder.cubex")):
        outcome = test.run([*launch(mpi, 3), test.tarry, "analyze", "-q", *arguments])
        check(outcome.status != 0, f"{arguments}: status 0")
        lines = lines_of_tarry(outcome.stderr)
        check(len(lines) == 1 and word in lines[0], f"not one line with {word}:\n{outcome.stderr}")


def children_named_tarry(parent):
    """Returns the ids of the processes below `parent` that run tarry, without their children."""
    parents, tarrys = {}, []
    for entry in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(entry, encoding="utf-8") as file:
                pid, rest = file.read().split(" (", 1)
        except OSError:
            continue
        name, rest = rest.rsplit(") ", 1)
        parents[int(pid)] = int(rest.split()[1])
        if name == "tarry":
            tarrys.append(int(pid))

    def is_below(pid):
        while pid > 1:
            if pid == parent:
                return True
            pid = parents.get(pid, 0)
        return False
    return [pid for pid in tarrys if is_below(pid) and parents[pid] not in tarrys]


def check_death_of_one(test, mpi):
    """A manifest that is a pipe keeps the first process reading, and the others waiting for it."""
    shutil.copytree(test.path("heat"), test.path("endless"))
    pipe = test.path("endless/experiment.json")
    os.remove(pipe)
    os.mkfifo(pipe)
    process = subprocess.Popen([*launch(mpi, 3), test.tarry, "analyze", "endless"],
                               cwd=test.directory, env=test.environment, text=True,
                               stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        with open(pipe, "wb"):  # returns when the first process has it open
            victim = max(children_named_tarry(process.pid))
            os.kill(victim, signal.SIGKILL)
            begin = time.monotonic()
            _, stderr = process.communicate(timeout=TIMEOUT_S)
            took = time.monotonic() - begin
            left = children_named_tarry(process.pid)
    finally:
        if process.poll() is None:
            end(process)
    check(process.returncode != 0, "status 0 after a process was killed")
    check(took <= END_WITHIN_S and not left, f"{took:.1f} s until the end; still there: {left}")
    lines = lines_of_tarry(stderr)
    check(len(lines) == 1 and "another process had died" in lines[0],
          f"not one clear line:\n{stderr}")


def run(test, options):
    check_reports(test, options.mpi, options.traces, options.divisions)
    check_patterns(test, options.mpi)
    check_errors(test, options.mpi)
    check_death_of_one(test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi", "traces", "divisions")
