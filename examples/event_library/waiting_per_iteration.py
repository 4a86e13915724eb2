#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Waiting in each iteration: how long the ranks wait for late senders, and for the last one to come to
collective operations in which everybody waits for everybody.

An iteration is a visit of a region, the n-th one of each rank.

usage: waiting_per_iteration.py TRACE REGION
"""
import sys

import numpy
import tarry_trace

EVERYBODY = ("barrier", "allreduce", "allgather", "alltoall")


def late_sender(trace):
    """Location, time and length of each wait. A call that receives several messages waits for the last
    one."""
    m = trace.messages(["received", "receive_location", "receive_enter_time", "receive_time",
                        "send_enter_time"])
    wait = numpy.minimum(m["send_enter_time"], m["receive_time"]) - m["receive_enter_time"]
    order = numpy.lexsort((-wait, m["receive_enter_time"], m["receive_location"]))
    order = order[m["received"][order] & (wait[order] > 0)]
    location, enter = m["receive_location"][order], m["receive_enter_time"][order]
    longest = numpy.ones(len(order), dtype=bool)
    longest[1:] = (location[1:] != location[:-1]) | (enter[1:] != enter[:-1])
    return location[longest], enter[longest], wait[order][longest]


def last_to_come(trace, operation):
    m = trace.collective_members(["collective", "location", "begin_time"], operation=operation)
    if len(m["collective"]) == 0:
        return m["location"], m["begin_time"], m["begin_time"]
    # Members of an operation stand together.
    first = numpy.flatnonzero(numpy.diff(m["collective"], prepend=m["collective"][0] + 1))
    last = numpy.maximum.reduceat(m["begin_time"], first)
    members = numpy.diff(first, append=len(m["collective"]))
    return m["location"], m["begin_time"], numpy.repeat(last, members) - m["begin_time"]


def main(path, region):
    trace = tarry_trace.open(path)
    wanted = [number for number, each in enumerate(trace.regions) if each.name == region]
    if not wanted:
        sys.exit(f"the trace has no region '{region}'")
    waits = [late_sender(trace)] + [last_to_come(trace, operation) for operation in EVERYBODY]
    location, time, length = (numpy.concatenate(parts) for parts in zip(*waits))

    table = {}  # by iteration: waiting of each rank that has it
    for number, place in enumerate(trace.locations):
        begin = trace.columns(["time"], locations=[number], kinds=["enter"], regions=wanted)["time"]
        end = trace.columns(["time"], locations=[number], kinds=["leave"], regions=wanted)["time"]
        own = location == number
        iteration = numpy.searchsorted(begin, time[own], side="right") - 1
        inside = (iteration >= 0) & (time[own] < numpy.append(end, 0)[iteration])
        sums = numpy.bincount(iteration[inside], weights=length[own][inside], minlength=len(begin))
        for step, waited in enumerate(sums[:len(begin)]):
            table.setdefault(step, []).append((waited, place.rank))

    print(f"{'iteration':>9} {'waiting [s]':>14} {'most [s]':>14}  on rank")
    for step in sorted(table):
        most, rank = max(table[step])
        waited = sum(each for each, _ in table[step])
        print(f"{step:>9} {trace.seconds(waited):>14.9f} {trace.seconds(most):>14.9f}  {rank}")


if __name__ == "__main__":
    main(*sys.argv[1:])
