#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program that constantly forks, throws, handles signals, begins threads, loads libraries and
# exchanges messages does not notice that it is sampled each millisecond. If it also calls MPI from
# all kinds of stacks, it does not notice that these are recorded beside a trace and a summary.
# usage: busy_test.py BUILD_DIRECTORY none|MPI samples|stacks SECONDS
import os
import re

from measured import check, main
from samples import read_samples, record_unnoticed

RANKS = 2
MOST_TRACE_MIB = 64  # for each process
MOST_GAINED_KIB = 2 * MOST_TRACE_MIB << 10  # windows of logs are mapped
MOST_FILES_MIB = RANKS * 6 * MOST_TRACE_MIB  # logs, their trace, samples and reports

UNKNOWN, LEFT_OUT, OTHER = (re.escape(f"({gap})") for gap in ("callers not known", "frames left out", "another stack"))
THREAD = "THREADS/in_thread"
POKED = "main/signals_at_calls/handlers_(above|elsewhere)/poke_all"
RAISED = f"(main/signals_at_calls/handlers_(above|elsewhere)|{THREAD})/raise_all"
COROUTINE = f"(THREADS/)?{OTHER}/coroutine_entry"
# Two libraries, one of which is loaded to the place of the other.
PLAIN, ELSE = "/plugin_run(/plain_step)+", "/plugin_run(/other_step)+"
BARE = r"/busy_bare\.so\+0x[0-9a-f]+"
# All call paths on which the program calls MPI_Initialized; each of them must be found.
ASKED = [
    "main/deep_calls(/descend)?", f"({LEFT_OUT})", f"THREADS/{LEFT_OUT}",
    f"(main|{POKED}|{THREAD})/caught_calls(/throw_from)*",
    f"(main|{POKED}|{THREAD})/jumps(/jump_from)*",
    f"{COROUTINE}/in_coroutine(/caught_calls(/throw_from)*)?", f"{COROUTINE}/raise_in_coroutine",
    f"(main/coroutines|{POKED}|{RAISED}|{THREAD})/coroutine",
    "main/made_code", f"({UNKNOWN}|main/made_code)/UNKNOWN",
    *(f"main/plugins/run_plugin{each}" for each in ("", PLAIN, ELSE)), f"(THREADS/)?{UNKNOWN}{BARE}",
    *(f"{POKED}/run_plugin{each}" for each in ("", PLAIN, ELSE)), f"(main|{THREAD})/run_plugin",
    f"{RAISED}(/ask_in_handler)?", f"{COROUTINE}/raise_(in_coroutine|at_end)/ask_in_handler",
    POKED, f"({POKED}|{THREAD})/descend_alone", THREAD,
    "main/threads_at_calls", "main/called_back", "main/children_at_calls",
]
SPLIT = f"{OTHER}/__morestack/split_step"  # if the compiler supports split stacks


def check_samples(test):
    processes = read_samples(test.path("busy"))
    check(len(processes) == (RANKS if test.mpi != "none" else 1),
          f"{len(processes)} processes: children have samples")
    for process in processes:
        taken = sum(len(thread.samples) for thread in process.threads)
        lost = sum(thread.partial + thread.no_room + thread.no_nodes for thread in process.threads)
        check(taken > 100 and lost * 100 <= taken, f"{lost} of {taken} samples are not whole")


def plain_names(report, callpath):
    """Returns the path from the outermost function to the call, without the program, namespaces
    and MPI's call sites."""
    return [re.sub(r"\(anonymous namespace\)::|busy::", "", name) for name in report.names(callpath)[1:]]


def check_call_paths(report, calls, has_split):
    """Returns the calls of MPI_Initialized; signal handlers that interrupt the program anywhere
    call another function."""
    visits = {}
    for cell in report.cells:
        if cell["metric"] != "visits":
            continue
        functions = plain_names(report, cell["callpath"])
        if functions[-1:] == ["MPI_Initialized"]:
            path = "/".join(functions[:-1])
            visits[path] = visits.get(path, 0) + cell["value"]
    check(sum(visits.values()) == calls, f"{sum(visits.values())} of {calls} calls are in the summary")
    wrong = {path: visits[path] for path in visits
             if not any(re.fullmatch(f"{each}/ask", path) for each in (*ASKED, SPLIT))}
    check(not wrong, f"calls on wrong call paths: {wrong}")
    expected = ASKED + [SPLIT] if has_split else ASKED
    missing = [each for each in expected if not any(re.fullmatch(f"{each}/ask", path) for path in visits)]
    check(not missing, f"no calls on {missing}, but on {sorted(visits)}")


def check_stacks(test, said):
    found = re.search(r"busy: (\d+) calls, (-?\d+) KiB gained", said)
    check(found and int(found[2]) < MOST_GAINED_KIB, f"memory grows: {said}")
    size = sum(os.path.getsize(os.path.join(folder, name))
               for folder, _, names in os.walk(test.path("busy")) for name in names)
    check(size < MOST_FILES_MIB << 20, f"the experiment has {size} bytes")
    has_split = os.path.exists(os.path.join(test.build, "tests", "e2e", test.mpi, "busy_split.so"))
    check_call_paths(test.report("busy/summary.cubex"), int(found[1]), has_split)
    outcome = test.run([test.tarry, "analyze", "busy"])
    check(outcome.status == 0, f"analyze ended with {outcome.status}\n{outcome.stderr}")
    warnings = "\n".join(test.report("busy").experiment["warnings"])
    for gap in (UNKNOWN, LEFT_OUT, OTHER):
        said = re.findall(f"(.*): MPI calls with incomplete call stacks, {gap}: \\d+", warnings)
        check(said == [f"{RANKS} processes"],
              f"not all ranks say how many stacks end in {gap}: {warnings}")


def run(test, options):
    test.mpi, seconds = options.mpi, options.seconds
    launch = [] if test.mpi == "none" else [f"mpirun.{test.mpi}", "-n", str(RANKS)]
    command = [*launch, os.path.join(test.build, "tests", "e2e", test.mpi, "busy")]
    stacks = options.what == "stacks"
    outcome = record_unnoticed(
        test, "busy", [*command, "0", "calls"] if stacks else command,
        [*command, seconds, "calls"] if stacks else [*command, seconds],
        ["--trace", "--profile", f"--max-trace={MOST_TRACE_MIB}M"] if stacks else [], int(seconds))
    check(outcome.stdout.endswith(" 0 wrong\n"), outcome.stdout)
    if stacks:
        check_stacks(test, outcome.stderr)
    else:
        check_samples(test)


if __name__ == "__main__":
    main(run, "mpi", "what", "seconds")
