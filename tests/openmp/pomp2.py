#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds an OpenMP program with `tarry instrument --openmp pomp2`, records it and compares the
records of each thread with the expected ones. The program must give the same output without
Tarry, built bare, and recorded.

usage: pomp2.py BUILD_DIRECTORY SOURCE COMPILER [--static] [--left-out NAME] [--expected FILE]
                [--write] [--warning TEXT]

--static links GCC's OpenMP runtime into the program. --left-out names regions that any thread
may have. The other options are those of run.py.
"""
import argparse
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import Failure, Test, check  # noqa: E402
from run import check_program  # noqa: E402

SKIPPED = 77


def build(test, command):
    outcome = test.run(command)
    check(outcome.status == 0, f"cannot build: {outcome.stderr}")


def link_options(compiler):
    library = subprocess.run([compiler, "-print-file-name=libgomp.a"], capture_output=True, text=True,
                             check=True).stdout.strip()
    if not os.path.isabs(library):
        print(f"skipped: {compiler} has no static libgomp.a")
        sys.exit(SKIPPED)
    return [library, "-lpthread", "-ldl"]


def build_both(test, options):
    """Returns the original program, and the one to be recorded."""
    bare = test.path("bare")
    program = test.path("program")
    instrument = [test.tarry, "instrument", "--openmp", "pomp2", "--no-functions", options.compiler]
    build(test, [options.compiler, "-O1", "-fopenmp", options.source, "-o", bare])
    if options.static:
        built = test.path("program.o")
        build(test, [*instrument, "-g", "-O1", "-fopenmp", "-c", options.source, "-o", built])
        build(test, [*instrument, built, *link_options(options.compiler), "-o", program])
        libraries = test.run(["ldd", program]).stdout
        check("gomp" not in libraries, f"the runtime is not static: {libraries}")
    else:
        build(test, [*instrument, "-g", "-O1", "-fopenmp", options.source, "-o", program])
    return bare, program


def run(test, options):
    bare, options.program = build_both(test, options)
    expected = test.run([bare])
    outcome = test.run([options.program])
    check((outcome.status, outcome.stdout, outcome.stderr) == (0, expected.stdout, ""),
          f"not measured, it ended with {outcome.status}: {outcome.stdout!r} {outcome.stderr!r}")
    check_program(test, options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("source")
    parser.add_argument("compiler")
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--left-out", action="append", default=[])
    parser.add_argument("--expected")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--warning")
    parser.set_defaults(openmp="pomp2")
    options = parser.parse_args()
    if shutil.which("opari2") is None:
        print("skipped: no opari2 (Debian: opari2)")
        sys.exit(SKIPPED)
    name = "_".join(["pomp2", os.path.basename(options.compiler), os.path.basename(options.source)])
    test = Test(options.build, "openmp_" + name + ("_static" if options.static else ""))
    try:
        run(test, options)
    except Failure as failure:
        print(f"FAILED: {failure}\n\nfiles: {test.directory}")
        sys.exit(1)
    shutil.rmtree(test.directory)
    print(f"{name}: as it should be")


if __name__ == "__main__":
    main()
