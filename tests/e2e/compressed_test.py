#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A compressed trace preserves its input. For every example with one MPI, the calls of the event
# trace, compressed and expanded, equal those of the event trace. A recording that keeps only a
# compressed trace has the same calls, with logs so small that they are used many times, and tells
# what calls ask for and where they are made. A killed program leaves a usable trace.
# usage: compressed_test.py BUILD_DIRECTORY MPI
import filecmp
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time

from measured import TIMEOUT_S, check, end, main

SOURCES = os.path.join(os.path.dirname(__file__), "..", "..")
RANKS = 4
KILLED_S = 60  # a killed process is gone long before
# A rank that has communicated as often as this has not yet emptied its usual buffer, or has.
KILLED_AFTER = (1000, 60000)
WITH_LOOP_BYTES = 1000  # the trace that a rank begins with is smaller than that of emptied buffers
# The order of events is the same each time, so two runs can be compared.
SAME_EACH_TIME = {
    "heat": ["--size", "64", "--steps", "60", "--hot-ms", "0"],
    "halo_c": ["200", "0"],
    "pipeline": ["50", "0"],
}
OTHERS = {"master_worker": ["40", "0"]}
FORTRAN = {"halo_f08": ["20", "0"], "halo_mpi": ["20", "0"], "halo_mpif": ["20", "0"]}
WRAPPED = ("mpi_blocking", "mpi_collectives", "mpi_communicators", "mpi_intercomm",
           "mpi_persistent")
SMALL = ["--buffer", "64K"]
TAGS_OF_PIPELINE = f" tag=[{' '.join(['7'] * 50)}] "  # 50 items, each value for itself


def launch(test, options, program, arguments):
    return [f"mpirun.{options.mpi}", "-n", str(RANKS), program, *arguments]


def compare(test, archive, compressed, name):
    expanded = test.path(name)
    outcome = test.run([test.tarry, "expand", compressed, "-o", expanded])
    check(outcome.status == 0, f"expand ended with {outcome.status}\n{outcome.stderr}")
    outcome = test.run([os.path.join(test.build, "bin", "compare_calls"),
                        os.path.join(archive, "traces.otf2"),
                        os.path.join(expanded, "traces.otf2")])
    check(outcome.status == 0 and outcome.stdout.startswith("equal: "),
          f"{compressed} is not {archive}:\n{outcome.stdout}")
    check(not outcome.stdout.startswith("equal: 0 calls"), "nothing was compared")


def check_both(test, command, name):
    """Returns an event trace and the compressed one of the same run."""
    experiment = test.path(f"{name}-both")
    test.record(experiment, command, ["--compressed", "--trace", "--no-analyze"])
    compressed = os.path.join(experiment, "compressed", "trace.tct")
    compare(test, experiment, compressed, f"{name}-expanded")
    for threads in ("1", "3"):
        again = test.path(f"{name}-{threads}.tct")
        outcome = test.run([test.tarry, "compress", "-j", threads, experiment, "-o", again])
        check(outcome.status == 0, f"compress ended with {outcome.status}\n{outcome.stderr}")
        with open(compressed, "rb") as one, open(again, "rb") as other:
            check(one.read() == other.read(), f"{again} depends on the number of threads")
    return experiment


def log_of(experiment):
    with open(os.path.join(experiment, "tarry.log"), encoding="utf-8") as file:
        return file.read()


def check_alone(test, command, name, same_run):
    experiment = test.path(f"{name}-alone")
    test.record(experiment, command, ["--compressed", *SMALL])
    left = sorted(os.listdir(experiment))
    check(left == ["compressed", "experiment.json", "tarry.log"], f"the recording left {left}")
    check("united by the processes" in log_of(experiment), "the processes left it to tarry record")
    compare(test, same_run, os.path.join(experiment, "compressed", "trace.tct"),
            f"{name}-alone-expanded")


def printed(test, trace):
    outcome = test.run([test.tarry, "print", trace])
    check(outcome.status == 0, f"print ended with {outcome.status}\n{outcome.stderr}")
    return outcome.stdout


def check_values_one_by_one(test, experiment, folded):
    """They take more room, but are the same."""
    made = test.path("one-by-one.tct")
    outcome = test.run([test.tarry, "compress", "--no-vector-folding", experiment, "-o", made])
    check(outcome.status == 0, f"compress ended with {outcome.status}\n{outcome.stderr}")
    text, shorter = printed(test, made), printed(test, folded)
    check(TAGS_OF_PIPELINE in text, f"{made} has folded values:\n{text}")
    check(len(text) > len(shorter), f"{made} is not longer than {folded}:\n{text}\n{shorter}")
    compare(test, experiment, made, "one-by-one-expanded")


