#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Waiting for a mutex and for a condition's mutex is found at its place, with the duration of the
# program's sleep; nothing is found if threads are not recorded.
# usage: waits_test.py BUILD_DIRECTORY PROGRAM
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import check, check_sound, main  # noqa: E402

SLEPT_S = 0.05
WAITS = (("pthread_lock_contention_mutex_lock", "pthread_mutex_lock"),
         ("pthread_lock_contention_conditional", "pthread_cond_wait"))


def run(test, options):
    program = [os.path.abspath(options.program), str(int(1000 * SLEPT_S))]
    bare = test.run(program)
    measured = test.record("made", program)
    check(measured.stdout == bare.stdout, f"the output changed: {measured.stdout!r}")
    report = test.report("made")
    check_sound(report, test.archive("made"), 1)
    check(len(report.locations) == 2, f"{len(report.locations)} locations of two threads at a time")
    for metric, region in WAITS:
        here = report.value(metric, ["THREADS", region])
        check(here >= 0.9 * SLEPT_S, f"{metric}: {here} s in {region} of {SLEPT_S} s")
        check(report.value(metric, ["main"]) == 0, f"{metric} in the thread that others wait for")
    check(report.value("visits", ["pthread_create"]) == 2, "visits of pthread_create")
    test.record("off", program, ["--pthread", "off", "--no-analyze"])
    check(not os.path.exists(test.path("off/traces.otf2")), "events although threads are off")


if __name__ == "__main__":
    main(run, "program")
