# SPDX-License-Identifier: BSD-3-Clause
# The patterns of roots.cpp.
from tarry_pattern import Pattern


class BarrierWait(Pattern):
    name = "barrier_wait"

    def team_barrier(self, barrier, event):
        assert barrier.operation == "team_barrier" and barrier.kind == "barrier" and barrier.root is None
        last = max(member.begin for member in barrier.members)
        for member in barrier.members:
            event.charge(member.call, min(last, member.end) - member.begin)


class Fences(Pattern):
    name, unit = "fences", "occurrences"

    def one_sided(self, call, event):
        if call.kind == "fence" and call.window == 0 and call.target is None and not call.exclusive:
            event.charge(call.call, 1)
