#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs whose OpenMP cannot, or must not, be recorded: the program runs as usual, and one
line says what is missing.

usage: choices_test.py BUILD_DIRECTORY GCC PROGRAM SOURCE
PROGRAM was made by GCC from SOURCE.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import NOTHING, Archive, check, main  # noqa: E402


def record(test, name, program, options=(), environment=None):
    """Returns tarry's output and the number of forked teams in the trace, if there is one at
    all."""
    outcome = test.run([test.tarry, "record", "-o", name, *options, program], environment)
    bare = test.run([program], environment)
    check(outcome.stdout == bare.stdout, f"{name}: the output changed")
    trace = test.path(f"{name}/traces.otf2")
    has_trace = os.path.exists(trace)
    check(outcome.status == (0 if has_trace else NOTHING), f"{name}: {outcome.status}\n{outcome.stderr}")
    if not has_trace:
        return outcome, 0
    return outcome, Archive(test, trace).counts.get("THREAD_FORK", 0)


def lines_about_openmp(outcome):
    """Each message occurs once; if something else was recorded, the analysis repeats it. What the report says of
    a machine with too few cores is not about what was recorded."""
    of_others = ("not linked with MPI", "Threads that started late in OpenMP teams")
    return list(dict.fromkeys(line for line in outcome.stderr.splitlines() if "OpenMP" in line and
                              not any(other in line for other in of_others)))


OTHER_TOOL = r"""
#include <stdio.h>
void* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  fprintf(stderr, "the other tool was asked\n");
  return NULL;
}
"""


def check_preloaded_tool(test, options):
    """LLVM's runtime asks a tool that the user preloads, as it does without Tarry."""
    program = options.program.replace("/gcc/", "/clang/")
    if not os.path.exists(program):
        print("no clang: that another tool is asked was not tried")
        return
    with open(test.path("tool.c"), "w", encoding="utf-8") as file:
        file.write(OTHER_TOOL)
    library = test.path("tool.so")
    built = test.run([options.gcc, "-shared", "-fPIC", test.path("tool.c"), "-o", library])
    check(built.status == 0, built.stderr)
    outcome, forks = record(test, "preloaded", program, [], {"LD_PRELOAD": library})
    check(forks == 0, "preloaded: teams were recorded")
    check("the other tool was asked" in outcome.stderr, f"preloaded: {outcome.stderr}")
    check(any("another tool" in line for line in lines_about_openmp(outcome)),
          f"preloaded: {lines_about_openmp(outcome)}")


def check_missing(name, said, outcome, forks):
    lines = lines_about_openmp(outcome)
    check(len(lines) == 1 and said in lines[0], f"{name}: not one line with '{said}': {lines}")
    check(forks == 0, f"{name}: teams were recorded")


def check_stand_in(test, program):
    outcome, forks = record(test, "auto", program)
    lines = lines_about_openmp(outcome)
    check(len(lines) == 1 and "replaces GCC's" in lines[0], f"auto: {lines}")
    check(forks > 0, "auto: no teams were recorded")


def check_static(test, gcc, source):
    """Tests GCC's runtime as a part of the program."""
    program = test.path("static")
    built = subprocess.run([gcc, "-O1", source, "-fopenmp", "-c", "-o", program + ".o"],
                           capture_output=True, text=True, check=False)
    library = subprocess.run([gcc, "-print-file-name=libgomp.a"], capture_output=True, text=True,
                             check=True).stdout.strip()
    linked = subprocess.run([gcc, program + ".o", library, "-lpthread", "-ldl", "-o", program],
                            capture_output=True, text=True, check=False)
    if built.returncode != 0 or linked.returncode != 0 or not os.path.isabs(library):
        print(f"skipped: no program with a static runtime: {built.stderr}{linked.stderr}")
        return
    outcome, forks = record(test, "with_static", program)
    check_missing("with_static", "linked in statically", outcome, forks)


