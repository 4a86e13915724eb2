#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Waits at barriers do not depend on what a compiler made of the program: GCC copies barriers in front of
code that some members of a team skip, and each copy has another place in the program.

usage: barriers_test.py BUILD_DIRECTORY SOURCES GCC [CLANG]
SOURCES: the folder of the programs. Without a CLANG, GCC's code alone is tried.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import Disturbed, check, main, undisturbed  # noqa: E402

TOLERANCE = 0.05
# The output of a program in seconds, times this factor, is the waiting of its threads.
PROGRAMS = {"omp_barriers": 1, "omp_uneven": 2}
WAITS = ("omp_ebarrier_wait", "omp_ibarrier_wait")
COSTS = ("delay_ompbarrier", "delay_ompbarrier_longterm")


def builds(options):
    for level in range(4):
        yield f"gcc_O{level}", [options.gcc, f"-O{level}"]
    if options.clang:
        yield "clang_O2", [options.clang, "-O2"]


def barriers(report):
    """Returns explicit barriers of the source by place: copies of one have lines of their own or
    share them."""
    regions = [path["region"] for path in report.callpaths.values()]
    return [region for region in regions if "barrier @" in region]


def measure(test, name, program, factor):
    outcome = test.record(name, [program], ["--force"])
    report = test.report(name)
    check(not report.experiment["warnings"], f"{name}: warnings {report.experiment['warnings']}")
    seen = float(outcome.stdout) * factor
    waits = sum(report.value(metric) for metric in WAITS)
    costs = sum(report.value(metric) for metric in COSTS)
    print(f"{name}: {waits:.4f} s of waiting, the program saw {seen:.4f}, costs {costs:.4f}")
    if abs(waits - seen) > TOLERANCE * seen:
        raise Disturbed(f"{name}: {waits} s of waiting, but the program saw {seen}")
    check(abs(costs - waits) <= TOLERANCE * waits, f"{name}: {waits} s of waiting cost {costs}")
    return barriers(report)


def run(test, options):
    places = {}
    for program, factor in PROGRAMS.items():
        source = os.path.join(options.sources, program + ".c")
        for build, compiler in builds(options):
            made = test.path(f"{program}_{build}")
            built = test.run([*compiler, "-g", "-fopenmp", source, "-o", made])
            check(built.status == 0, built.stderr)
            name = f"{program}.{build}"
            places[name] = undisturbed(measure, test, name, made, factor)
    copied = places["omp_barriers.gcc_O2"]
    print(f"{len(copied)} places of barriers at -O2, {len(places['omp_barriers.gcc_O0'])} at -O0")


if __name__ == "__main__":
    main(run, "sources", "gcc", "clang")
