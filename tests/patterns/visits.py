# SPDX-License-Identifier: BSD-3-Clause
# The patterns of visits.cpp.
from tarry_pattern import Pattern


class Time(Pattern):
    name, parent = "visit_time", "time"

    def visit(self, visit, event):
        event.charge(visit.call, visit.call.own)


class Count(Pattern):
    name, unit = "visit_count", "occurrences"

    def visit(self, visit, event):
        event.charge(visit.call, visit.times)


class TooMuch(Pattern):
    name, parent = "too_much", "time"

    def visit(self, visit, event):
        for _ in range(3):
            event.charge(visit.call, visit.call.own - 1)


class InSolve(Pattern):
    name, parent = "in_solve", "comp"

    def visit(self, visit, event):
        if (event.path(visit.call) == ["main", "solve", "work"] and visit.call.metric == "comp"
                and not visit.call.may_wait):
            event.charge(visit.call, visit.call.own)


class Numbers(Pattern):
    name, unit = "numbers", "occurrences"

    def visit(self, visit, event):
        event.charge(visit.call, 10 * (9 if visit.around is None else visit.around) + visit.number)


class Instructions(Pattern):
    name, unit = "instructions", "occurrences"
    counters = ["PAPI_L2_TCM", "PAPI_TOT_INS"]

    def visit(self, visit, event):
        if event.counter(visit.call, "PAPI_L2_TCM") is None:
            event.charge(visit.call, event.counter(visit.call, "PAPI_TOT_INS") or 0)


class FromSolve(Pattern):
    name, unit = "from_solve", "occurrences"
    counters = ["PAPI_TOT_INS"]

    def message(self, message, event):
        path, own = event.path(message.send), event.path(message.receive)
        if path[-2:-1] == ["solve"] and own[-1] == "MPI_Recv":
            event.charge(message.receive, 1000 * (len(path) + len(own))
                         + (event.counter(message.send, "PAPI_TOT_INS") or 0)
                         + (event.counter(message.receive, "PAPI_TOT_INS") or 0))


class Late(Pattern):
    name, unit = "late_charges", "occurrences"
    last = None

    def visit(self, visit, event):
        if self.last is not None:
            event.charge(self.last, 1)
        self.last = visit.call
