# SPDX-License-Identifier: BSD-3-Clause
# The patterns of results.cpp.
from tarry_pattern import Pattern


class Again(Pattern):
    name, parent = "again", "mpi_point2point"
    asks_for = ["mpi_latesender"]

    def result(self, result, event):
        event.charge(result.call, result.amount)


class FromZero(Pattern):
    name, title = "from_zero", "From rank 0"
    asks_for = ["again"]

    def result(self, result, event):
        if result.message is not None and result.message.send.rank == 0 and result.pattern == "again":
            event.charge(result.call, result.amount)


class Calls(Pattern):
    name, unit = "calls", "occurrences"

    def call(self, call, event):
        event.charge(call, 1)
