#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Every wait state of MPI and OpenMP, forced by a delay of 50 ms in a program, is found where it is:
# the operation, the ranks and threads that wait, the amount, and nobody else. The functions of the
# program wait_states are named after them.
# usage: wait_states_test.py BUILD_DIRECTORY MPI gcc|clang
import glob
import os
import re

from measured import Disturbed, check, check_sound, main, undisturbed

RANKS = 4
LEAST_S, MOST_S = 0.045, 0.075
ATTEMPTS = 6  # on a machine with other work; each one shows what it can
ELSEWHERE_S = 0.02  # waits of others in the same function: less than half the delay
PAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/patterns/wait-states")
# Open MPI takes messages for memory of the program, and nothing else for memory of its own.
COMPONENTS = {"OMPI_MCA_osc": "pt2pt,sm"}
EVIDENCE = "lock epochs wait until"  # a warning: the analysis is asked to take them for such waits

PUT = "MPI_Put"
FIRST_OF_EPOCH = {"openmpi": "MPI_Win_unlock", "mpich": "MPI_Win_lock"}

# Metric, function of the program, call, and who waits: ranks, or threads of rank 0. A call that
# depends on the library has a name for each.
MPI_WAITS = (
    ("mpi_init_completion", "main", "MPI_Init_thread", (1,)),
    ("mpi_latesender", "late_sender", "MPI_Recv", (1,)),
    ("mpi_lswo_same", "wrong_order_of_one_source", "MPI_Recv", (1,)),
    ("mpi_lswo_different", "wrong_order_of_two_sources", "MPI_Recv", (1,)),
    ("mpi_latereceiver", "late_receiver", "MPI_Ssend", (0,)),
    ("mpi_lrwo_same", "late_receiver_in_wrong_order_of_one_source", "MPI_Ssend", (0,)),
    ("mpi_lrwo_different", "late_receiver_in_wrong_order_of_two_sources", "MPI_Ssend", (0,)),
    ("mpi_late_progress", "late_progress", "MPI_Ssend", (0,)),
    ("mpi_barrier_wait", "wait_at_barrier", "MPI_Barrier", (0, 2, 3)),
    ("mpi_barrier_completion", "barrier_completion", "MPI_Barrier", (1,)),
    ("mpi_wait_nxn", "wait_at_nxn", "MPI_Allreduce", (0, 2, 3)),
    ("mpi_nxn_completion", "nxn_completion", "MPI_Allreduce", (1,)),
    ("mpi_latebroadcast", "late_broadcast", "MPI_Bcast", (1, 2, 3)),
    ("mpi_earlyreduce", "early_reduce", "MPI_Reduce", (0,)),
    ("mpi_earlyscan", "early_scan", "MPI_Scan", (1, 2, 3)),
    ("mpi_inner_wait", "inner_wait", "MPI_Bcast", (3,)),
    ("mpi_wait_neighbors", "wait_for_neighbors", "MPI_Neighbor_allgather", (0, 2)),
    ("mpi_alltoallv_overlap", "alltoallv_overlap", "MPI_Alltoallv", (0, 2, 3)),
    ("mpi_rma_wait_at_create", "wait_at_create", "MPI_Win_create", (0, 2, 3)),
    ("mpi_rma_wait_at_fence", "wait_at_fence", "MPI_Win_fence", (0, 2, 3)),
    ("mpi_rma_early_fence", "wait_at_fence", "MPI_Win_fence", (0,)),
    ("mpi_rma_sync_late_post", "late_post",
     {"openmpi": "MPI_Win_complete", "mpich": "MPI_Win_start"}, (0,)),
    ("mpi_rma_comm_late_post", "late_post_in_put", PUT, (0,)),
    ("mpi_rma_early_wait", "early_wait", "MPI_Win_wait", (1,)),
    ("mpi_rma_late_complete", "early_wait", "MPI_Win_wait", ()),
    ("mpi_rma_early_wait", "late_complete", "MPI_Win_wait", (1,)),
    ("mpi_rma_late_complete", "late_complete", "MPI_Win_wait", (1,)),
    ("mpi_rma_sync_lock_competition", "lock_contention", FIRST_OF_EPOCH, (2,)),
    ("mpi_rma_comm_lock_competition", "lock_contention_in_put", PUT, (2,)),
    ("mpi_rma_sync_wait_for_progress", "wait_for_progress", FIRST_OF_EPOCH, (2,)),
    ("mpi_rma_comm_wait_for_progress", "wait_for_progress_in_put", PUT, (2,)),
    ("mpi_rma_wait_at_free", "wait_at_free", "MPI_Win_free", (0, 2, 3)),
    ("mpi_finalize_wait", "wait_at_finalize", "MPI_Finalize", (0, 2, 3)),
)
THREAD_WAITS = (
    ("omp_ibarrier_wait", "implicit_barrier", "!$omp implicit barrier", (0,)),
    ("omp_lock_contention_critical", "critical_contention", "!$omp critical", (1,)),
    ("omp_lock_contention_api", "lock_routine_contention", "omp_set_lock", (1,)),
    ("omp_taskwait_wait", "wait_at_taskwait", "!$omp taskwait", (0,)),
    ("omp_idle_threads", "idle_threads", "work", (1,)),
    ("omp_limited_parallelism", "limited_parallelism", "!$omp parallel", (1,)),
)
# Code of GCC does not tell LLVM's runtime which barriers are explicit.
EXPLICIT_BARRIERS = {
    "clang": ("omp_ebarrier_wait", "explicit_barrier", "!$omp barrier", (0,)),
    "gcc": ("omp_ibarrier_wait", "explicit_barrier", "!$omp implicit barrier", (0,)),
}
# Wait states of which other tests have programs; docs/patterns/in-programs.md names them.
ELSEWHERE = {
    "mpi_mgmt_file_wait", "mpi_io_collective_wait",
    "pthread_lock_contention_mutex_lock", "pthread_lock_contention_conditional",
    "lost_cores", "lost_cores_comp", "lost_cores_waking",
}


