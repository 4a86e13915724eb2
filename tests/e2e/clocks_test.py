#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Clocks of several hosts, which a preloaded library makes of one: each rank's clock is ahead by
# another time and drifts, and the drift changes in the middle of the run. The test knows by how
# much, and compares that with the clock offsets in the archive.
#
# Where offsets at the begin and the end miss a change, the analysis corrects the clocks: messages must
# not go back in time, and the waits must be those of the machine's own clock.
#
# No time that a busy machine takes is limited here: measured offsets must be as exact as the
# recording itself says that they are, from the round trips that it has seen.
# usage: clocks_test.py BUILD_DIRECTORY MPI
import json
import math
import os
import re
import shutil

from measured import Disturbed, check, check_paired, main, undisturbed
from skewed_clocks import NS, Skew, backwards, messages, true_waiting_s

RANKS = 4
SECONDS = 5
AHEAD_NS = (0, 10_000_000, -3_000_000, 25_000_000)
PPM = (0, 50, -30, 400)
LATER_PPM = (20, 50, 200, -400)
ROUNDING_NS = 2  # of times in whole nanoseconds
WAITING_TOLERANCE = 0.02


def skewed(step_after_s=None):
    return Skew(AHEAD_NS, PPM, LATER_PPM, step_after_s)


def manifest(test, name):
    with open(test.path(os.path.join(name, "experiment.json")), encoding="utf-8") as file:
        return json.load(file)


def offsets(test, name):
    """Returns the offsets in the archive: {rank: [(local time, offset)]}."""
    printed = test.run(["otf2-print", "-C", test.path(os.path.join(name, "traces.otf2"))])
    check(printed.status == 0, f"otf2-print: {printed.stderr}")
    found = {}
    for location, ticks, offset, deviation in re.findall(
            r"^CLOCK_OFFSET\D+(\d+)\s+Time: (\d+),\s+Offset: ([+-]?\d+),\s+StdDev: ([\d.e+]+)",
            printed.stdout, re.MULTILINE):
        check((float(deviation) > 0) == (int(location) & 0xffffffff > 0), f"the deviation of {location}: {deviation}")
        rank, thread = int(location) & 0xffffffff, int(location) >> 32
        if thread == 0:
            found.setdefault(rank, []).append((int(ticks), int(offset)))
    return found


def interpolated(points, local):
    """Returns the offset at a local time between two of the points."""
    for (begin, first), (end, second) in zip(points, points[1:]):
        if local <= end:
            return first + (second - first) * (local - begin) / (end - begin)
    raise AssertionError("a time behind the last point")


def largest_error(skew, rank, points):
    """Returns the largest error of a rank's offsets in nanoseconds, at 1000 moments between the
    first and the last, and at the step."""
    begin, end = points[0][0], points[-1][0]
    times = [begin + (end - begin) * i / 1000 for i in range(1001)]
    if skew.step:
        times.append(skew.local(rank, skew.step))
    worst = 0
    for local in times:
        moment = skew.moment(rank, local)
        worst = max(worst, abs(interpolated(points, local) - (skew.local(0, moment) - local)))
    return worst


def bend(skew, rank, points):
    """Returns by how much a line between the two exact offsets around the step would miss it, in
    nanoseconds."""
    at_step = skew.local(rank, skew.step)
    begin = max(local for local, _ in points if local <= at_step)
    end = min(local for local, _ in points if local > at_step)
    change = (LATER_PPM[rank] - LATER_PPM[0]) - (PPM[rank] - PPM[0])
    return abs(change) * 1e-6 * (at_step - begin) * (end - at_step) / (end - begin)


def record(test, options, name, program, skew=None, interval="1"):
    path = os.path.join(test.build, "tests", "e2e", options.mpi, "clocks")
    test.record(name, [f"mpirun.{options.mpi}", "-n", str(RANKS), path, *program],
                ["--trace", "--clock", "monotonic", "--clock-interval", interval],
                {**skew.environment(test, options.mpi), "TARRY_CLOCK_PER_PROCESS": "1"} if skew else {})
    return manifest(test, name)["clock"]


def check_error(clock, name):
    check(clock["source"] == "monotonic" and clock["ticks_per_second"] == NS, f"{name}: clock {clock}")
    check(clock["error_s"] > 0, f"{name}: no error is stated: {clock}")
    print(f"{name}: {clock['measurements']} measurements, largest error {clock['error_s'] * 1e6:.1f} us")
    return clock["error_s"] * NS + ROUNDING_NS


def drift(test, options):
    """Two measurements are enough for clocks whose drift stays the same."""
    skew = skewed()
    clock = record(test, options, "drift", ["2", "single", "barrier"], skew, interval="off")
    allowed = check_error(clock, "drift")
    found = offsets(test, "drift")
    check(sorted(found) == list(range(RANKS)) and all(len(each) == 2 for each in found.values()),
          f"offsets {found}")
    for rank, points in found.items():
        error = largest_error(skew, rank, points)
        print(f"  rank {rank}: {error / 1000:.1f} us")
        check(error <= allowed, f"rank {rank}: error of {error} ns, {allowed} ns stated")


