#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`tarry instrument --openmp pomp2` as a build system calls it, and the messages of it and of
`tarry record` where it does not work.

usage: pomp2_builds_test.py BUILD_DIRECTORY GCC PROGRAM
PROGRAM was built by GCC as usual, with OpenMP.
"""
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import check, check_sound, main  # noqa: E402

SKIPPED = 77
HEADER = "#define TWICE 2\nint sum(int n);\n"
SUM = """#include "part.h"
#include <assert.h>
int sum(int n) {
  int all = 0;
  assert(n > 0);
  _Pragma("omp parallel for reduction(+ : all) num_threads(2)")
  for (int i = 0; i < n; ++i)
    all += TWICE * i;
  return all;
}
"""
MAIN = """#include "part.h"
#include <stdio.h>
int main(void) {
  int count = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical(counting)
    ++count;
  }
  printf("%s:%d %d %d\\n", __FILE__, __LINE__, sum(4), count);
  return 0;
}
"""
TEMPLATE = """#include <cstdio>
#include <vector>
template <class T> struct Row {
  std::vector<T> values;
  T sum() const {
    T all{};
#pragma omp parallel for reduction(+ : all) num_threads(2)
    for (std::size_t i = 0; i < values.size(); ++i)
      all += values[i];
    return all;
  }
};
int main() {
  Row<double> row;
  row.values.assign(10, 0.5);
  std::printf("%g\\n", row.sum());
}
"""


def write(test, name, text):
    path = test.path(name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def instrument(test, words, environment=None):
    return test.run([test.tarry, "instrument", "--openmp", "pomp2", *words], environment)


def build(test, words):
    outcome = instrument(test, words)
    check(outcome.status == 0, f"{words}: {outcome.stderr}")
    return outcome


def regions(test, experiment):
    report = test.report(experiment)
    return {path["region"] for path in report.callpaths.values()}


def check_steps(test, gcc):
    """Tests objects, dependences and linking; then everything in one command."""
    write(test, "src/part.h", HEADER)
    write(test, "src/sum.c", SUM)
    write(test, "src/main.c", MAIN)
    for name in ("sum", "main"):
        build(test, [gcc, "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fopenmp", "-MD", "-c",
                     f"src/{name}.c", "-o", f"{name}.o"])
        with open(test.path(f"{name}.d"), encoding="utf-8") as file:
            text = file.read()
        check(text.startswith(f"{name}.o: src/{name}.c") and "src/part.h" in text, f"{name}.d: {text}")
    build(test, [gcc, "-fopenmp", "sum.o", "main.o", "-o", "steps"])
    build(test, [gcc, "-fopenmp", "src/sum.c", "src/main.c", "-o", "at_once"])
    build(test, [gcc, "-fopenmp", "-c", "src/sum.c", "src/main.c"])
    check(sorted(os.listdir(test.directory)) ==
          ["at_once", "main.d", "main.o", "src", "steps", "sum.d", "sum.o"], "other files are left")
    for program in ("steps", "at_once"):
        bare = test.run([test.path(program)])
        check(bare.stdout == "src/main.c:10 12 2\n", f"{program}: {bare.stdout!r}")
        outcome = test.record(f"{program}_made", [test.path(program)])
        check(outcome.stdout == bare.stdout, f"{program}: the output changed")
        check("(POMP2)" in outcome.stderr, f"{program}: {outcome.stderr}")
        found = regions(test, f"{program}_made")
        for region in ("!$omp parallel @sum.c:6", "!$omp for @sum.c:6", "!$omp parallel @main.c:5",
                       "!$omp critical sblock @main.c:7", "main"):
            check(region in found, f"{program}: no {region} in {sorted(found)}")


def check_choices(test):
    program = test.path("steps")
    for option, said in (("off", "--openmp off"), ("ompt", "replaces GCC's")):
        outcome = test.record(f"with_{option}", [program], ["--openmp", option])
        check(said in outcome.stderr and "POMP2" not in outcome.stderr, f"{option}: {outcome.stderr}")
        found = regions(test, f"with_{option}")
        check(not any("critical sblock" in name for name in found) or option == "ompt",
              f"{option}: {sorted(found)}")


def check_library(test, gcc):
    """The calls are in a library; the program itself is built as usual."""
    build(test, [gcc, "-fopenmp", "-fPIC", "-shared", "src/sum.c", "-o", "libsum.so"])
    write(test, "user.c", "#include \"src/part.h\"\nint main(void) { return sum(3) != 6; }\n")
    outcome = test.run([gcc, "user.c", "-L.", "-lsum", f"-Wl,-rpath,{test.directory}", "-o", "user"])
    check(outcome.status == 0, outcome.stderr)
    test.record("user_made", [test.path("user")])
    check("!$omp parallel @sum.c:6" in regions(test, "user_made"), "no calls of the library")


def check_cxx(test, gcc):
    compiler = re.sub(r"gcc(-\d+)?$", r"g++\1", gcc)
    if shutil.which(compiler) is None:
        print(f"skipped: no {compiler}")
        return
    write(test, "row.cpp", TEMPLATE)
    build(test, [compiler, "-Wall", "-Werror", "-O1", "-fopenmp", "row.cpp", "-o", "row"])
    outcome = test.record("row_made", [test.path("row")])
    check(outcome.stdout == "5\n", outcome.stdout)
    check("!$omp parallel @row.cpp:7" in regions(test, "row_made"), "no region of the template")


def check_clang(test):
    """Functions that clang makes from parallel regions are not instrumented, others are."""
    if shutil.which("clang") is None:
        print("skipped: no clang")
        return
    write(test, "call.c", "int sum(int n);\nint main(void) { return sum(4) != 12; }\n")
    build(test, ["clang", "-fopenmp", "call.c", "src/sum.c", "-o", "by_clang"])
    test.record("by_clang_made", [test.path("by_clang")])
    report = test.report("by_clang_made")
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    found = regions(test, "by_clang_made")
    check("main" in found and "!$omp parallel @sum.c:6" in found, f"{sorted(found)}")


def check_untouched(test, gcc):
    """Without OpenMP there is nothing for OPARI2 to do, and it need not be installed."""
    without = {"PATH": os.path.dirname(gcc) if os.path.isabs(gcc) else "/nowhere"}
    outcome = instrument(test, [gcc, "--version"])
    check(outcome.status == 0 and "Free Software" in outcome.stdout, outcome.stderr)
    build(test, [gcc, "-Wno-unknown-pragmas", "-c", "src/sum.c", "-o", "plain.o"])
    shown = instrument(test, ["--dry-run", gcc, "-c", "src/sum.c"], without)
    check(shown.status == 0 and "opari2" not in shown.stdout, shown.stdout + shown.stderr)
    shown = build(test, ["--dry-run", gcc, "-fopenmp", "-c", "src/sum.c", "-o", "shown.o"])
    check("opari2 " in shown.stdout and not os.path.exists(test.path("shown.o")), shown.stdout)


def check_refusals(test, gcc, program):
    def says(words, what, environment=None):
        outcome = instrument(test, words, environment)
        lines = outcome.stderr.splitlines()
        check(outcome.status != 0 and len(lines) == 1 and what in lines[0],
              f"not one line with '{what}': {outcome.stderr!r}")

    compiler = shutil.which(gcc)
    says([compiler, "-fopenmp", "-c", "src/sum.c"], "Debian: opari2", {"PATH": "/nowhere"})
    write(test, "strange", "#!/bin/sh\necho strange 1.0\n")
    os.chmod(test.path("strange"), 0o755)
    says([test.path("strange"), "-fopenmp", "-c", "src/sum.c"], "is unknown")
    says([gcc, "-static", "-fopenmp", "src/sum.c"], "static program")
    write(test, "odd.c", "int main(void) {\n#pragma omp parallel\n  {\n")
    says([gcc, "-fopenmp", "-c", "odd.c"], "OPARI2 cannot rewrite the source: odd.c")
    outcome = instrument(test, [gcc, "-fopenmp", "-c", "none.c"])
    check(outcome.status == 1 and "none.c" in outcome.stderr, outcome.stderr)
    outcome = test.run([test.tarry, "record", "-o", "bare_made", "--openmp", "pomp2", program])
    check(outcome.status == 3 and "tarry instrument --openmp pomp2" in outcome.stderr, outcome.stderr)


def check_hybrid(test):
    """Tests a program with MPI, with each installed MPI."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "heat")
    sources = [os.path.join(source, name) for name in sorted(os.listdir(source))
               if name.endswith((".c", ".cc", ".cpp"))]
    for mpi in ("openmpi", "mpich"):
        compiler = f"mpicxx.{mpi}"
        if not os.path.exists(test.example(mpi, "heat")) or shutil.which(compiler) is None:
            print(f"skipped: no heat example with {mpi}")
            continue
        program = f"heat_{mpi}"
        build(test, [compiler, "-O1", "-fopenmp", *sources, "-o", program])
        launch = [f"mpirun.{mpi}", "-n", "2", test.path(program), "--steps", "5"]
        bare = test.run(launch)
        outcome = test.record(f"{program}_made", launch)
        check(bare.stdout == outcome.stdout and "(POMP2)" in outcome.stderr, outcome.stderr)
        report = test.report(f"{program}_made")
        check_sound(report, test.archive(f"{program}_made"), 2)
        check(report.value("visits", ["!$omp parallel"], 1) > 0, "no parallel regions")
        check(len(report.locations) == 4, f"locations: {report.locations}")


def run(test, options):
    if shutil.which("opari2") is None:
        print("skipped: no opari2 (Debian: opari2)")
        sys.exit(SKIPPED)
    check_steps(test, options.gcc)
    check_choices(test)
    check_library(test, options.gcc)
    check_cxx(test, options.gcc)
    check_clang(test)
    check_untouched(test, options.gcc)
    check_refusals(test, options.gcc, options.program)
    check_hybrid(test)


if __name__ == "__main__":
    main(run, "gcc", "program")
