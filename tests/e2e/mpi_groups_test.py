#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# --mpi-groups: calls of other groups leave no records; the chosen ones leave the same records as
# without the option, whatever communicators and requests they use.
# usage: mpi_groups_test.py BUILD_DIRECTORY MPI
import os

from measured import check, check_sound, main

RANKS = 3
ALWAYS = {"MPI_Init", "MPI_Finalize"}
CALLS = {
    "p2p": {"MPI_Sendrecv", "MPI_Irecv", "MPI_Isend", "MPI_Waitall", "MPI_Wait", "MPI_Recv_init",
            "MPI_Send_init", "MPI_Startall", "MPI_Request_free"},
    "coll": {"MPI_Allreduce", "MPI_Iallreduce"},
    "cg": {"MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_dup", "MPI_Comm_idup", "MPI_Comm_free"},
    "rma": {"MPI_Win_allocate", "MPI_Win_fence", "MPI_Put", "MPI_Win_lock", "MPI_Rput",
            "MPI_Win_unlock", "MPI_Win_free"},
    "env": {"MPI_Get_processor_name"},
    "misc": {"MPI_Type_contiguous", "MPI_Type_commit", "MPI_Type_free"},
}
# Calls that complete requests also belong to the operations under way.
COMPLETING = {"coll": {"MPI_Waitall"}, "rma": {"MPI_Wait"}}
COUNTED = {
    "p2p": ["comms_send", "comms_recv", "bytes_sent", "bytes_rcvd"],
    "coll": ["comms_coll", "bytes_coll"],
    "rma": ["bytes_put", "comms_rma_puts"],
}
CHOICES = [["p2p"], ["coll"], ["rma"], ["cg"], ["env", "misc"], ["p2p", "coll"], ["none"]]


def counts(report, groups):
    return {metric: report.value(metric) for group in groups for metric in COUNTED.get(group, [])
            if metric in report.metrics}


def check_choice(test, launch, groups, everything):
    name = "-".join(groups)
    outcome = test.record(name, launch, ["--mpi-groups", ",".join(groups)])
    check(outcome.stdout == "all as it should be\n", f"{name}: output {outcome.stdout!r}")
    report = test.report(name)
    said = report.experiment["warnings"]
    check(len(said) == 1 and "(--mpi-groups)" in said[0], f"{name}: warnings {said}")
    report.experiment["warnings"] = []
    check_sound(report, test.archive(name), RANKS)
    found = {region for region in report.by_region("visits") if region.startswith("MPI_")}
    expected = ALWAYS.union(*(CALLS.get(group, set()) | COMPLETING.get(group, set())
                              for group in groups))
    check(found == expected, f"{name}: {sorted(found ^ expected)}")
    mine, all_of_them = counts(report, groups), counts(everything, groups)
    check(mine == all_of_them, f"{name}: {mine}, without the option {all_of_them}")
    for metric in ("comms_send", "comms_recv") if "p2p" not in groups else ():
        check(report.value(metric) == 0, f"{name}: {metric}")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "mpi_groups")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program]
    test.record("all", launch)
    everything = test.report("all")
    found = {region for region in everything.by_region("visits") if region.startswith("MPI_")}
    check(found == ALWAYS.union(*CALLS.values()), f"all: {sorted(found)}")
    for groups in CHOICES:
        check_choice(test, launch, groups, everything)
    outcome = test.run([test.tarry, "record", "--mpi-groups", "p2p,foo", *launch])
    check(outcome.status == 2 and "p2p,foo" in outcome.stderr and "|cg|" in outcome.stderr,
          f"unknown group: {outcome.status} {outcome.stderr}")


if __name__ == "__main__":
    main(run, "mpi")
