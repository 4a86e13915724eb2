# SPDX-License-Identifier: BSD-3-Clause
# How to start the programs that nobody compiled for us: hpcc and LAMMPS, as Debian has them.
import os
import shutil
import subprocess

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")
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


def launch(test, program, ranks):
    """The command line on `ranks` ranks, its input put in the test's directory; None if it is not
    installed."""
    command, input_file = PROGRAMS[program]
    launcher = launcher_of(program)
    if launcher is None:
        return None
    shutil.copy(os.path.join(INPUTS, input_file), test.directory)
    return [launcher, "-n", str(ranks), *command]
