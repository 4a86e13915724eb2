#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Counters of the processor, by perf and by PAPI, in a loop of a known number of instructions. It is
# skipped, with the reason, if there are none.
# usage: hardware_counters_test.py BUILD_DIRECTORY
import os
import sys

import summaries
from measured import check, main

SKIPPED = 77
INSTRUCTIONS = 100e6
TOLERANCE = 0.01
PAIRS = [("instructions", "cycles"), ("PAPI_TOT_INS", "PAPI_TOT_CYC")]


def run(test, _):
    outcome = test.run([test.tarry, "record", "--list-metrics"])
    there = {line.split("\t")[1] for line in outcome.stdout.splitlines()}
    pairs = [pair for pair in PAIRS if there.issuperset(pair)]
    if not pairs:
        print("skipped: this machine has no counters of instructions and cycles, or does not allow them\n"
              + outcome.stderr)
        sys.exit(SKIPPED)
    program = os.path.join(test.build, "tests", "e2e", "none", "instructions")
    for instructions, cycles in pairs:
        test.record(cycles, [program], ["--metrics", f"{instructions},{cycles}"])
        found = test.report(cycles).by_region(instructions)["loop"]
        check(abs(found - INSTRUCTIONS) <= TOLERANCE * INSTRUCTIONS, f"{instructions}: {found}")
        summaries.compare(test, cycles, [instructions, cycles])
        table = test.run([test.tarry, "report", cycles, "--metric", instructions, "--by", "region"])
        check("per cycle" in table.stdout, table.stdout)


if __name__ == "__main__":
    main(run)