def step(test, options):
    """Intervals follow a drift that changes, which begin and end alone cannot."""
    shutil.rmtree(test.path("step"), ignore_errors=True)
    skew = skewed(step_after_s=SECONDS / 2)
    clock = record(test, options, "step", [str(SECONDS), "serialized", "duplicate"], skew)
    allowed = check_error(clock, "step")
    for rank, points in offsets(test, "step").items():
        ends = [points[0], points[-1]]
        error, missed = largest_error(skew, rank, points), bend(skew, rank, points)
        print(f"  rank {rank}: {error / 1000:.1f} us, {largest_error(skew, rank, ends) / 1000:.1f} us by begin and "
              f"end alone; the step makes {missed / 1000:.1f} us and {bend(skew, rank, ends) / 1000:.1f} us of that")
        check(error <= allowed + missed, f"rank {rank}: error of {error} ns, {allowed} + {missed} ns stated")
        if rank > 0 and missed > bend(skew, rank, ends) / 2:
            raise Disturbed(f"rank {rank} was not measured for long")
    report = test.report("step")
    check_paired(report)
    inside = [names for names in map(report.names, report.callpaths) if names[-1] == "TRACING" and
              any(name in ("MPI_Allreduce", "MPI_Barrier") for name in names)]
    check(not inside, f"measurements count as calls of the program: {inside}")
    check(report.value("visits", ["TRACING"]) > 2 * RANKS, "measurements have no region of their own")


def unmeasured(test, options):
    """Nothing is measured where it need not, or must not, be."""
    clock = record(test, options, "one_host", ["2", "single", "barrier"])
    check((clock["measurements"], clock["error_s"]) == (0, 0), f"on one host: {clock}")
    check(not offsets(test, "one_host"), "offsets on one host")
    for name, program in (("threads", ["3", "multiple", "barrier"]), ("no_meeting", ["3", "single", "none"])):
        clock = record(test, options, name, program, skewed())
        check(clock["measurements"] == 2, f"{name}: {clock}")
    check(test.report("one_host").value("visits", ["TRACING"]) == 2 * RANKS, "regions of Tarry on one host")


def check_archive(test):
    """An archive of the corrected times shows them to tools that correct nothing."""
    archive = test.path("archive")
    shutil.rmtree(archive, ignore_errors=True)
    done = test.run([test.tarry, "convert", "--to", "otf2", "-o", archive, test.path("ring")])
    check(done.status == 0 and "warning" not in done.stderr, f"convert: {done.stderr}")
    printed = test.run(["otf2-print", os.path.join(archive, "traces.otf2")])
    check(printed.status == 0, f"otf2-print: {printed.stderr}")
    times = {"MPI_SEND": {}, "MPI_RECV": {}}
    for kind, rank, ticks in re.findall(r"^(MPI_SEND|MPI_RECV) +(\d+) +(\d+)", printed.stdout, re.MULTILINE):
        times[kind].setdefault(int(rank), []).append(int(ticks))
    back = [(sent, received) for rank, all_sent in times["MPI_SEND"].items()
            for sent, received in zip(all_sent, times["MPI_RECV"][(rank + 1) % RANKS]) if received < sent]
    check(times["MPI_SEND"] and not back, f"messages that go back in time in the archive: {back}")
    done = test.run([test.tarry, "analyze", archive])
    check(done.status == 0 and not os.path.exists(os.path.join(archive, "clocks.tsv")),
          f"the clocks are corrected again: {done.stderr}")
    before, after = test.report("ring"), test.report(archive)  # only the first one has samples
    for metric in ("time", "mpi_latesender", "comms_send"):
        values = before.value(metric), after.value(metric)
        check(math.isclose(*values, rel_tol=1e-9), f"{metric}: {values}")


def corrected(test, options):
    """The analysis follows a drift that changes, which offsets at the begin and the end miss."""
    shutil.rmtree(test.path("ring"), ignore_errors=True)
    skew = skewed(step_after_s=SECONDS / 2)
    record(test, options, "ring", [str(SECONDS), "single", "ring"], skew, interval="off")
    true_waiting = true_waiting_s(skew, messages(test, "ring", "none", RANKS))
    by_offsets = backwards(messages(test, "ring", "offsets", RANKS))
    left = backwards(messages(test, "ring", "full", RANKS))
    waiting = test.report("ring").value("mpi_latesender")
    print(f"ring: {len(by_offsets)} messages back in time by offsets (up to {max(by_offsets, default=0):.1f} us), "
          f"{len(left)} with corrected clocks; waiting {waiting:.4f} s, in truth {true_waiting:.4f} s")
    check(not left, f"messages that go back in time: {left}")
    check_archive(test)
    if abs(waiting - true_waiting) > WAITING_TOLERANCE * true_waiting:
        raise Disturbed(f"{waiting} s of waiting, in truth {true_waiting} s")


def run(test, options):
    drift(test, options)
    undisturbed(step, test, options, attempts=6)
    undisturbed(corrected, test, options, attempts=6)
    unmeasured(test, options)


if __name__ == "__main__":
    main(run, "mpi")
