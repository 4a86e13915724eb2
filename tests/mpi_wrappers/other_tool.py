#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Another tool that wraps MPI functions sees the same calls under measurement as without.

usage: other_tool.py BUILD MPI RANKS TOOL PROGRAM LINKED_PROGRAM

TOOL is the library of tests/programs/pmpi_tool.c; PROGRAM runs with it preloaded, LINKED_PROGRAM is
linked with it. The runtime has to record both.
"""

import pathlib
import shutil
import subprocess
import sys

from run import fresh_experiment, launch, run_limited, runtime


def counts(output, ranks):
    """Returns the calls per rank, or None if the tool saw nothing, as with the Fortran bindings
    of Open MPI."""
    files = [pathlib.Path(f"{output}.{rank}") for rank in range(ranks)]
    return [file.read_text().split() if file.exists() else [] for file in files]


def run(build, mpi, ranks, program, preloads, variables):
    command, environment = launch(build, mpi, ranks, [str(program)], preloads, variables)
    print("run with:", *command, flush=True)
    status = run_limited(command, environment)
    if status != 0:
        sys.exit(f"exit status {status}")


def check(build, mpi, ranks, program, tool, name):
    experiment = fresh_experiment(build, f"other-tool-{name}-{mpi}-{ranks}")
    bare, measured = experiment / "bare", experiment / "measured"
    run(build, mpi, ranks, program, tool, {"PMPI_TOOL_OUTPUT": bare})
    run(build, mpi, ranks, program, [runtime(build, mpi), *tool],
        {"PMPI_TOOL_OUTPUT": measured, "TARRY_EXPERIMENT": experiment, "TARRY_KEEP_LOGS": "1"})
    if counts(bare, ranks) != counts(measured, ranks):
        sys.exit(f"{program.name}: the tool saw {counts(measured, ranks)} calls instead of "
                 f"{counts(bare, ranks)}")
    result = subprocess.run([str(build / "bin" / "log_check"), str(experiment)],
                            stdout=subprocess.PIPE, text=True)
    logs = list(experiment.glob("raw/*/*.log"))
    if result.returncode != 0 or len(logs) < ranks:
        sys.exit(f"{len(logs)} logs in {experiment} are not sound:\n{result.stdout}")
    shutil.rmtree(experiment)


def main():
    build, mpi, ranks, tool, program, linked = sys.argv[1:]
    build, ranks = pathlib.Path(build), int(ranks)
    program, linked = pathlib.Path(program), pathlib.Path(linked)
    check(build, mpi, ranks, program, [tool], program.name)
    # Other tests may run the linked program at the same time.
    check(build, mpi, ranks, linked, [], f"{linked.name}-beside-{program.name}")


main()
