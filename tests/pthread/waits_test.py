#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Waiting for a mutex, a condition's mutex, a spin lock and a read-write lock is found at its place,
# with the duration of the program's sleep; nothing is found if threads are not recorded.
# usage: waits_test.py BUILD_DIRECTORY PROGRAM
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import NOTHING, check, check_sound, main  # noqa: E402

SLEPT_S = 0.05
WAITS = (("pthread_lock_contention_mutex_lock", "pthread_mutex_lock", 1),  # threads that wait
         ("pthread_lock_contention_conditional", "pthread_cond_wait", 1),
         ("pthread_lock_contention_mutex_lock", "pthread_spin_lock", 1),
         ("pthread_lock_contention_mutex_lock", "pthread_rwlock_rdlock", 2),
         ("pthread_lock_contention_mutex_lock", "pthread_rwlock_wrlock", 1))


def run(test, options):
    program = [os.path.abspath(options.program), str(int(1000 * SLEPT_S))]
    bare = test.run(program)
    measured = test.record("made", program)
    check(measured.stdout == bare.stdout, f"the output changed: {measured.stdout!r}")
    report = test.report("made")
    check_sound(report, test.archive("made"), 1)
    check(len(report.locations) == 3, f"{len(report.locations)} locations of three threads at a time")
    for metric, region, threads in WAITS:
        here = report.value(metric, ["THREADS", region])
        check(here >= 0.9 * threads * SLEPT_S, f"{metric}: {here} s in {region} of {threads * SLEPT_S} s")
        check(report.value(metric, ["main"]) == 0, f"{metric} in the thread that others wait for")
    check(report.value("visits", ["pthread_create"]) == 6, "visits of pthread_create")
    off = test.run([test.tarry, "record", "-o", "off", "--pthread", "off", "--no-analyze", *program])
    check(off.status == NOTHING, f"events although threads are off: {off.status}\n{off.stderr}")


if __name__ == "__main__":
    main(run, "program")