def check_complete():
    """Every wait state with a page is in the tables, or its only part is, or another test has it."""
    documented = set()
    for page in glob.glob(os.path.join(PAGES, "*.md")):
        with open(page, encoding="utf-8") as file:
            metrics = re.search(r"^Metrics: (.*?)\.$", file.read(), re.MULTILINE | re.DOTALL)
        documented.update(re.findall(r"`(\w+)`", metrics[1] if metrics else ""))
    check(len(documented) > 30, f"only {len(documented)} wait states are documented")
    shown = {metric for metric, *_ in (*MPI_WAITS, *THREAD_WAITS, EXPLICIT_BARRIERS["clang"])} | ELSEWHERE
    wholes = {"mpi_latesender_wo", "mpi_latereceiver_wo"}  # sums of the two cases of each
    check(not documented - shown - wholes, f"without a program: {sorted(documented - shown - wholes)}")


def by_place(report, metric, function, calls):
    """Returns {(call, rank, thread): seconds} of the metric below a function of the program. Regions
    below one of `calls` are part of it."""
    sums = {}
    for cell in report.cells:
        names = [name.split(" @")[0] for name in report.names(cell["callpath"])]
        if cell["metric"] == metric and function in names:
            location = report.locations[cell["location"]]
            call = next((name for name in names if name in calls), names[-1])
            place = call, location["rank"], location["thread"]
            sums[place] = sums.get(place, 0.0) + cell["value"]
    return sums


def problems_of(report, metric, function, places):
    found = by_place(report, metric, function, {call for call, *_ in places})
    wrong = {place: value for place, value in found.items()
             if not (LEAST_S <= value <= MOST_S if place in places else value < ELSEWHERE_S)}
    wrong.update((place, 0.0) for place in places if place not in found)
    return [f"{metric} in {function} at {place}: {value:.4f} s" for place, value in wrong.items()]


def measure(test, mpi, missing):
    """Checks what no run before has shown and leaves in `missing` what this one has not."""
    program = os.path.join(test.build, "tests", "e2e", mpi, "wait_states")
    launch = [f"mpirun.{mpi}", "-n", str(RANKS), program]
    test.record("experiment", launch, ["--force", "--no-analyze", "--openmp", "ompt"], COMPONENTS)
    outcome = test.run([test.tarry, "analyze", "--rma-progress", "experiment"])
    check(outcome.status == 0, outcome.stderr)
    report = test.report("experiment")
    warnings = report.experiment["warnings"]
    check(len(warnings) == 1 and EVIDENCE in warnings[0], f"warnings: {warnings}")
    warnings.clear()
    check_sound(report, test.archive("experiment"), RANKS)
    problems = {row: problems_of(report, *row) for row in missing}
    missing[:] = [row for row in missing if problems[row]]
    if missing:
        raise Disturbed("\n".join(line for row in missing for line in problems[row]))


def run(test, options):
    check_complete()
    missing = [(metric, function, tuple((call[options.mpi] if isinstance(call, dict) else call, rank, 0)
                                        for rank in ranks))
               for metric, function, call, ranks in MPI_WAITS]
    missing += [(metric, function, tuple((call, 0, thread) for thread in threads))
                for metric, function, call, threads in (*THREAD_WAITS, EXPLICIT_BARRIERS[options.compiler])]
    undisturbed(measure, test, options.mpi, missing, attempts=ATTEMPTS)


if __name__ == "__main__":
    main(run, "mpi", "compiler")
