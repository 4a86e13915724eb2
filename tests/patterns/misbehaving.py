# SPDX-License-Identifier: BSD-3-Clause
# Patterns that must be stopped, and two that must not: `late` is as it should be, `whole` reads whole operations and
# locks. The tests know the numbers of lines.
import os
import signal

import tarry_pattern
from tarry_pattern import Pattern


class Late(Pattern):
    name, title, about, parent = "late", "Late", "As it should be", "mpi_point2point"

    def message(self, message, event):
        if message.send.enter > message.receive.enter and message.receive.may_wait:
            event.charge(message.receive, min(message.send.enter, message.receive.leave) - message.receive.enter)


class Whole(Pattern):
    """Counts

    in whole operations."""
    name, unit, confidence = "whole", "occurrences", "medium"

    def collective(self, operation, event):
        assert operation.operation == "allreduce" and operation.kind == "n-to-n" and operation.root is None
        last = max(operation.members, key=lambda member: member.begin)
        for member in operation.members:
            if member.begin != last.begin:
                event.charge(member.call, 1)

    def lock(self, lock, event):
        if lock.released is not None:
            assert lock.released <= lock.acquired and lock.released_thread == 0
            event.charge(lock.call, 1)


def too_much():
    raise ValueError("this is too much")


class Throws(Pattern):
    name = "throws"

    def message(self, message, event):
        event.charge(message.receive, 1)
        too_much()


class Loops(Pattern):
    name = "loops"

    def message(self, message, event):
        while True:
            pass


class Hoards(Pattern):
    name = "hoards"

    def message(self, message, event):
        self.hoard = []
        while True:
            self.hoard.append(bytearray(1 << 20))


class Crashes(Pattern):
    name = "crashes"

    def message(self, message, event):
        os.kill(os.getpid(), signal.SIGABRT)


class Leaves(Pattern):
    name = "leaves"

    def message(self, message, event):
        os._exit(0)


class Fraction(Pattern):
    name = "fraction"

    def message(self, message, event):
        event.charge(message.receive, 0.5)


class Begins(Pattern):
    name = "begins"

    def __init__(self):
        raise KeyError("no settings")

    def message(self, message, event):
        pass


class NoPattern(Pattern):
    """Has no name."""


class ThrowsAtVisit(Pattern):
    name = "throws_at_visit"

    def visit(self, visit, event):
        event.charge(visit.call, 1)
        if event.path(visit.call)[-1] == "MPI_Recv":
            raise ValueError("no such visit")


class LoopsAtVisit(Pattern):
    name = "loops_at_visit"

    def visit(self, visit, event):
        while event.path(visit.call):
            pass


class HoardsVisits(Pattern):
    name = "hoards_visits"

    def visit(self, visit, event):
        self.hoard = []
        while True:
            self.hoard.append(bytearray(1 << 20))


class Unlisted(Pattern):
    name = "unlisted"
    counters = ["PAPI_TOT_INS"]

    def visit(self, visit, event):
        event.counter(visit.call, "PAPI_TOT_CYC")
