# SPDX-License-Identifier: BSD-3-Clause
# Clocks that tests/programs/skewed_clock.c makes differ by a known time, and the messages of a ring by
# these clocks.
import csv
import os
import re
import time

from measured import check

NS = 1_000_000_000


class Skew:
    """What the library makes of the clocks from now on."""

    def __init__(self, ahead_ns, ppm, later_ppm, step_after_s=None):
        self.ahead_ns, self.ppm, self.later_ppm = ahead_ns, ppm, later_ppm
        self.zero = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
        self.step = self.zero + int(step_after_s * NS) if step_after_s else None

    def environment(self, test, mpi):
        def numbers(values):
            return ",".join(map(str, values))
        variables = {"LD_PRELOAD": os.path.join(test.build, "tests", "e2e", mpi, "skewed_clock.so"),
                     "SKEWED_CLOCK_ZERO_NS": str(self.zero), "SKEWED_CLOCK_AHEAD_NS": numbers(self.ahead_ns),
                     "SKEWED_CLOCK_PPM": numbers(self.ppm)}
        if self.step:
            variables.update({"SKEWED_CLOCK_STEP_NS": str(self.step),
                              "SKEWED_CLOCK_LATER_PPM": numbers(self.later_ppm)})
        return variables

    def local(self, rank, moment):
        """Returns what the clock of this rank shows at a moment of the machine's own clock."""
        before = moment if self.step is None else min(moment, self.step)
        after = moment - before
        drifted = (before - self.zero) * self.ppm[rank] + after * self.later_ppm[rank]
        return moment + self.ahead_ns[rank] + drifted * 1e-6

    def moment(self, rank, local):
        """Does the opposite."""
        moment = self.zero + (local - self.zero - self.ahead_ns[rank]) / (1 + self.ppm[rank] * 1e-6)
        if self.step is None or moment <= self.step:
            return moment
        return self.step + (local - self.local(rank, self.step)) / (1 + self.later_ppm[rank] * 1e-6)


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


def messages(test, name, level, ranks):
    """Returns all messages of the ring of tests/programs/clocks.c, as `tarry convert` writes their times."""
    table = test.path(f"{name}.csv")
    done = test.run([test.tarry, "convert", "-q", "--to", "csv", "--time-correction", level, "-o", table,
                     test.path(name)])
    check(done.status == 0, f"convert: {done.stderr}")
    begin = begin_of_trace(test, name)
    with open(table, encoding="utf-8") as file:
        events = [(begin + round(float(row["time_s"]) * NS), int(row["rank"]), row["event"])
                  for row in csv.DictReader(file) if row["event"] in ("enter", "send", "receive")]
    os.remove(table)
    sent = {rank: [] for rank in range(ranks)}
    entered = {}
    for at, rank, event in events:
        if event == "send":
            sent[rank].append(Message(rank, entered[rank], at))
        entered[rank] = at if event == "enter" else entered.get(rank)
    counts = dict.fromkeys(range(ranks), 0)
    for at, rank, event in events:
        if event == "receive":
            message = sent[(rank - 1) % ranks][counts[rank]]
            counts[rank] += 1
            message.receiver, message.receive_enter, message.received = rank, entered[rank], at
        entered[rank] = at if event == "enter" else entered.get(rank)
    return [message for each in sent.values() for message in each]


def backwards(found):
    return [(m.sent - m.received) / 1000 for m in found if m.received < m.sent]


def true_waiting_s(skew, found):
    """Returns how long receives waited for their sends, from messages with uncorrected times."""
    waiting = 0
    for m in found:
        entered = skew.moment(m.receiver, m.receive_enter)
        until = min(skew.moment(m.source, m.send_enter), skew.moment(m.receiver, m.received))
        waiting += max(0, until - entered) / NS
    return waiting