def check_switches(test, options):
    """A recording folds according to its settings, and so does the compression of its event
    trace."""
    command = launch(test, options, test.example(options.mpi, "pipeline"), ["50", "0"])
    switches = ["--loop-window", "1", "--histogram-threshold", "1", "--no-loop-agnostic-merge",
                "--no-vector-folding"]
    experiment = test.path("switches-both")
    test.record(experiment, command, ["--compressed", "--trace", "--no-analyze", *switches])
    again, plain = test.path("switches.tct"), test.path("no-switches.tct")
    for made, wanted in ((again, switches), (plain, [])):
        outcome = test.run([test.tarry, "compress", *wanted, experiment, "-o", made])
        check(outcome.status == 0, f"compress ended with {outcome.status}\n{outcome.stderr}")
    trace = os.path.join(experiment, "compressed", "trace.tct")
    check(filecmp.cmp(trace, again, shallow=False), f"{trace} is not {again}")
    events = printed(test, plain).count("\nevent ")
    alone = test.path("switches-alone")
    test.record(alone, command, ["--compressed", *switches])
    for made in (trace, os.path.join(alone, "compressed", "trace.tct")):
        text = printed(test, made)
        check(text.count("\nevent ") > 2 * events, f"{made} has loops of more than one event")
        check("peer={" in text, f"{made} has peers that are no histograms:\n{text}")
        check(TAGS_OF_PIPELINE in text, f"{made} has folded values:\n{text}")
    check_values_one_by_one(test, experiment, plain)


def kill_and_wait(pids):
    """Kills processes, and returns when none of them writes any more."""
    processes = [os.pidfd_open(pid) for pid in pids]
    for process in processes:
        signal.pidfd_send_signal(process, signal.SIGKILL)
    for process in processes:
        gone, _, _ = select.select([process], [], [], KILLED_S)
        os.close(process)
        check(gone, f"a killed process still runs after {KILLED_S} s")


def check_killed(test, options):
    """Logs stay small however long the program runs, and their content becomes a trace."""
    experiment = test.path("killed")
    command = launch(test, options, test.example(options.mpi, "heat"),
                     ["--size", "64", "--steps", "1000000", "--hot-ms", "0"])
    record = [test.tarry, "record", "--compressed", *SMALL, "-o", experiment, *command]
    process = subprocess.Popen(record, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True, env=test.environment, start_new_session=True)
    raw = os.path.join(experiment, "raw")
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.5)
        if os.path.isdir(raw) and any("calls.tct" in files for _, _, files in os.walk(raw)):
            break
    process.send_signal(signal.SIGSTOP)
    kill_and_wait(int(folder.rsplit("-", 1)[1]) for folder in os.listdir(raw))
    largest = 0
    for folder, _, files in os.walk(raw):
        for name in files:
            if name.endswith(".log"):
                largest = max(largest, os.path.getsize(os.path.join(folder, name)))
    left = [shutil.copytree(experiment, test.path(f"left-{number}")) for number in range(3)]
    process.send_signal(signal.SIGCONT)
    _, said = process.communicate(timeout=60)
    check(0 < largest <= 4 * 65536, f"a log of {largest} bytes, or none at all")
    check("did not end by themselves" in said, f"nothing is said of the killed processes:\n{said}")
    check("united after the run" in log_of(experiment), "killed processes united their traces")
    trace = os.path.join(experiment, "compressed", "trace.tct")
    outcome = test.run([test.tarry, "print", trace, "--rank", "0"])
    check("MPI_Init" in outcome.stdout, f"the beginning is lost:\n{outcome.stdout}{outcome.stderr}")
    outcome = test.run([test.tarry, "expand", trace, "-o", test.path("killed-expanded")])
    check(outcome.status == 0, f"expand ended with {outcome.status}\n{outcome.stderr}")
    check_left(test, left, os.path.join(experiment, "compressed", "trace.tct"))


def counted_calls(test, experiment):
    """Returns how many calls of each function the compressed trace of a recording has."""
    outcome = test.run([test.tarry, "print", experiment, "--statistics"])
    check(outcome.status == 0, outcome.stderr)
    rows = [line.split() for line in outcome.stdout.split("\n\n")[0].splitlines()]
    return {row[-1]: int(row[0]) for row in rows if row[0].isdigit()}


def number_in(path):
    """Returns the number that a program keeps in a file, or 0 before it does."""
    try:
        with open(path, "rb") as file:
            return int.from_bytes(file.read(), sys.byteorder)
    except FileNotFoundError:
        return 0


