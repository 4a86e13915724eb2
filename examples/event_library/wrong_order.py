#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A wait state of one's own: a receiver waits for a late sender although an older message of the same
sender is there already. It should have taken that one first.

The root of the pattern is a receive. Its parts are its send, the calls around both, and the messages
that are in flight behind the receive.

usage: wrong_order.py TRACE
"""
import sys

import tarry_trace


def main(path):
    trace = tarry_trace.open(path)
    m = trace.messages(["message", "received", "receive_enter_time", "send_enter_time",
                        "receive_time"])
    late = m["received"] & (m["send_enter_time"] > m["receive_enter_time"])
    found = {}  # by receiving rank and call path: time and number of waits
    for number in m["message"][late]:
        message = trace.message(number)
        older = [other for other in map(trace.message, trace.messages_in_flight(*message.receive))
                 if (other.source, other.destination) == (message.source, message.destination)
                 and other.send_time < message.send_time]
        if not older:
            continue
        wait = min(message.send_enter_time, message.receive_time) - message.receive_enter_time
        key = message.destination, message.receive_path
        time, count = found.get(key, (0, 0))
        found[key] = time + wait, count + 1

    paths = trace.call_paths()
    print(f"{'rank':>4} {'time [s]':>14} {'waits':>7}  call path")
    for (rank, path_number), (time, count) in sorted(found.items()):
        names = []
        while path_number is not None:
            names.insert(0, trace.regions[paths[path_number].region].name)
            path_number = paths[path_number].parent
        print(f"{rank:>4} {trace.seconds(time):>14.9f} {count:>7}  {'/'.join(names)}")
    print(f"all: {trace.seconds(sum(time for time, _ in found.values())):.9f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
