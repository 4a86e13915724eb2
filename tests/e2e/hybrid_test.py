#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The heat example with threads: every thread is a location, the trace is sound, and workers are idle
# exactly where and as long as the initial thread of their process is in MPI.
# usage: hybrid_test.py BUILD_DIRECTORY MPI
from measured import check, check_sound, main

SHAPES = ((4, 2), (2, 4))  # ranks, threads
STEPS = 10
EXACT_S = 1e-9  # limit for sums of a few hundred cells


def check_threads(report, ranks, threads):
    places = {(each["rank"], each["thread"]) for each in report.locations.values()}
    check(places == {(rank, thread) for rank in range(ranks) for thread in range(threads)},
          f"locations {sorted(places)}")
    for rank in range(ranks):
        for call in (["time_step", "MPI_Allreduce"], ["exchange_halo", "MPI_Waitall"],
                     ["MPI_Finalize"]):
            idle = report.value("omp_idle_threads", call, rank)
            all_time = report.value("time", call, rank)
            check(abs(idle * threads - all_time * (threads - 1)) < EXACT_S,
                  f"rank {rank} in {call[-1]}: {all_time} s of {threads} threads, {idle} s idle")
        regions = report.value("visits", ["relax_rows", "!$omp parallel"], rank)
        barriers = report.value("visits", ["relax_rows", "!$omp implicit barrier"], rank)
        check(barriers >= STEPS * threads and regions == 2 * barriers,
              f"rank {rank}: {regions} visits at and below parallel regions, {barriers} of barriers")
    for metric in ("omp_limited_parallelism", "omp_ebarrier", "omp_critical", "omp_lock_api"):
        check(report.value(metric) == 0, f"{metric} in a program that has none")


def run(test, options):
    for ranks, threads in SHAPES:
        experiment = test.path(f"{ranks}x{threads}")
        launch = [f"mpirun.{options.mpi}", "-n", str(ranks), test.example(options.mpi, "heat"),
                  "--steps", str(STEPS)]
        environment = {"OMP_NUM_THREADS": str(threads)}
        bare = test.run(launch, environment)
        measured = test.record(experiment, launch, [], environment)
        check(measured.stdout == bare.stdout, f"the output changed: {measured.stdout!r}")
        report = test.report(experiment)
        check_sound(report, test.archive(experiment), ranks)
        check_threads(report, ranks, threads)


if __name__ == "__main__":
    main(run, "mpi")
