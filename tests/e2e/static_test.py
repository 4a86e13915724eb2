#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# `tarry instrument --static`: a static program has the same records as the dynamic one, except of functions of
# threads; without `tarry record` it records nothing. What cannot be recorded is refused.
# usage: static_test.py BUILD_DIRECTORY gcc|g++|clang|clang++|gfortran
import os
import re
import shutil
import sys

from measured import check, main

PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "programs")
SOURCE = os.path.join(PROGRAMS, "static_program.cpp")
RECORD = re.compile(r"^([A-Z_]+) +(\d+) +\d+ +(.*)$")
FORTRAN_SOURCE = os.path.join(PROGRAMS, "static_program.f90")
# Calls in the first thread.
CALLS = {"main": 1, "regions": 1, "solve": 1, "level=2": 1, "looping": 2, "leaf": 6}
CALLS_IN_CPP = {**CALLS, "leaf": 9}
CALLS_IN_FORTRAN = {"solve": 1, "work": 3}


def source_words(compiler):
    if compiler == "gfortran":
        return [FORTRAN_SOURCE]
    return [SOURCE] if compiler.endswith("++") else ["-x", "c", SOURCE, "-x", "none"]


def calls_in(compiler):
    if compiler == "gfortran":
        return CALLS_IN_FORTRAN
    return CALLS_IN_CPP if compiler.endswith("++") else CALLS


def instrument(test, words, link, program):
    """Builds `program` in two steps as build systems do."""
    compiler, *options = words
    for step in (["-c", "-O0", *options, *source_words(compiler), "-o", program + ".o"],
                 [*link, program + ".o", "-pthread", "-o", program]):
        made = test.run([test.tarry, "instrument", *(["--static"] if program != "dynamic" else []), "--small", "0",
                         compiler, *step])
        check(made.status == 0 and not made.stderr, made.stderr)


def shown(kind, attributes):
    """Returns what is the same in every run."""
    if kind in ("ENTER", "LEAVE"):
        return re.search(r'Region: "(.*?)" <', attributes).group(1)
    return re.search(r"Value: \((.*)\)", attributes).group(1)


def records(test, name):
    """Returns the records of functions, user regions and the program's counter, by thread."""
    printed = test.run(["otf2-print", test.path(f"run-{name}/traces.otf2")])
    check(printed.status == 0, printed.stderr)
    threads = {}
    for line in printed.stdout.splitlines():
        record = RECORD.match(line)
        if record is None or record.group(1) not in ("ENTER", "LEAVE", "METRIC"):
            continue
        kind, location, attributes = record.groups()
        if "pthread_" in attributes or (kind == "METRIC" and "cells" not in attributes):
            continue
        threads.setdefault(int(location) >> 32, []).append((kind, shown(kind, attributes)))
    return threads


def recorded(test, program, *arguments, environment=None):
    outcome = test.record(f"run-{program}", [f"./{program}", *arguments], ["--force", "--adaptive", "off"], environment)
    check("warning" not in outcome.stderr, outcome.stderr)
    return outcome, records(test, program)


def check_same_records(test, compiler):
    instrument(test, [compiler], [], "dynamic")
    outcome, expected = recorded(test, "dynamic")
    entered = [name for kind, name in expected[0] if kind == "ENTER"]
    for function, calls in calls_in(compiler).items():
        found = sum(name.split("(")[0].split("::")[-1] == function for name in entered)
        check(found == calls, f"{found} of {function}: {entered}")
    if compiler != "gfortran":
        check(len(expected) == 2, f"threads: {expected}")
        check(any(kind == "METRIC" for kind, _ in expected[0]), "no counter")
    for program, link in (("static", []), ("given", ["-static"]), ("pie", ["-static-pie"]),
                          ("collected", ["-Wl,--gc-sections"])):
        instrument(test, [compiler, "-fPIE"], link, program)
        told = test.run(["readelf", "-l", program])
        check("INTERP" not in told.stdout, told.stdout)
        of_static, found = recorded(test, program)
        check(of_static.stdout == outcome.stdout, f"{program} prints {of_static.stdout}")
        check("is linked statically: only" in of_static.stderr, of_static.stderr)
        check(found == expected, f"{program}:\n{found}\nbut dynamic:\n{expected}")


