#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# `tarry instrument` with GCC: small functions with nothing below them are not in the trace unless --small 0 asks
# for them; those with a loop, or with a call that matters, always are, as often as they were called.
# usage: small_test.py BUILD_DIRECTORY gcc|g++|gfortran
import glob
import os
import shutil
import sys

from measured import check, main

PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "programs")
STEPS = 20
SMALL = {"gcc": {"leaf", "above_leaf", "root"},
         "g++": {"leaf", "above_leaf", "root", "guarded"},
         "gfortran": {"leaf"}}
OTHER = {"gcc": {"looping", "wrapper", "above_wrapper", "indirect"},
         "g++": {"looping", "wrapper", "above_wrapper", "indirect", "throwing", "catching", "extra"},
         "gfortran": {"looping", "wrapper"}}
# Number of calls in a step.
CALLS = {"leaf": {"gcc": 3, "g++": 4, "gfortran": 1}}


def visits(report, function):
    return sum(count for region, count in report.by_region("visits").items()
               if region.split("(")[0].split("::")[-1].split("_MOD_")[-1] == function)


def build(test, compiler, options, program):
    source = os.path.join(PROGRAMS, "small.f90" if compiler == "gfortran" else "small.c")
    words = {"gcc": [source], "g++": ["-x", "c++", source, "-x", "none"], "gfortran": ["-fno-inline", source]}
    made = test.run([test.tarry, "instrument", *options[0], compiler, *options[1], "-g", *words[compiler],
                     "-lm", "-o", program])
    check(made.status == 0, made.stderr)
    return made.stderr


def recorded(test, program):
    outcome = test.record(f"run-{program}", [f"./{program}"])
    warnings = [line for line in outcome.stderr.splitlines() if "warning" in line]
    check(not warnings, outcome.stderr)
    return outcome.stdout, test.report(f"run-{program}")


def check_level(test, compiler, level):
    said = build(test, compiler, ([], [level]), f"default{level}")
    check(not said, said)
    build(test, compiler, (["--small", "0"], [level]), f"all{level}")
    printed, report = recorded(test, f"default{level}")
    printed_by_all, report_of_all = recorded(test, f"all{level}")
    check(printed == printed_by_all, f"{level}: {printed} and {printed_by_all}")
    for function in SMALL[compiler]:
        found, of_all = visits(report, function), visits(report_of_all, function)
        expected = STEPS * CALLS.get(function, {}).get(compiler, 1)
        check(found == 0, f"{level}: {function} has {found} visits by default")
        check(of_all == expected, f"{level}: {function} has {of_all} visits with --small 0, expected {expected}")
    for function in OTHER[compiler]:
        for which, found in (("default", visits(report, function)), ("all", visits(report_of_all, function))):
            check(found == STEPS, f"{level}: {function} has {found} visits ({which}), expected {STEPS}")
    if compiler != "gfortran":
        check(visits(report, "descending") > 0 and visits(report, "main") == 1, level)


def named(said):
    return {name for line in said.splitlines() if "gets no hooks: about" in line
            for name in SMALL["gcc"] | OTHER["gcc"] if f"{name}\u2019" in line or f"{name}'" in line}


def check_limit(test, compiler):
    """The limit can be chosen, and -v names the functions that are left out."""
    found = named(build(test, compiler, (["-v"], ["-O1"]), "named"))
    check(found == SMALL[compiler], found)
    found = named(build(test, compiler, (["-v", "--small", "2"], ["-O1"]), "limited"))
    check(not found, found)


def run(test, options):
    if not glob.glob(os.path.join(options.build, "lib/tarry/gcc_hooks_*.so")):
        print("skipped: GCC's headers for plug-ins were not there")
        sys.exit(77)
    if shutil.which(options.compiler) is None:
        print(f"skipped: {options.compiler} is not there")
        sys.exit(77)
    for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
        check_level(test, options.compiler, level)
    if options.compiler == "gcc":
        check_limit(test, options.compiler)


if __name__ == "__main__":
    main(run, "compiler")
