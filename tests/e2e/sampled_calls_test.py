#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# tarry record --sample counts each MPI call of a program exactly once, whatever layers it passes,
# and the program does not notice.
# usage: sampled_calls_test.py BUILD_DIRECTORY MPI
import glob
import os
import re
import sys

from measured import check, main
from samples import read_samples

COUNTED = re.compile(r"rank (\d+) .* calls (\d+) synchronisations (\d+)")


def program(test, mpi, name):
    return os.path.join(test.build, "tests", "e2e", mpi, name)


def check_counts(test, name, launch, environment=None):
    """The program prints how many calls each rank made; the samples must agree."""
    outcome = test.record(test.path(name), launch, ["--sample=1ms"], environment)
    made = {int(rank): (int(calls), int(synchronisations))
            for rank, calls, synchronisations in COUNTED.findall(outcome.stdout)}
    check(made, f"{name}: {outcome.stdout}\n{outcome.stderr}")
    counted = {process.rank: (sum(sum(thread.calls) for thread in process.threads),
                              sum(sum(thread.synchronisations) for thread in process.threads))
               for process in read_samples(test.path(name)) if process.has_rank}
    for rank, counts in made.items():
        check(counted[rank] == counts, f"{name}, rank {rank}: {counted[rank]} instead of {counts}")
    return outcome


def check_c(test, mpi):
    command = [f"mpirun.{mpi}", "-n", "2", program(test, mpi, "counted_calls"), test.path("file")]
    outcome = check_counts(test, "c", command)
    check("rank 1 of 2 sum 89700 read 7 calls" in outcome.stdout, outcome.stdout)


def check_tool(test, mpi):
    """Calls that another tool makes for itself do not count as the program's. Arguments arrive,
    even if the loader looks up all functions at the start."""
    tool = program(test, mpi, "counted_tool.so")
    check_counts(test, "tool", [f"mpirun.{mpi}", "-n", "1", program(test, mpi, "counted_calls"),
                                test.path("file")], {"LD_PRELOAD": tool, "LD_BIND_NOW": "1"})


def check_fortran(test, mpi):
    """Tests each binding on a rank of its own."""
    parts = []
    for binding in ("mpif", "mpi", "f08"):
        path = program(test, mpi, f"counted_calls_{binding}")
        if os.path.exists(path):
            parts += [":", "-n", "1", path, test.path("file")]
    if parts:
        check_counts(test, "fortran", [f"mpirun.{mpi}", *parts[1:]])


def check_plug_in(test, mpi):
    """A program without MPI loads a plug-in that is linked with it, privately."""
    plug_in = program(test, mpi, "counted_plugin.so")
    check_counts(test, "plug_in",
                 [f"mpirun.{mpi}", "-n", "1", sys.executable, "-c",
                  f"import ctypes; ctypes.CDLL({plug_in!r}).run({test.path('file').encode()!r})"])


def check_without(test, mpi):
    """A program without MPI sees no function of it, and calls of libraries that it loads itself
    are not counted."""
    table = os.path.join(test.build, "lib", "tarry", "mpi.tsv")
    with open(table, encoding="utf-8") as stream:
        sonames = dict(line.split("\t")[:2] for line in stream)
    command = [os.path.join(test.build, "tests", "e2e", "sampled"), "loads", sonames[mpi]]
    bare = test.run(command)
    outcome = test.record(test.path("without"), command, ["--sample=1ms"])
    check(outcome.stdout == bare.stdout and "linked: 0, found: 0" in bare.stdout,
          f"{outcome.stdout} instead of {bare.stdout}")
    for process in read_samples(test.path("without")):
        check(not any(any(thread.calls) for thread in process.threads), "calls are counted")


def run(test, options):
    for part in (check_c, check_tool, check_fortran, check_plug_in, check_without):
        part(test, options.what)
    check(not glob.glob(test.path("file*")), "a file is left")


if __name__ == "__main__":
    main(run, "what")
