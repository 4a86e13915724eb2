#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The grids that a program makes of its ranks are in the archive, in the analysis, in the summary,
# and in what is read back from them.
# usage: grid_test.py BUILD_DIRECTORY MPI
import os

from measured import check, main

RANKS = 7
# Rank 0 is left out; the ranks of the grid are 6 to 1, row by row.
GRID = {"name": "2 x 3 ranks from rank 6",
        "dimensions": [{"name": "", "size": 2, "periodic": True}, {"name": "", "size": 3, "periodic": False}],
        "ranks": {(6, 0, 0), (5, 0, 1), (4, 0, 2), (3, 1, 0), (2, 1, 1), (1, 1, 2)}}
ROWS = [{"name": "3 ranks from rank 3", "dimensions": [{"name": "", "size": 3, "periodic": False}],
         "ranks": {(3, 0), (2, 1), (1, 2)}},
        {"name": "upper row", "dimensions": [{"name": "", "size": 3, "periodic": False}],
         "ranks": {(6, 0), (5, 1), (4, 2)}}]


def check_topologies(report, name):
    found = [{"name": each["name"], "dimensions": each["dimensions"],
              "ranks": {(report.locations[place[0]]["rank"], *place[1:]) for place in each["coordinates"]}}
             for each in report.topologies]
    check(found == [GRID, *ROWS], f"topologies of {name}: {found}")


def check_archive(test, name):
    """The archive has them as definitions that other tools understand."""
    printed = test.run(["otf2-print", "-G", test.path(os.path.join(name, "traces.otf2"))]).stdout
    for record, count in (("CART_DIMENSION", 4), ("CART_TOPOLOGY", 3), ("CART_COORDINATE", 12)):
        check(printed.count(record) == count, f"{printed.count(record)} {record} in\n{printed}")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "mpi_grid")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program]
    test.record("both", launch, ["--trace", "--profile"])
    check_archive(test, "both")
    for file in ("analysis.cubex", "summary.cubex"):
        check_topologies(test.report(os.path.join("both", file)), file)
    test.record("summary", launch, ["--profile"])
    check_topologies(test.report("summary"), "a summary alone")

    json = test.run([test.tarry, "report", "both", "--format", "json"]).stdout
    with open(test.path("report.json"), "w") as file:
        file.write(json)
    check_topologies(test.report("report.json"), "a report from JSON")
    outcome = test.run([test.tarry, "mean", "both", "summary", "-o", "mean.cubex"])
    check(outcome.status == 0, outcome.stderr)
    check_topologies(test.report("mean.cubex"), "a mean")

    for name, kinds in (("killed", ["--trace"]), ("killed_summary", ["--profile"])):
        outcome = test.run([test.tarry, "record", "-o", name, *kinds, *launch, "killed"])
        check(outcome.status != 0, f"{name} was not killed")
        check_topologies(test.report(name), name)


if __name__ == "__main__":
    main(run, "mpi")
