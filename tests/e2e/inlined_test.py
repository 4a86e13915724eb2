#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# `tarry instrument`: inlined functions are not in the trace, all others are, as often as they were
# called, even if exceptions leave them.
# usage: inlined_test.py BUILD_DIRECTORY gcc|clang
import glob
import os
import shutil
import sys

from measured import check, main

SOURCE = os.path.join(os.path.dirname(__file__), "..", "programs", "inlined.cpp")
COMPILERS = {"gcc": "g++", "clang": "clang++"}
STEPS = 20
FIBONACCI_CALLS = 177  # calls in fibonacci(10)
PRINTED = "95000 55\n"


def visits(report, function):
    return sum(count for region, count in report.by_region("visits").items()
               if f"::{function}(" in region or region == function)


def check_level(test, compiler, level):
    made = test.run([test.tarry, "instrument", "--small", "0", compiler, level, "-g", SOURCE, "-o", "inlined"])
    check(made.status == 0 and not made.stderr, made.stderr)
    outcome = test.record(f"run{level}", ["./inlined"])
    check(outcome.stdout == PRINTED, outcome.stdout)
    warnings = [line for line in outcome.stderr.splitlines() if "warning" in line]
    if compiler == COMPILERS["clang"]:  # has no hooks where an exception leaves a function
        warnings = [line for line in warnings if "left by a jump" not in line]
    check(not warnings, outcome.stderr)
    report = test.report(f"run{level}")
    for function, expected in (("advance", STEPS), ("try_to_advance", STEPS), ("main", 1)):
        found = visits(report, function)
        check(found == expected, f"{level}: {function} was called {found} times, expected {expected}")
    found = visits(report, "fibonacci")
    # A compiler may inline a function into itself.
    check(0 < found <= FIBONACCI_CALLS, f"{level}: fibonacci was called {found} times")
    if level in ("-O2", "-O3"):
        found = visits(report, "Output::~Output") + visits(report, "~Output")
        check(found == 1, f"{level}: one destructor was called {found} times")
    for function in ("at", "size", "relax"):
        found = visits(report, f"Field::{function}") + visits(report, function)
        inlined = level != "-O0"
        check((found == 0) == inlined, f"{level}: {function} was called {found} times")


def check_no_plugin(test):
    """A compiler version without a plug-in is reported, and the program is built nevertheless."""
    with open(test.path("old-g++"), "w", encoding="utf-8") as script:
        script.write("#!/bin/sh\n[ \"$1\" = -dumpfullversion ] && { echo 1.2.3; exit; }\nexec g++ \"$@\"\n")
    os.chmod(test.path("old-g++"), 0o755)
    made = test.run([test.tarry, "instrument", test.path("old-g++"), "-O2", SOURCE, "-o", "old"])
    check(made.status == 0 and "plug-in" in made.stderr, made.stderr)


def check_opari(test):
    """Sources that go through OPARI2 are also compiled with the plug-in."""
    if shutil.which("opari2") is None:
        print("OPARI2 is not there: not tried with it")
        return
    shown = test.run([test.tarry, "instrument", "--openmp", "pomp2", "--dry-run", "g++", "-fopenmp", "-c", SOURCE])
    compiled = [line for line in shown.stdout.splitlines() if "-finstrument-functions" in line]
    check(shown.status == 0 and compiled, shown.stdout + shown.stderr)
    check(all("-fplugin=" in line for line in compiled), shown.stdout)


def run(test, options):
    if options.compiler == "gcc" and not glob.glob(os.path.join(options.build, "lib/tarry/gcc_hooks_*.so")):
        print("skipped: GCC's headers for plug-ins were not there")
        sys.exit(77)
    for level in ("-O0", "-O1", "-O2", "-O3"):
        check_level(test, COMPILERS[options.compiler], level)
    if options.compiler == "gcc":
        check_no_plugin(test)
        check_opari(test)


if __name__ == "__main__":
    main(run, "compiler")
