#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A benchmark that is generated from a program of the distribution sends the same messages between
# the same ranks and makes the same collective operations.
# usage: generate_program_test.py BUILD_DIRECTORY PROGRAM RANKS
import json
import os
import sys

import real_programs
from measured import check, main

SKIPPED = 77
LONG_S = 600  # hpcc polls as often as it can
# What has no bytes and yet is communication.
WITHOUT_BYTES = ("MPI_Barrier", "MPI_Irecv", "MPI_Recv")


def communication(page, side):
    """Calls, messages and bytes by function."""
    sums = {}
    for each in page["functions"]:
        values = each[side]
        has_bytes = any(number for name, number in values.items() if name != "calls")
        if has_bytes or each["function"] in WITHOUT_BYTES:
            sums[each["function"]] = values
    return sums


def run(test, options):
    launch = real_programs.launch(test, options.program, int(options.ranks))
    if launch is None:
        print(f"skipped: {options.program} is not installed")
        sys.exit(SKIPPED)
    test.record("run", launch, ["--compressed"], timeout=LONG_S)
    source, benchmark = test.path("benchmark.c"), test.path("benchmark")
    done = test.run([test.tarry, "generate", test.path("run"), "-o", source, "--computation", "none"],
                    timeout=LONG_S)
    check(done.status == 0, f"generate ended with {done.status}\n{done.stderr}")
    compiler = os.path.basename(launch[0]).replace("mpirun", "mpicc")
    done = test.run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", source, "-o", benchmark])
    check(done.status == 0, f"the benchmark does not compile:\n{done.stderr}")
    test.record("again", [*launch[:3], benchmark], ["--compressed"])
    done = test.run([test.tarry, "compare-traces", test.path("run"), test.path("again"), "--ignore",
                     "call-sites", "--ignore", "posted", "--ignore", "datatypes", "--format", "json"])
    page = json.loads(done.stdout)
    first, second = communication(page, "first"), communication(page, "second")
    check(first == second, f"{first}\nand the benchmark: {second}")
    check(page["different_pairs"] == 0, "other messages than the program's")
    check(len(first) > 3, "hardly anything was recorded")


if __name__ == "__main__":
    main(run, "program", "ranks")
