#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The installed tree works from any directory: instrument a program in two steps as a build system
# does, record it, and find its functions, their source and its user region in the report.
# usage: installed_test.py BUILD_DIRECTORY MPI
import glob
import os
import sys

from measured import check, check_sound, main

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "programs", "regions.c"))
HEAT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "examples", "heat",
                                    "heat.cpp"))
RANKS = 3


def check_name_without_path(test, mpi):
    """The launcher decides whether a program in the current directory needs ./."""
    launch = [f"mpirun.{mpi}", "-n", "1", "regions"]
    bare = test.run(launch)
    recorded = test.run([test.tarry, "record", "-o", "named", *launch])
    check((bare.status == 0) == (recorded.status == 0), f"{launch}: {recorded.stderr}")
    check(bare.status != 0 or recorded.stdout == bare.stdout, recorded.stderr)
    check(bare.status == 0 or "./regions" in recorded.stderr, recorded.stderr)


def check_functions_of_headers(test, mpi):
    """No part of the MPI's own C++ headers is taken for the program's. Samples, which now and then
    find a function of a library, are left out."""
    outcome = test.run([test.tarry, "instrument", f"mpicxx.{mpi}", "-O2", "-fopenmp", HEAT, "-o",
                        "heat"])
    check(outcome.status == 0, outcome.stderr)
    test.record("headers", [f"mpirun.{mpi}", "-n", "2", "./heat"], ["--sample=off"])
    strange = {each["region"] for each in test.report("headers").callpaths.values()
               if each["role"] == "function" and not (each["file"] or "").endswith("heat.cpp")
               or "after MPI_Finalize" in each["region"]}
    own = {name for name in strange if name.startswith("MPI_") or "GLOBAL" in name
           or "static_init" in name}
    check(strange == own, f"functions of headers, or without a line: {strange - own}")


def run(test, options):
    prefix = test.path("prefix")
    installed = test.run(["cmake", "--install", test.build, "--prefix", prefix])
    check(installed.status == 0, installed.stderr)
    test.tarry = os.path.join(prefix, "bin", "tarry")
    check("libmpi" not in test.run(["ldd", test.tarry]).stdout, "the tool itself needs an MPI")

    check(os.path.exists(os.path.join(prefix, "share", "man", "man1", "tarry-record.1")),
          "the manual pages are missing")

    module = os.path.join(prefix, "share", "tarry", "python")
    outcome = test.run([sys.executable, "-c", f"import sys; sys.path.append({module!r})\n"
                        "import tarry_reader"])
    check(outcome.status == 0, f"the reader of compressed traces: {outcome.stderr}")
    for header in ("reader.h", "trace.h"):
        check(os.path.exists(os.path.join(prefix, "include", "tarry", header)), f"{header} is missing")
    if os.path.exists(os.path.join(module, "tarry_trace")):
        check(glob.glob(os.path.join(prefix, "lib", "tarry", "python", "tarry_trace", "_library*.so")),
              "the compiled part of tarry_trace is missing")

    instrument = [test.tarry, "instrument", f"mpicc.{options.mpi}"]
    for step in (["-O2", "-g", "-c", SOURCE, "-o", "regions.o"], ["regions.o", "-o", "regions"]):
        outcome = test.run([*instrument, *step])
        check(outcome.status == 0, f"{step}: {outcome.stderr}")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), "./regions"]
    bare = test.run(launch)
    check(bare.status == 0, f"without Tarry it ends with {bare.status}\n{bare.stderr}")

    check_name_without_path(test, options.mpi)
    check_functions_of_headers(test, options.mpi)
    experiment = test.path("experiment")
    test.record(experiment, launch)
    report = test.report(experiment)
    check_sound(report, test.archive(experiment), RANKS)
    path = ["main", "the ring", "pass_on", "MPI_Sendrecv"]
    check(report.value("visits", path) == RANKS * RANKS, "visits below the user region")
    functions = {each["region"]: each for each in report.callpaths.values()}
    check(functions["pass_on"]["file"].endswith("regions.c"), f"{functions['pass_on']}")
    with open(SOURCE, encoding="utf-8") as stream:
        line = next(number for number, text in enumerate(stream, 1) if " pass_on(" in text)
    check(functions["pass_on"]["line"] == line, f"{functions['pass_on']}, line {line}")


if __name__ == "__main__":
    main(run, "mpi")
