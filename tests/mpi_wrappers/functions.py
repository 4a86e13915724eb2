#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every function in the headers of an MPI has a wrapper, under both of its names, or is in left_out.tsv
with a reason; and our library exports nothing else.

usage: functions.py LIBRARY MPI_LIBRARY COMPILER HEADER

LIBRARY is ours, HEADER includes the headers of MPI_LIBRARY, extensions (MPIX_) included.
"""

import pathlib
import re
import subprocess
import sys

OURS = re.compile(r"P?MPIX?_\w+|tarry_\w+|__tarry_\w+|__cyg_profile_func_(enter|exit)|ompt_start_tool|"
                  r"dlclose|(pthread|thrd|mtx|cnd|sem)_\w+")
# A call of one of these does not return to us as a function does: Open MPI has them as macros only.
MACROS = {"MPI_Aint_add", "MPI_Aint_diff"}


def output_of(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def exported(library):
    symbols = output_of("nm", "-D", "--defined-only", library)
    return {line.split()[-1] for line in symbols.splitlines()}


def of_mpi(names):
    """Names of Fortran's functions (MPI_SEND) and of constants are no such names."""
    return {name for name in names if re.fullmatch(r"MPIX?_([A-Z]+_)?[A-Z]?[a-z]\w*", name)}


def declared(compiler, header):
    """The functions that the headers declare. What else is followed by a parenthesis (casts in macros,
    types of functions) is no function of the library."""
    folders = [line for line in header.read_text().splitlines() if line.startswith("// include ")]
    flags = ["-I" + line.split(" ", 2)[2] for line in folders]
    text = output_of(compiler, "-E", "-P", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", *flags,
                     str(header))
    return of_mpi(re.findall(r"(?<![\w(])(MPIX?_\w+)\s*\(", text))


def left_out():
    """Returns pairs of a pattern and a reason."""
    lines = (pathlib.Path(__file__).parent / "left_out.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(re.compile(row[0]), row[1]) for row in rows]


def main():
    ours, theirs = exported(sys.argv[1]), exported(sys.argv[2])
    wrapped = of_mpi(ours)
    available = declared(sys.argv[3], pathlib.Path(sys.argv[4])) & theirs | of_mpi(theirs)
    reasons = left_out()
    unwrapped = available - wrapped
    problems = {
        "exported, but not what we interpose": {name for name in ours if not OURS.fullmatch(name)},
        "not wrapped under its PMPI name": {name for name in wrapped if "P" + name not in ours},
        "wrapped, but this MPI has no such function": wrapped - available - MACROS,
        "neither wrapped nor in left_out.tsv": {
            name for name in unwrapped if not any(pattern.fullmatch(name) for pattern, _ in reasons)},
        "in left_out.tsv, but wrapped": {
            name for name in wrapped if any(pattern.fullmatch(name) for pattern, _ in reasons)},
    }
    for problem, names in problems.items():
        for name in sorted(names):
            print(f"{name}: {problem}")
    for pattern, reason in reasons:
        names = [name for name in unwrapped if pattern.fullmatch(name)]
        if names:
            print(f"{len(names)} not wrapped ({pattern.pattern}): {reason}")
    print(f"{len(available)} functions, {len(wrapped)} wrapped")
    sys.exit(any(problems.values()) or len(wrapped) < 300)


main()