def check_killed_by_default(test, options, least):
    """With the usual buffers, a killed process and those that the launcher then ends keep all
    calls but those of the last hundredth of the time: before they have emptied the buffers, and
    later."""
    experiment, done = test.path(f"killed-{least}"), test.path(f"exchanges-{least}")
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "ending")
    process = subprocess.Popen(
        [test.tarry, "record", "--compressed", "-o", experiment, f"mpirun.{options.mpi}", "-n", "2",
         program, "forever", done],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=test.environment,
        start_new_session=True)
    try:
        deadline = time.monotonic() + TIMEOUT_S
        while number_in(done) < least and process.poll() is None:
            check(time.monotonic() < deadline, f"only {number_in(done)} exchanges of {least}")
            time.sleep(0.1)
        raw = os.path.join(experiment, "raw")
        if least == KILLED_AFTER[-1]:
            for folder in os.listdir(raw):
                size = os.path.getsize(os.path.join(raw, folder, "calls.tct"))
                check(size > WITH_LOOP_BYTES, f"a trace of {size} bytes after {least} exchanges")
        kill_and_wait([min(int(folder.rsplit("-", 1)[1]) for folder in os.listdir(raw))])
        process.wait(timeout=KILLED_S)
    finally:
        if process.poll() is None:
            end(process)
    exchanges = number_in(done)
    calls = counted_calls(test, experiment)
    for function in ("MPI_Sendrecv", "MPI_Barrier"):
        check(calls.get(function, 0) >= 0.99 * 2 * exchanges,
              f"{calls} of {exchanges} exchanges of 2 ranks")


def check_ended_early(test, options):
    """A run without MPI_Finalize keeps every call, in the default buffer and in small ones."""
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "ending")
    for ending in ("signal", "abort"):
        for buffers in ([], SMALL):
            experiment = test.path(f"{ending}-{len(buffers)}")
            outcome = test.run([test.tarry, "record", "--compressed", *buffers, "-o", experiment,
                                *launch(test, options, program, [ending])])
            check(outcome.status != 0, f"{ending}: the program ended well")
            calls = counted_calls(test, experiment)
            ranks = calls["MPI_Init"]
            check(calls.get("MPI_Sendrecv") == 100 * ranks,
                  f"{ending}: {calls} with {buffers or 'the default buffer'}")
            check(calls.get("MPI_Barrier", 0) >= 100 * ranks, f"{ending}: {calls}")


def check_left(test, left, expected):
    """Any verb first finishes what `tarry record` did not finish, and loses nothing."""
    outcome = test.run([test.tarry, "print", left[0]])
    check(f"'tarry compress {left[0]}' makes it" in outcome.stderr, outcome.stderr)
    other = test.path("left.tct")
    for experiment, command in zip(left, (["compress"], ["compress", "-o", other], ["analyze"])):
        outcome = test.run([test.tarry, *command, experiment])
        check(outcome.status == 0, f"{command} ended with {outcome.status}\n{outcome.stderr}")
        made = os.path.join(experiment, "compressed", "trace.tct")
        for file in (made, other) if other in command else (made,):
            check(filecmp.cmp(file, expected, shallow=False), f"{command}: {file} is not {expected}")
    outcome = test.run([test.tarry, "report", left[2]])
    check(outcome.status == 0, f"report ended with {outcome.status}\n{outcome.stderr}")


def check_wavefront(test, options):
    """Sweeps that differ by corner, on ranks that skip other calls in each, are loops on all of them.
    More ranks make no more events, apart from times, whose ranges are those of chance."""
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "layouts")
    sizes = {}
    for ranks in (4, 9, 16, 25):
        experiment = test.path(f"wavefront-{ranks}")
        test.record(experiment, [f"mpirun.{options.mpi}", "-n", str(ranks), program, "wavefront", "10"],
                    ["--compressed"])
        lines = printed(test, os.path.join(experiment, "compressed", "trace.tct")).splitlines()
        events = sum(line.startswith("event ") for line in lines)
        check(events <= 25, f"{events} events of a wavefront on {ranks} ranks")
        sizes[ranks] = sum(len(line) for line in lines if not line.startswith("after "))
    check(max(sizes.values()) <= 2 * min(sizes.values()), f"characters without times: {sizes}")


def check_threads(test, options):
    """Calls of several threads are in the order in which they were made."""
    experiment = test.path("threads")
    program = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, "mpi_threads")
    test.record(experiment, launch(test, options, program, ["multiple"]), ["--compressed", *SMALL])
    trace = os.path.join(experiment, "compressed", "trace.tct")
    outcome = test.run([test.tarry, "print", trace, "--rank", "1"])
    names = re.findall(r"MPI_[A-Z]\w+", outcome.stdout)
    check(names and names[0] == "MPI_Init_thread" and names[-1] == "MPI_Finalize",
          f"the calls are in another order:\n{outcome.stdout}{outcome.stderr}")
    outcome = test.run([test.tarry, "print", trace])
    for bad in ("not seen to begin", "stand before earlier ones"):
        check(bad not in outcome.stdout, f"'{bad}' in the notes of {trace}")


