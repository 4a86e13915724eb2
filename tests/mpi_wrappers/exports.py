#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every MPI-3.1 function has a wrapper, under both of its names, and nothing else is exported.

usage: exports.py LIBRARY MPI_LIBRARY [--all]

LIBRARY is ours. With --all the MPI library must not have a function that we do not wrap; without,
it may (MPICH 4 has MPI 4), but ours must all exist there.
"""

import re
import subprocess
import sys

# The tools interface, handle conversions, functions that MPI-3.0 removed, predefined callbacks, and
# functions that Open MPI has as macros only.
NOT_WRAPPED = re.compile(r"MPI_(T_\w+|\w+_[cf]2[cf]|Address|Errhandler_(create|get|set)|"
                         r"Type_(extent|hindexed|hvector|lb|struct|ub))$")
MACROS = {"MPI_Aint_add", "MPI_Aint_diff"}
OURS = re.compile(r"P?MPI_\w+|tarry_\w+|__tarry_\w+|__cyg_profile_func_(enter|exit)|ompt_start_tool|"
                  r"dlclose|pthread_\w+")


def exported(library):
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    return {line.split()[-1] for line in symbols.splitlines()}


def functions(symbols, prefix):
    return {"MPI_" + name[len(prefix):] for name in symbols
            if re.match(prefix + r"[A-Z][a-z0-9]|" + prefix + "T_", name)}


def main():
    ours = exported(sys.argv[1])
    theirs = exported(sys.argv[2])
    wrapped = functions(ours, "MPI_")
    available = functions(theirs, "MPI_")
    problems = {
        "exported, but not what we interpose": {name for name in ours if not OURS.fullmatch(name)},
        "not wrapped under its PMPI name": wrapped - functions(ours, "PMPI_"),
        "wrapped, but this MPI has no such function; #if MPI_VERSION >= 4 in src/runtime/mpi/calls/ "
        "leaves it out": wrapped - available - MACROS,
    }
    if "--all" in sys.argv:
        problems["not wrapped"] = {name for name in available - wrapped
                                   if not NOT_WRAPPED.match(name)}
    for problem, names in problems.items():
        for name in sorted(names):
            print(f"{name}: {problem}")
    print(f"{len(wrapped)} functions wrapped")
    sys.exit(any(problems.values()) or len(wrapped) < 300)


main()
