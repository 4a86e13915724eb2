#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Counters and parameters of the program itself, from C and from Fortran: amounts are at the place
# where they were added, each thread has its own, pauses do not count, and the program runs without
# Tarry. The summary agrees with the trace.
# usage: user_counters_test.py BUILD_DIRECTORY
import os
import shutil

import summaries
from measured import check, main

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")


def build(test, compiler, source, options=()):
    target = test.path(source.replace(".", "_"))
    made = test.run([test.tarry, "instrument", compiler, os.path.join(PROGRAMS, source), "-o",
                     target, *options])
    check(made.status == 0, f"{source}: {made.stderr}")
    check(test.run([target]).status == 0, f"{source} does not run without tarry")
    return target


def by_location(report, metric):
    sums = {}
    for cell in report.cells:
        if cell["metric"] == metric:
            thread = report.locations[cell["location"]]["thread"]
            sums[thread] = sums.get(thread, 0) + cell["value"]
    return sums


def check_c(test):
    program = build(test, "cc", "user_counters.c", ["-pthread"])
    test.record("c", [program])
    report = test.report("c")
    check(by_location(report, "cells") == {0: 6 * 11, 1: 1001}, by_location(report, "cells"))
    check(report.by_region("cells") == {"solve": 6 * 11 + 1001}, report.by_region("cells"))
    check(report.value("cells", ["level=1", "solve"]) == 3 * 11, "cells of level 1")
    check(report.value("visits", ["level=0"]) == 2 * 3, "visits of level 0 and what it calls")
    check(report.value("time saved") == 7, "an amount of main's own")
    check(report.metrics["time saved"]["unit"] == "sec", report.metrics["time saved"]["unit"])
    check("residual" not in report.metrics, "a level was added up")
    warnings = report.experiment["warnings"]
    check(len(warnings) == 1 and "1" in warnings[0], f"warnings: {warnings}")
    summaries.compare(test, "c", ["cells", "time saved"])
    test.record("alone", [program], ["--profile"])
    alone = by_location(test.report("alone"), "cells")
    check(alone == by_location(report, "cells"), f"cells of the summary alone: {alone}")
    values = test.run(["otf2-print", test.path("c/traces.otf2")]).stdout
    check(values.count('("residual"') == 7, "levels in the trace")


def check_fortran(test):
    test.record("f", [build(test, "gfortran", "user_counters.f90")])
    report = test.report("f")
    check(report.by_region("cells") == {"level=0": 20, "level=1": 20}, report.by_region("cells"))
    summaries.compare(test, "f", ["cells"])


def run(test, _):
    check_c(test)
    if shutil.which("gfortran"):
        check_fortran(test)
    else:
        print("not tested: Fortran, for there is no gfortran")


if __name__ == "__main__":
    main(run)
