#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# One rank comes late to neighborhood operations of every form in every kind of process topology:
# those that it sends to wait for it by what was planted, and nobody else, in C and in Fortran. The
# delay is charged to that rank, is the first finding, and the results do not depend on the number of
# threads and processes.
# usage: neighbors_test.py BUILD_DIRECTORY MPI
import os

from measured import Disturbed, check, check_sound, main, undisturbed

RANKS, LATE, DELAY_S = 5, 2, 0.1
TOLERANCE_S = 0.03
# Its default hangs in MPI_Dist_graph_create with more ranks than cores.
TOPOLOGIES = {"OMPI_MCA_topo": "basic"}
METRIC, COSTS = "mpi_wait_neighbors", "delay_neighbor_aggregate"
INT = 4  # bytes

# Function of the program, call that waits, call that counts, ranks that wait, and the neighbors that
# each rank sends to and receives from.
RING, LINE, GRAPH = (2, 2, 2, 2, 2), (1, 2, 2, 2, 1), (1, 1, 2, 1, 1)
WAITS = (
    ("cartesian", "MPI_Neighbor_allgather", "MPI_Neighbor_allgather", (1, 3), RING),
    ("borders", "MPI_Neighbor_allgatherv", "MPI_Neighbor_allgatherv", (1, 3), LINE),
    ("graph", "MPI_Neighbor_alltoall", "MPI_Neighbor_alltoall", (0, 4), GRAPH),
    ("distributed_graph", "MPI_Neighbor_alltoallv", "MPI_Neighbor_alltoallv", (3,), (1,) * RANKS),
    ("duplicate", "MPI_Neighbor_alltoallw", "MPI_Neighbor_alltoallw", (1, 3), RING),
    ("nonblocking", "MPI_Wait", "MPI_Ineighbor_alltoall", (1, 3), RING),
    ("persistent", "MPI_Wait", "MPI_Start", (1, 3), RING),
)
FORTRAN_WAITS = (
    ("neighborhood::ring", "MPI_Neighbor_alltoall", "MPI_Neighbor_alltoall", (1, 3), RING),
    ("neighborhood::ring_later", "MPI_Wait", "MPI_Ineighbor_allgather", (1, 3), RING),
)
BINDINGS = ("MPIF", "MPI", "F08")


def by_rank(report, metric, function, call):
    """Returns the sums of a metric at calls of one name below a function, by rank."""
    sums = [0.0] * RANKS
    for cell in report.cells:
        names = report.names(cell["callpath"])
        if cell["metric"] == metric and function in names and names[-1] == call:
            sums[report.locations[cell["location"]]["rank"]] += cell["value"]
    return sums


def check_counts(report, function, call, neighbors):
    wanted = [number * INT for number in neighbors]
    for metric in ("bytes_cout", "bytes_cin"):
        found = by_rank(report, metric, function, call)
        check(found == wanted, f"{metric} of {call} in {function}: {found}, not {wanted}")


def check_waits(report, function, call, waiting):
    found = by_rank(report, METRIC, function, call)
    for rank, value in enumerate(found):
        wanted = DELAY_S if rank in waiting else 0.0
        if abs(value - wanted) > TOLERANCE_S:
            raise Disturbed(f"{METRIC} of rank {rank} in {function}: {value:.3f} s, not {wanted} s")


def check_blame(report, waits):
    """The late rank pays for all waits, and its delay is the first finding."""
    planted = DELAY_S * sum(len(waiting) for _, _, _, waiting, _ in waits)
    costs = [report.value(COSTS, rank=rank) for rank in range(RANKS)]
    if abs(costs[LATE] - planted) > TOLERANCE_S * 2 * len(waits) or sum(costs) > costs[LATE] + planted / 4:
        raise Disturbed(f"{COSTS} by rank: {costs}, planted: {planted} s")
    first = next((each for each in report.findings if each["kind"] != "lost_cores"), None)
    if not first or first["ranks"] != [LATE] or METRIC not in {each["metric"] for each in first["victims"]}:
        raise Disturbed(f"the first finding is {first}")


def check_same(test, mpi, experiment):
    """Any number of threads and processes gives the same report."""
    trace = os.path.join(experiment, "traces.otf2")
    contents = set()
    for front, threads in (([], "1"), ([], "3"), ([f"mpirun.{mpi}", "-n", "2"], "2")):
        outcome = test.run([*front, test.tarry, "analyze", "-q", "-j", threads, trace, "-o", "again.cubex"])
        check(outcome.status == 0, outcome.stderr)
        with open(test.path("again.cubex"), "rb") as file:
            contents.add(file.read())
    check(len(contents) == 1, "the report depends on the number of workers")


def measure(test, mpi, name, waits):
    program = os.path.join(test.build, "tests", "e2e", mpi, name)
    test.record(name, [f"mpirun.{mpi}", "-n", str(RANKS), program], ["--force"], TOPOLOGIES)
    report = test.report(name)
    check_sound(report, test.archive(name), RANKS)
    for function, call, counted_at, waiting, neighbors in waits:
        check_counts(report, function, counted_at, neighbors)
        check_waits(report, function, call, waiting)
    check_blame(report, waits)


def run(test, options):
    undisturbed(measure, test, options.mpi, "mpi_neighbors", WAITS)
    check_same(test, options.mpi, "mpi_neighbors")
    for binding in BINDINGS:
        undisturbed(measure, test, options.mpi, f"neighbors_{binding}", FORTRAN_WAITS)


if __name__ == "__main__":
    main(run, "mpi")
