# SPDX-License-Identifier: BSD-3-Clause
# How to start programs that were not compiled for Tarry: hpcc and LAMMPS from Debian.
import os
import shutil
import subprocess

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")
PROGRAMS = {
    "hpcc": (["hpcc"], os.path.join("hpcc", "hpccinf.txt")),
    "lmp": (["lmp", "-in", "melt.in", "-log", "none"], os.path.join("lammps", "melt.in")),
}


def launcher_of(program):
    """Returns the launcher of the MPI with which Debian and Ubuntu link these programs, or None."""
    path = shutil.which(program)
    if path is None:
        return None
    libraries = subprocess.run(["ldd", path], capture_output=True, text=True).stdout
    mpi = "mpich" if "libmpich" in libraries else "openmpi"
    return shutil.which(f"mpirun.{mpi}")


def launch(test, program, ranks):
    """Returns the command line on `ranks` ranks, with its input in the test's directory, or None
    if it is not installed."""
    command, input_file = PROGRAMS[program]
    launcher = launcher_of(program)
    if launcher is None:
        return None
    shutil.copy(os.path.join(INPUTS, input_file), test.directory)
    return [launcher, "-n", str(ranks), *command]