def check_missing_function(test, gcc):
    """Tests a function of GCC's runtime that LLVM's does not have."""
    source = test.path("unusual.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <stdio.h>\nvoid GOMP_warning(const char*, ...);\n"
                   "int main(int argc, char** argv) {\n  if (argc > 1) GOMP_warning(\"%s\", "
                   "argv[1]);\n  int sum = 0;\n  _Pragma(\"omp parallel reduction(+ : sum)\") ++sum;\n"
                   "  printf(\"%d\\n\", sum);\n  return 0;\n}\n")
    program = test.path("unusual")
    built = subprocess.run([gcc, "-O1", "-fopenmp", source, "-o", program], capture_output=True,
                           text=True, check=False)
    check(built.returncode == 0, f"cannot build the program: {built.stderr}")
    outcome, forks = record(test, "with_unusual", program)
    check_missing("with_unusual", "GOMP_warning", outcome, forks)


def check_risky(test, gcc):
    """Tests functions that LLVM's runtime has, but that break programs of GCC."""
    for name, code, option, said in (
            ("tasks", "#pragma omp parallel\n#pragma omp single\n#pragma omp task untied\nputs(\"t\");\n",
             "auto", "--openmp ompt"),
            ("scan", "int a = 0, x[4];\n#pragma omp parallel for reduction(inscan, + : a)\n"
             "for (int i = 0; i < 4; ++i) {\na += i;\n#pragma omp scan inclusive(a)\nx[i] = a;\n}\n"
             "printf(\"%d\\n\", x[3]);\n", "ompt", "as GCC needs it"),
            ("detach", "omp_event_handle_t e;\n#pragma omp parallel num_threads(1)\n{\n"
             "#pragma omp task detach(e)\n;\nomp_fulfill_event(e);\n}\nputs(\"d\");\n", "ompt",
             "as GCC needs it")):
        source = test.path(f"{name}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f"#include <omp.h>\n#include <stdio.h>\nint main(void) {{\n{code}return 0;\n}}\n")
        program = test.path(name)
        built = subprocess.run([gcc, "-fopenmp", "-w", source, "-o", program], capture_output=True,
                               text=True, check=False)
        if built.returncode != 0:
            print(f"skipped: {gcc} cannot build {name}: {built.stderr}")
            continue
        outcome, forks = record(test, "with_" + name, program, ["--openmp", option])
        check_missing("with_" + name, said, outcome, forks)


def check_silence(test, gcc):
    """LLVM's runtime prints messages about old functions, GCC's does not."""
    source = test.path("old.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <omp.h>\nint main(void) {\n  omp_set_nested(1);\n"
                   "  _Pragma(\"omp parallel\") omp_get_thread_num();\n  return 0;\n}\n")
    program = test.path("old")
    built = subprocess.run([gcc, "-fopenmp", "-w", source, "-o", program], capture_output=True,
                           text=True, check=False)
    check(built.returncode == 0, f"cannot build the program: {built.stderr}")
    outcome, forks = record(test, "with_old", program)
    others = [line for line in outcome.stderr.splitlines() if not line.startswith("tarry: ")]
    check(forks > 0 and not others, f"with_old: {forks} teams, the program said {others}")


def run(test, options):
    check_stand_in(test, options.program)
    outcome, forks = record(test, "off", options.program, ["--openmp", "off"])
    check_missing("off", "--openmp off", outcome, forks)
    outcome, forks = record(test, "disabled", options.program, [], {"OMP_TOOL": "disabled"})
    check_missing("disabled", "OMP_TOOL=disabled", outcome, forks)
    outcome, forks = record(test, "other", options.program, [],
                              {"OMP_TOOL_LIBRARIES": "/nonexistent/libtool.so"})
    check(forks == 0, "other: teams were recorded")
    check(any("another tool" in line for line in lines_about_openmp(outcome)),
          f"other: {lines_about_openmp(outcome)}")
    check_preloaded_tool(test, options)
    check_static(test, options.gcc, options.source)
    check_missing_function(test, options.gcc)
    check_risky(test, options.gcc)
    check_silence(test, options.gcc)
    wrong = test.run([test.tarry, "record", "--openmp", "maybe", options.program])
    check(wrong.status == 2 and "none of auto, ompt, pomp2, off" in wrong.stderr, f"maybe: {wrong.stderr}")


if __name__ == "__main__":
    main(run, "gcc", "program", "source")
