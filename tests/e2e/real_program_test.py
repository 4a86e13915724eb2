#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Programs from the distribution that nobody compiled for us: hpcc and LAMMPS on 4 ranks.
# usage: real_program_test.py BUILD_DIRECTORY PROGRAM
import os
import shutil
import subprocess
import sys

from measured import check, check_sound, main

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")
RANKS = 4
SKIPPED = 77
PROGRAMS = {
    "hpcc": (["hpcc"], os.path.join("hpcc", "hpccinf.txt")),
    "lmp": (["lmp", "-in", "melt.in", "-log", "none"], os.path.join("lammps", "melt.in")),
}


def launcher_of(program):
    """Debian and Ubuntu link these programs with one MPI; its launcher, or None."""
    path = shutil.which(program)
    if path is None:
        return None
    libraries = subprocess.run(["ldd", path], capture_output=True, text=True).stdout
    mpi = "mpich" if "libmpich" in libraries else "openmpi"
    return shutil.which(f"mpirun.{mpi}")


def run(test, options):
    command, input_file = PROGRAMS[options.program]
    launcher = launcher_of(options.program)
    if launcher is None:
        print(f"skipped: {options.program} is not installed")
        sys.exit(SKIPPED)
    shutil.copy(os.path.join(INPUTS, input_file), test.directory)
    experiment = test.path("experiment")
    test.record(experiment, [launcher, "-n", str(RANKS), *command])
    if options.program == "hpcc":
        with open(test.path("hpccoutf.txt"), encoding="utf-8", errors="replace") as output:
            check("End of HPC Challenge tests" in output.read(), "hpcc did not reach its end")
    report = test.report(experiment)
    check_sound(report, test.archive(experiment), RANKS)
    check(report.value("comms_send") > 1000, f"only {report.value('comms_send')} messages")


if __name__ == "__main__":
    main(run, "program")
