#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# If recording goes off in one function and on in another, call paths are right; messages and
# collective operations that end in a pause are matched, and so are those after it.
# usage: pauses_test.py BUILD_DIRECTORY MPI
import os

from measured import check, check_sound, main

RANKS = 3
INT = 4
# Bytes that each rank receives below a function.
BYTES = {"exchange": 3 * INT, "across": 3 * INT, "freed": 3 * INT}
# Messages posted in a pause and sent after it.
LEFT_OUT = f"messages left out because their other end was not recorded: {RANKS}"
# Visits of a region below its callers, on each rank.
VISITS = {
    ("main", "initialize", "exchange", "MPI_Sendrecv"): 1,
    ("main", "initialize", "stop", "MPI_Pcontrol"): 1,
    ("main", "across", "stop", "MPI_Pcontrol"): 1,
    ("main", "across", "start", "MPI_Pcontrol"): 1,
    ("main", "solve", "start", "MPI_Pcontrol"): 1,
    ("main", "solve", "exchange", "MPI_Sendrecv"): 1,
    ("main", "exchange", "MPI_Sendrecv"): 1,
}


def paths(report, region):
    """Returns {names of the call path: visits} for a region, without regions outside of main."""
    visits = {}
    for cell in report.cells:
        names = report.names(cell["callpath"])
        if cell["metric"] == "visits" and names[-1] == region and "main" in names:
            path = tuple(names[names.index("main"):])
            visits[path] = visits.get(path, 0) + cell["value"]
    return visits


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "pauses")
    test.record("p", [f"mpirun.{options.mpi}", "-n", str(RANKS), program])
    report = test.report("p")
    check(report.experiment["warnings"] == [LEFT_OUT], f"warnings {report.experiment['warnings']}")
    report.experiment["warnings"] = []
    check_sound(report, test.archive("p"), RANKS)
    found = {**paths(report, "MPI_Sendrecv"), **paths(report, "MPI_Pcontrol")}
    expected = {path: RANKS * visits for path, visits in VISITS.items()}
    check(found == expected, f"call paths {found}, expected {expected}")
    for function, size in BYTES.items():
        received = report.value("bytes_rcvd", [function])
        check(received == RANKS * size, f"{received} bytes received in {function}")
    synchronised = report.value("syncs_coll", ["main"])
    check(synchronised == RANKS * 4, f"{synchronised} barriers")


if __name__ == "__main__":
    main(run, "mpi")
