#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Benchmarks that are generated from recorded programs compile without warnings, run, and make the
# calls of the program with the same bytes: call by call where the program only communicates, in
# total otherwise, also on windows and files. They have none of its names.
# usage: generate_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main

EXAMPLES = (("heat", 4, ["--size", "64", "--steps", "20"]), ("halo_c", 4, ["20", "5"]),
            ("pipeline", 3, ["20", "50"]), ("master_worker", 4, ["50", "50"]),
            ("particles", 4, ["40", "3"]))
FORTRAN = ("halo_f08", "halo_mpi", "halo_mpif")
WRAPPED = ("mpi_blocking", "mpi_collectives", "mpi_persistent")
# Functions that only return facts, or make or free something that a benchmark makes elsewhere.
LEFT_OUT = ("MPI_Comm_group", "MPI_Group_free", "MPI_Group_incl", "MPI_Win_get_group", "MPI_Win_set_name",
            "MPI_File_get_size", "MPI_File_set_errhandler", "MPI_Type_create_subarray",
            "MPI_Type_contiguous", "MPI_Type_create_resized", "MPI_Type_commit", "MPI_Type_free",
            "MPI_Buffer_attach", "MPI_Buffer_detach", "MPI_Get_count", "MPI_Request_free",
            "MPI_Bsend_init")
# Ready sends become standard ones.
# A test of a window that found the end of an epoch may have to wait for it.
REPLACED = {"MPI_Rsend": "MPI_Send", "MPI_Win_test": "MPI_Win_wait"}


def build(test, options, trace, name, arguments):
    source = test.path(f"{name}.c")
    done = test.run([test.tarry, "generate", trace, "-o", source, *arguments])
    check(done.status == 0, f"generate ended with {done.status}\n{done.stderr}")
    with open(source, encoding="utf-8") as file:
        text = file.read()
    for word in (name, "main.c", ".cpp", "exchange", "compute_step"):
        check(word not in text, f"the benchmark of {name} says '{word}'")
    program = test.path(f"{name}-benchmark")
    done = test.run([f"mpicc.{options.mpi}", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
                     source, "-o", program])
    check(done.status == 0, f"the benchmark of {name} does not compile:\n{done.stderr}")
    return program


def totals(page, side):
    """Calls and bytes by function."""
    sums = {}
    for each in page["functions"]:
        function = REPLACED.get(each["function"], each["function"])
        if function in LEFT_OUT:
            continue
        values = sums.setdefault(function, [0] * len(each[side]))
        sums[function] = [a + b for a, b in zip(values, each[side].values())]
        # Starts of messages to nobody are left out, and tests in vain differ from run to run.
        if function in ("MPI_Start", "MPI_Win_wait"):
            sums[function][0] = 0
    return {function: values for function, values in sums.items() if any(values)}


def generate(test, options, program, ranks, arguments, exactly, name=None):
    name = name or os.path.basename(program)
    launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
    test.record(name, [*launch, program, *arguments], ["--compressed"])
    benchmark = build(test, options, test.path(name), name, ["--computation", "none"])
    again = f"{name}-again"
    test.record(again, [*launch, benchmark], ["--compressed"])
    done = test.run([test.tarry, "compare-traces", test.path(name), test.path(again), "--ignore",
                     "call-sites", "--ignore", "posted", "--ignore", "datatypes", "--format",
                     "json"])
    page = json.loads(done.stdout)
    first, second = totals(page, "first"), totals(page, "second")
    check(first == second, f"{name}: {first}\nand its benchmark: {second}")
    check(page["different_pairs"] == 0, f"{name}: other messages than its benchmark")
    check(len(first) > 3, f"{name}: nothing was recorded")
    check(page["equal"] or not exactly, f"{name}: {page['differences']}")


def check_remote(test, options):
    """Windows with every kind of synchronization, and every kind of call on files."""
    test.environment["OMPI_MCA_osc"] = "pt2pt"  # one-sided communication on any machine
    for ranks in (2, 4):
        for name in ("mpi_rma", "mpi_files"):
            generate(test, options, os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, name),
                     ranks, [], False, f"{name}_{ranks}")
    left = [name for name in os.listdir(test.directory) if name.startswith("scratch-of-benchmark")]
    check(not left, f"benchmarks leave {left}")


def check_computation(test, options):
    """Whether the loops of a benchmark are there, and take effect without an error."""
    program = build(test, options, test.path("heat"), "heat", ["--computation", "sleep"])
    done = test.run([f"mpirun.{options.mpi}", "-n", "4", program])
    check(done.status == 0, done.stderr)
    done = test.run([f"mpirun.{options.mpi}", "-n", "2", program])
    check(done.status != 0 and "needs 4 processes" in done.stderr,
          f"2 processes: {done.status} {done.stderr}")


def run(test, options):
    for program, ranks, arguments in EXAMPLES:
        generate(test, options, test.example(options.mpi, program), ranks, arguments, True)
    for name in FORTRAN:
        program = test.example(options.mpi, name)
        if os.path.exists(program):
            generate(test, options, program, 2, ["10", "1"], True)
    for name in WRAPPED:
        program = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, name)
        generate(test, options, program, 4, [], name == "mpi_collectives")
    check_remote(test, options)
    check_computation(test, options)


if __name__ == "__main__":
    main(run, "mpi")