def line_with(file, text):
    with open(file, encoding="utf-8") as source:
        return next(number for number, line in enumerate(source, 1) if text in line)


def check_fortran(test, options, program, source, arguments):
    """Calls through a binding have the lines of the program, however many functions lie between."""
    # gfortran may give calls whose only argument is the status the line of the program's begin.
    without_line = ("MPI_Init", "MPI_Finalize")
    name = os.path.basename(program)
    experiment = test.path(f"{name}-lines")
    test.record(experiment, launch(test, options, program, arguments), ["--compressed", *SMALL])
    printed = test.run([test.tarry, "print", os.path.join(experiment, "compressed", "trace.tct"),
                        "--rank", "1"]).stdout
    found = {(call, number)
             for call, number in re.findall(rf"(MPI_\w+) .*\S/{name}\.f90:(\d+)\)", printed)
             if call not in without_line}
    with open(os.path.join(SOURCES, source), encoding="utf-8") as lines:
        expected = {(call, str(number)) for number, line in enumerate(lines, 1)
                    for call in re.findall(r"call (MPI_\w+)\(", line)
                    if call not in without_line}
    check(expected and found == expected, f"{name}: {expected ^ found} differ:\n{printed}")


def check_arguments(test, options):
    """Checks wildcards, elements and datatypes, and the lines of a program that is not
    instrumented."""
    experiment = test.path("arguments")
    program = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, "mpi_arguments")
    test.record(experiment, launch(test, options, program, []), ["--compressed", *SMALL])
    trace = os.path.join(experiment, "compressed", "trace.tct")
    printed = test.run([test.tarry, "print", trace]).stdout
    types = {name.strip('"'): number
             for number, name in re.findall(r"^datatype (\d+) (.*)$", printed, re.MULTILINE)}
    check(sorted(types) == ["MPI_DOUBLE", "MPI_INT", "MPI_LONG", "derived, 80 bytes"], types)
    first, last = (test.run([test.tarry, "print", trace, "--rank", rank]).stdout
                   for rank in ("0", "3"))
    source = os.path.join(SOURCES, "tests", "programs", "mpi_arguments.c")
    number, double, long, derived = (types[name] for name in
                                     ("MPI_INT", "MPI_DOUBLE", "MPI_LONG", "derived, 80 bytes"))
    for listing, call, said in (
            (first, "Recv", ["posted-peer=any", "posted-tag=2", "count=1", f"datatype={number}"]),
            (last, "Send", [f"mpi_arguments.c:{line_with(source, 'the first place')})", "tag=1"]),
            (last, "Send", [f"mpi_arguments.c:{line_with(source, 'the second place')})", "tag=2"]),
            (last, "Irecv", ["posted-peer=any", "posted-tag=any", "count=20",
                             f"datatype={double}", "bytes=160"]),
            (last, "Isend", ["count=2", f"datatype={derived}"]),
            (last, "Startall", ["posted-peer=3", "posted-tag=any", "count=4",
                                f"datatype={double}"]),
            (last, "Allgather", ["count=1", f"datatype={number}"]),
            (last, "Iallreduce", ["count=1", f"datatype={long}"])):
        lines = [line for line in listing.splitlines() if f"MPI_{call} " in line]
        check(any(all(f"{what} " in line for what in said) for line in lines),
              f"no MPI_{call} says {said}:\n" + "\n".join(lines))
    check(first.count("MPI_Recv ") == 2, f"two places are not two lines:\n{first}")
    outcome = test.run([test.tarry, "expand", trace, "-o", test.path("arguments-expanded")])
    check(outcome.status == 0, f"expand ended with {outcome.status}\n{outcome.stderr}")


def run(test, options):
    for name, arguments in {**SAME_EACH_TIME, **OTHERS, **FORTRAN}.items():
        program = test.example(options.mpi, name)
        if name in FORTRAN and not os.path.exists(program):
            continue
        command = launch(test, options, program, arguments)
        experiment = check_both(test, command, name)
        if name in FORTRAN:
            check_fortran(test, options, program, f"examples/halo/{name}.f90", arguments)
        if name in SAME_EACH_TIME:
            check_alone(test, command, name, experiment)
    for name in WRAPPED:
        program = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, name)
        command = launch(test, options, program, [])
        check_alone(test, command, name, check_both(test, command, name))
    bindings = os.path.join(test.build, "tests", "e2e", options.mpi, "mpi_bindings")
    if os.path.exists(bindings):
        check_fortran(test, options, bindings, "tests/programs/mpi_bindings.f90", [])
    check_switches(test, options)
    check_arguments(test, options)
    check_threads(test, options)
    check_wavefront(test, options)
    check_killed(test, options)
    for least in KILLED_AFTER:
        check_killed_by_default(test, options, least)
    check_ended_early(test, options)


if __name__ == "__main__":
    main(run, "mpi")
