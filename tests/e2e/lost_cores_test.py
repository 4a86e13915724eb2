#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Threads that share cores: the time without a core in the trace must equal the system's own count
# (/proc/thread-self/schedstat, which the program prints), both on one core and on all of them
# beside competing processes.
#
# Both see the same contention, so the comparison does not depend on the load of the machine. They
# differ by the cost of a switch itself (some microseconds) and by the time between the program's
# own reading of its count and the begin and end of its function: hence 5 percent, and 5 ms.
# usage: lost_cores_test.py BUILD_DIRECTORY MPI|none
import os
import subprocess
import sys

from measured import Archive, Disturbed, check, check_sound, check_tree, main, undisturbed

THREADS = 2
SECONDS = 1.0
TOLERANCE = 0.05
TOLERANCE_S = 0.005
LEAST_S = 0.2  # least loss of such a run; with less there was no contention to measure


def allowed_here():
    """Returns whether the kernel tells a process of this user the switches of its threads."""
    try:
        with open("/proc/sys/kernel/perf_event_paranoid", encoding="ascii") as file:
            return int(file.read()) <= 2 or os.geteuid() == 0
    except OSError:
        return False


def program(options, test):
    path = os.path.join(test.build, "tests", "e2e", options.mpi, "lost_cores")
    command = [path, str(THREADS), str(SECONDS)]
    return command if options.mpi == "none" else [f"mpirun.{options.mpi}", "-n", "2", *command]


def counted(outcome):
    """Returns the system's count by rank and thread, as the program prints it."""
    lines = [line.split() for line in outcome.stdout.splitlines()]
    check(len(lines) == THREADS and all(len(line) == 3 for line in lines),
          f"output {outcome.stdout!r}")
    return {(int(rank), int(thread)): float(seconds) for rank, thread, seconds in lines}


def told(report, options, metric="lost_cores"):
    """Returns the same from the trace, in `work` and below; threads are ordered by their loss."""
    sums = {}
    for cell in report.cells:
        location = report.locations[cell["location"]]
        if cell["metric"] == metric and "work" in report.names(cell["callpath"]):
            sums[cell["location"]] = sums.get(cell["location"], 0.0) + cell["value"]
    if options.mpi == "none":
        return sorted(sums.values())
    return [sums.get(location["id"], 0.0) for location in
            sorted(report.locations.values(), key=lambda location: location["rank"])]


def compare(test, options, name, launch):
    outcome = test.record(name, launch, ["--force"])
    if "without a core are not recorded" in outcome.stderr:
        print("the kernel does not tell switches of threads here")
        sys.exit(77)
    report = test.report(name)
    system = counted(outcome)
    expected = sorted(system.values()) if options.mpi == "none" else \
        [system[key] for key in sorted(system)]
    found = told(report, options)
    print(f"{name}: the system counts {expected}, the trace tells {found}")
    check(len(found) == len(expected), f"{len(found)} threads have lost their core")
    for seconds, lost in zip(expected, found):
        check(abs(lost - seconds) <= TOLERANCE * seconds + TOLERANCE_S,
              f"{name}: lost {lost} s, the system counts {seconds} s")
    if sum(expected) < LEAST_S:  # one of them had not even begun when the other ended
        raise Disturbed(f"{name}: only {expected} s were lost")
    computing = told(report, options, "lost_cores_comp")
    check(sum(computing) >= 0.8 * sum(expected) if options.mpi == "none" else sum(computing) > 0,
          f"{name}: of computation {computing}")
    check_tree(report)
    return report


def competing(processors):
    code = "while True: pass"
    return [subprocess.Popen(["taskset", "-c", str(each), sys.executable, "-c", code])
            for each in processors]


def run(test, options):
    if not allowed_here():
        print("perf_event_open() is not allowed here")
        sys.exit(77)
    processors = sorted(os.sched_getaffinity(0))[:2]
    launch = program(options, test)
    one = undisturbed(compare, test, options, "one", ["taskset", "-c", str(processors[0]), *launch])
    check_sound(one, Archive(test, test.path("one/traces.otf2")), one.experiment["ranks"])
    others = competing(processors)
    try:
        pinned = ["taskset", "-c", ",".join(map(str, processors)), *launch]
        undisturbed(compare, test, options, "beside", pinned)
    finally:
        for other in others:
            other.kill()
            other.wait()
    test.record("off", ["taskset", "-c", str(processors[0]), *launch], ["--switches", "off"])
    off = test.report("off")
    check(off.value("lost_cores") == 0, "--switches off has recorded them")


if __name__ == "__main__":
    main(run, "mpi")
