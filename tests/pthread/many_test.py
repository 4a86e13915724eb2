#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Ten thousand threads one after another, four at a time: a handful of locations, and the process'
# memory does not grow with them.
# usage: many_test.py BUILD_DIRECTORY PROGRAM
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import check, check_sound, main  # noqa: E402

FEW, MANY = 400, 10000
# A detached thread that has reported its end may still be alive when the next one begins.
MOST_LOCATIONS = {"joined": 5, "detached": 64}


def run(test, options):
    program = os.path.abspath(options.program)
    for how, most in MOST_LOCATIONS.items():
        for count in (FEW, MANY):
            command = [program, str(count)] + (["detached"] if how == "detached" else [])
            experiment = f"{how}{count}"
            bare = test.run(command)
            measured = test.record(experiment, command, ["--buffer", "1M"])
            check(measured.stdout == bare.stdout, f"the output changed: {measured.stdout!r}")
            report, archive = test.report(experiment), test.archive(experiment)
            check_sound(report, archive, 1)
            for kind in ("THREAD_CREATE", "THREAD_BEGIN", "THREAD_END"):
                check(archive.counts[kind] == count, f"{archive.counts[kind]} {kind} of {count} threads")
            waited = archive.counts.get("THREAD_WAIT", 0)
            check(waited == (count if how == "joined" else 0), f"{waited} THREAD_WAIT")
            check(len(report.locations) <= most, f"{len(report.locations)} locations")


if __name__ == "__main__":
    main(run, "program")
