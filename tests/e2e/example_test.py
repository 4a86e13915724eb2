#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Records one example on 1, 2, 4 and 7 ranks with one MPI and checks that the program is unaffected,
# that the archive is sound, that samples change no measured time, and that the planted wait is found
# with its place and size. Waits come from sleeps, so ranks may share cores. The planted time of a
# rank is how much longer the slow rank was in the routine with the sleep, according to the report
# itself: a busy machine that also delays the other ranks reduces their waiting. At least SHARE of it
# must be found.
# usage: example_test.py BUILD_DIRECTORY PROGRAM MPI
from measured import SPAN_TOLERANCE_S, Disturbed, check, check_sound, main, undisturbed

RANKS = (1, 2, 4, 7)
SHARE = 0.7


def at_least(value, planted, what):
    if value < SHARE * planted:
        raise Disturbed(f"{what}: found {value:.6f} s of {planted:.6f} s planted")


def planted_for(report, routine, slow, rank, at_most):
    """Returns how much longer the slow rank was in `routine`, because of the sleep there."""
    slept = report.value("comp", [routine], slow)
    check(slept >= at_most, f"rank {slow} slept {slept} s in {routine}, {at_most} s planted")
    return max(0.0, min(at_most, slept - report.value("comp", [routine], rank)))


def check_heat(report, ranks):
    for rank in range(ranks - 1):
        planted = planted_for(report, "relax_hot_rows", ranks - 1, rank, HEAT_STEPS * HEAT_MS / 1000)
        found = report.value("mpi_wait_nxn", ["main", "time_step", "relax_hot_rows",
                                              "MPI_Allreduce"], rank)
        at_least(found, planted, f"Wait at N x N of rank {rank}")
    check(report.value("visits", ["relax_hot_rows", "MPI_Allreduce"]) == ranks * HEAT_STEPS,
          "visits of MPI_Allreduce")
    check(report.value("comms_send", ["exchange_halo", "MPI_Isend"]) == 2 * (ranks - 1) * HEAT_STEPS,
          "number of halo messages")


def check_halo(report, ranks):
    """The delay spreads by one neighbor per step; the rest is waited for in the last reduction."""
    slow = ranks // 2
    for rank in range(ranks):
        hops = abs(rank - slow)
        if hops == 0:
            continue
        planted = planted_for(report, "compute", slow, rank, HALO_STEPS * HALO_MS / 1000)
        late = report.value("mpi_latesender", ["exchange", "MPI_Waitall"], rank)
        closing = report.value("mpi_wait_nxn", ["checksum", "MPI_Allreduce"], rank)
        arrived = (HALO_STEPS - hops + 1) / HALO_STEPS
        at_least(late, arrived * planted, f"Late Sender of rank {rank}")
        at_least(late + closing, planted, f"all waiting of rank {rank}")
    check(report.value("comms_send", ["exchange"]) == 2 * (ranks - 1) * HALO_STEPS,
          "number of halo messages")


def check_master_worker(report, ranks):
    if ranks == 1:
        return
    slow = SLOW_TASK_MS / 1000
    at_least(report.value("mpi_latesender", ["hand_out", "MPI_Recv"], 0), slow,
             "Late Sender of the master")
    at_least(report.value("mpi_barrier_wait", ["main", "MPI_Barrier"]), (ranks - 2) * slow,
             "Wait at Barrier of the other workers")
    asked = TASKS + ranks - 1
    check(report.value("comms_recv", ["hand_out", "MPI_Recv"], 0) == asked, "questions asked")
    check(report.value("comms_send", ["hand_out", "MPI_Send"], 0) == asked, "answers given")


def check_pipeline(report, ranks):
    for rank in range(1, ranks):
        at_least(report.value("mpi_latesender", ["receive_item", "MPI_Recv"], rank),
                 PIPELINE_MS / 1000, f"Late Sender of rank {rank}")
    check(report.value("comms_send") == (ranks - 1) * ITEMS, "number of messages")


def check_alone(report):
    """A single rank has nobody to wait for."""
    for metric in ("mpi_latesender", "mpi_latereceiver", "mpi_wait_nxn", "mpi_barrier_wait",
                   "mpi_latebroadcast", "mpi_earlyreduce", "mpi_finalize_wait"):
        check(report.value(metric) == 0, f"{metric} on one rank")


HEAT_STEPS, HEAT_MS = 5, 120
HALO_STEPS, HALO_MS = 8, 80
TASKS, SLOW_TASK_MS = 20, 200
ITEMS, PIPELINE_MS = 10, 200

HALO = ([str(HALO_STEPS), str(HALO_MS)], check_halo)
PROGRAMS = {
    "heat": (["--size", "64", "--steps", str(HEAT_STEPS), "--hot-ms", str(HEAT_MS)], check_heat),
    "halo_c": HALO,
    "halo_f08": HALO,
    "halo_mpi": HALO,
    "halo_mpif": HALO,
    "master_worker": ([str(TASKS), str(SLOW_TASK_MS)], check_master_worker),
    "pipeline": ([str(ITEMS), str(PIPELINE_MS)], check_pipeline),
}


def times_with_calls(report):
    """Returns {names from the root: seconds, with all calls below}."""
    sums = {}
    for cell in report.cells:
        if cell["metric"] == "time":
            names = report.names(cell["callpath"])
            for depth in range(1, len(names) + 1):
                path = tuple(names[:depth])
                sums[path] = sums.get(path, 0.0) + cell["value"]
    return sums


def check_hooks_decide(test, experiment, report):
    """Samples beside the trace take no time away from what hooks and wrappers have measured."""
    cube = experiment + ".cubex"
    analyzed = test.run([test.tarry, "analyze", "-q", "--no-samples", experiment, "-o", cube])
    check(analyzed.status == 0, analyzed.stderr)
    with_samples = times_with_calls(report)
    for path, seconds in times_with_calls(test.report(cube)).items():
        found = with_samples.get(path, 0.0)
        check(abs(found - seconds) <= SPAN_TOLERANCE_S,
              f"{'/'.join(path)}: {found} s with samples, {seconds} s without")


def measure(test, options, ranks, check_found):
    arguments = PROGRAMS[options.program][0]
    launch = [f"mpirun.{options.mpi}", "-n", str(ranks),
              test.example(options.mpi, options.program), *arguments]
    bare = test.run(launch)
    check(bare.status == 0, f"the program itself ended with {bare.status}\n{bare.stderr}")
    experiment = test.path(f"ranks{ranks}")
    measured = test.record(experiment, launch, ["--force"])
    check(measured.stdout.startswith(bare.stdout),
          f"output changed from\n{bare.stdout}to\n{measured.stdout}")
    report = test.report(experiment)
    check_sound(report, test.archive(experiment), ranks)
    check_hooks_decide(test, experiment, report)
    if ranks == 1:
        check_alone(report)
    check_found(report, ranks)


def run(test, options):
    for ranks in RANKS:
        undisturbed(measure, test, options, ranks, PROGRAMS[options.program][1])


if __name__ == "__main__":
    main(run, "program", "mpi")