def check_environment(test):
    """Without `tarry record` nothing is recorded, neither in the program nor in its children, which keep the
    user's LD_PRELOAD."""
    before = set(os.listdir(test.directory))
    bare = test.run(["./static", "child"])
    check(bare.stdout == "child: nothing preloaded\n" and not bare.stderr, bare.stdout + bare.stderr)
    check(set(os.listdir(test.directory)) == before, os.listdir(test.directory))
    for preloaded, said in (("", "nothing preloaded"), ("libm.so.6", "libm.so.6")):
        environment = {"LD_PRELOAD": preloaded} if preloaded else {}
        for program in ("static", "dynamic"):
            outcome, found = recorded(test, program, "./static", environment=environment)
            check(f"child: {said}\n" in outcome.stdout, outcome.stdout)
            ranks = test.report(f"run-{program}").experiment["ranks"]
            check(ranks == 1 and len(found) == 2, f"{program}: {ranks} ranks, {len(found)} threads")


def check_summary_and_compressed(test):
    """The other products of a recording."""
    test.record("products", ["./static"], ["--profile", "--trace", "--compressed", "--adaptive", "off"])
    for product in ("summary.cubex", "compressed/trace.tct", "analysis.cubex"):
        check(os.path.exists(test.path(f"products/{product}")), product)


def refused(test, options, program, text):
    outcome = test.run([test.tarry, "record", *options, f"./{program}"])
    check(outcome.status == 1 and text in outcome.stderr, f"{outcome.status}: {outcome.stderr}")


def check_refusals(test, compiler):
    for options in (["--sample"], ["--sample", "--trace"]):
        refused(test, options, "static", "no samples are taken in a static program")
    with open(test.path("static"), "rb") as file:
        content = file.read()
    version = test.run([test.tarry, "--version"]).stdout.split()[1].encode()
    mark = b"Tarry\0\0\0" + version
    check(content.count(mark) == 1, "the mark of the runtime")
    with open(test.path("older"), "wb") as file:
        file.write(content.replace(mark, b"Tarry\0\0\0" + b"9" * len(version)))
    os.chmod(test.path("older"), 0o755)
    refused(test, [], "older", "is linked with the runtime of tarry 9")
    shutil.copy(test.path("static"), test.path("stripped"))
    check(test.run(["strip", "stripped"]).status == 0, "strip")
    test.record("of_stripped", ["./stripped"])
    made = test.run([compiler, *source_words(compiler), "-static", "-pthread", "-I", test.path("../../include"), "-o",
                     "plain"])
    check(made.status == 0, made.stderr)
    refused(test, [], "plain", "tarry instrument --static")
    with open(test.path("mpi.c"), "w", encoding="utf-8") as file:
        file.write("int MPI_Init(void) { return 0; }\nint main(void) { return MPI_Init(); }\n")
    made = test.run([test.tarry, "instrument", "--static", "gcc", "mpi.c", "-o", "mpi"])
    check(made.status == 0, made.stderr)
    refused(test, [], "mpi", "MPI is linked statically into the program")
    made = test.run(["gcc", "mpi.c", "-Wl,-u,tarry_region_begin", "-L", test.path("../../lib"), "-ltarry-static", "-lm",
                     "-o", "both"])
    check(made.status == 0, made.stderr)
    refused(test, [], "both", "the runtime for static programs is linked into a dynamic one")


def run(test, options):
    if shutil.which(options.compiler) is None:
        print(f"skipped: {options.compiler} is not there")
        sys.exit(77)
    if not os.path.exists(os.path.join(options.build, "lib/libtarry-static.a")):
        print("skipped: there is no runtime for static programs")
        sys.exit(77)
    check_same_records(test, options.compiler)
    if options.compiler != "gfortran":
        check_environment(test)
    check_summary_and_compressed(test)
    if options.compiler == "gcc":
        check_refusals(test, options.compiler)


if __name__ == "__main__":
    main(run, "compiler")
