#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Programs from the distribution, not compiled for Tarry: hpcc and LAMMPS on 4 ranks.
# usage: real_program_test.py BUILD_DIRECTORY PROGRAM
import sys

import real_programs
import summaries
from measured import check, check_sound, main

RANKS = 4
SKIPPED = 77


def run(test, options):
    launch = real_programs.launch(test, options.program, RANKS)
    if launch is None:
        print(f"skipped: {options.program} is not installed")
        sys.exit(SKIPPED)
    experiment = test.path("experiment")
    test.record(experiment, launch)
    if options.program == "hpcc":
        with open(test.path("hpccoutf.txt"), encoding="utf-8", errors="replace") as output:
            said = output.read()
        for part in ("End of HPC Challenge tests", "PTRANS_residual=0\n"):
            check(part in said, f"not in the output of hpcc: {part}")
    report = test.report(experiment)
    check_sound(report, test.archive(experiment), RANKS)
    summaries.compare(test, experiment)
    check(report.value("comms_send") > 1000, f"only {report.value('comms_send')} messages")


if __name__ == "__main__":
    main(run, "program")
