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
import csv
import json
import os
import re
import shutil
import time

from measured import Disturbed, check, check_paired, main, undisturbed

RANKS = 4
SECONDS = 5
NS = 1_000_000_000
AHEAD_NS = (0, 10_000_000, -3_000_000, 25_000_000)
PPM = (0, 50, -30, 400)
LATER_PPM = (20, 50, 200, -400)
ROUNDING_NS = 2  # of times in whole nanoseconds
WAITING_TOLERANCE = 0.02


class Skew:
    """What the library makes of the clocks from now on."""

    def __init__(self, step_after_s=None):
        self.zero = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
        self.step = self.zero + int(step_after_s * NS) if step_after_s else None

    def environment(self, test, mpi):
        def numbers(values):
            return ",".join(map(str, values))
        variables = {"LD_PRELOAD": os.path.join(test.build, "tests", "e2e", mpi, "skewed_clock.so"),
                     "SKEWED_CLOCK_ZERO_NS": str(self.zero), "SKEWED_CLOCK_AHEAD_NS": numbers(AHEAD_NS),
                     "SKEWED_CLOCK_PPM": numbers(PPM), "TARRY_CLOCK_PER_PROCESS": "1"}
        if self.step:
            variables.update({"SKEWED_CLOCK_STEP_NS": str(self.step),
                              "SKEWED_CLOCK_LATER_PPM": numbers(LATER_PPM)})
        return variables

    def local(self, rank, moment):
        """Returns what the clock of this rank shows at a moment of the machine's own clock."""
        before = moment if self.step is None else min(moment, self.step)
        after = moment - before
        return moment + AHEAD_NS[rank] + (before - self.zero) * PPM[rank] * 1e-6 + after * LATER_PPM[rank] * 1e-6

    def moment(self, rank, local):
        """Does the opposite."""
        moment = self.zero + (local - self.zero - AHEAD_NS[rank]) / (1 + PPM[rank] * 1e-6)
        if self.step is None or moment <= self.step:
            return moment
        return self.step + (local - self.local(rank, self.step)) / (1 + LATER_PPM[rank] * 1e-6)


def manifest(test, name):
    with open(test.path(os.path.join(name, "experiment.json")), encoding="utf-8") as file:
        return json.load(file)


def offsets(test, name):
    """Returns the offsets in the archive: {rank: [(local time, offset)]}."""
    printed = test.run(["otf2-print", "-C", test.path(os.path.join(name, "traces.otf2"))])
    check(printed.status == 0, f"otf2-print: {printed.stderr}")
    found = {}
    for location, ticks, offset in re.findall(r"^CLOCK_OFFSET\D+(\d+)\s+Time: (\d+),\s+Offset: ([+-]?\d+)",
                                              printed.stdout, re.MULTILINE):
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
                skew.environment(test, options.mpi) if skew else {})
    return manifest(test, name)["clock"]


def check_error(clock, name):
    check(clock["source"] == "monotonic" and clock["ticks_per_second"] == NS, f"{name}: clock {clock}")
    check(clock["error_s"] > 0, f"{name}: no error is stated: {clock}")
    print(f"{name}: {clock['measurements']} measurements, largest error {clock['error_s'] * 1e6:.1f} us")
    return clock["error_s"] * NS + ROUNDING_NS


def drift(test, options):
    """Two measurements are enough for clocks whose drift stays the same."""
    skew = Skew()
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
    skew = Skew(step_after_s=SECONDS / 2)
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
        clock = record(test, options, name, program, Skew())
        check(clock["measurements"] == 2, f"{name}: {clock}")
    check(test.report("one_host").value("visits", ["TRACING"]) == 2 * RANKS, "regions of Tarry on one host")


def begin_of_trace(test, name):
    printed = test.run(["otf2-print", "-G", test.path(os.path.join(name, "traces.otf2"))])
    found = re.search(r"^CLOCK_PROPERTIES.*Global Offset: (\d+)", printed.stdout, re.MULTILINE)
    check(found is not None, f"otf2-print: {printed.stdout[:500]} {printed.stderr}")
    return int(found.group(1))


class Message:
    """Times of a message, in nanoseconds by the clocks of its two ranks."""

    def __init__(self, source, send_enter, sent):
        self.source, self.send_enter, self.sent = source, send_enter, sent
        self.receiver = self.receive_enter = self.received = None


def messages(test, name, level):
    """Returns all messages of the ring, as `tarry convert` writes their times."""
    table = test.path(f"{name}.csv")
    done = test.run([test.tarry, "convert", "-q", "--to", "csv", "--time-correction", level, "-o", table,
                     test.path(name)])
    check(done.status == 0, f"convert: {done.stderr}")
    begin = begin_of_trace(test, name)
    with open(table, encoding="utf-8") as file:
        events = [(begin + round(float(row["time_s"]) * NS), int(row["rank"]), row["event"])
                  for row in csv.DictReader(file) if row["event"] in ("enter", "send", "receive")]
    os.remove(table)
    sent = {rank: [] for rank in range(RANKS)}
    entered = {}
    for at, rank, event in events:
        if event == "send":
            sent[rank].append(Message(rank, entered[rank], at))
        entered[rank] = at if event == "enter" else entered.get(rank)
    counts = dict.fromkeys(range(RANKS), 0)
    for at, rank, event in events:
        if event == "receive":
            message = sent[(rank - 1) % RANKS][counts[rank]]
            counts[rank] += 1
            message.receiver, message.receive_enter, message.received = rank, entered[rank], at
        entered[rank] = at if event == "enter" else entered.get(rank)
    return [message for each in sent.values() for message in each]


def backwards(found):
    return [(m.sent - m.received) / 1000 for m in found if m.received < m.sent]


def corrected(test, options):
    """The analysis follows a drift that changes, which offsets at the begin and the end miss."""
    shutil.rmtree(test.path("ring"), ignore_errors=True)
    skew = Skew(step_after_s=SECONDS / 2)
    record(test, options, "ring", [str(SECONDS), "single", "ring"], skew, interval="off")
    true_waiting = 0
    for m in messages(test, "ring", "none"):
        entered = skew.moment(m.receiver, m.receive_enter)
        until = min(skew.moment(m.source, m.send_enter), skew.moment(m.receiver, m.received))
        true_waiting += max(0, until - entered) / NS
    by_offsets = backwards(messages(test, "ring", "offsets"))
    left = backwards(messages(test, "ring", "full"))
    waiting = test.report("ring").value("mpi_latesender")
    print(f"ring: {len(by_offsets)} messages back in time by offsets (up to {max(by_offsets, default=0):.1f} us), "
          f"{len(left)} with corrected clocks; waiting {waiting:.4f} s, in truth {true_waiting:.4f} s")
    check(not left, f"messages that go back in time: {left}")
    if abs(waiting - true_waiting) > WAITING_TOLERANCE * true_waiting:
        raise Disturbed(f"{waiting} s of waiting, in truth {true_waiting} s")


def run(test, options):
    drift(test, options)
    undisturbed(step, test, options)
    undisturbed(corrected, test, options)
    unmeasured(test, options)


if __name__ == "__main__":
    main(run, "mpi")
