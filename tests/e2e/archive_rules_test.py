#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Our archives follow the rules that were derived from Score-P's (archive_rules.py), in their
# definitions and in the order of their records; Score-P's archives are checked too if they are
# available. The place of an MPI call, which other tools see as a description, is still the place in
# our reports.
# usage: archive_rules_test.py BUILD_DIRECTORY MPI|none TRACES
import os

from archive_rules import Archive, check_anchor, check_rules
from measured import check, main

RANKS = 4
SCORE_P = ("mpi_allreduce", "mpi_bsend", "mpi_gather", "mpi_pthread_hello_world", "mpi_ssend_irecv",
           "ping-pong-otf2", "ping-pong-otf2-papi")


def check_archive(test, experiment, ranks):
    archive = Archive(test, test.path(os.path.join(experiment, "traces.otf2")))
    check(archive.events, f"{experiment} has no records")
    check_rules(archive, ranks)
    return archive


def check_call_sites(test, archive, experiment):
    """Call paths of MPI have the lines of their descriptions, and no report names an interface."""
    described = {(region.name, region.description.split(" ")[2]): region.description
                 for region in archive.regions.values() if region.description.startswith("call site ")}
    check(described, f"{experiment}: no call site is described")
    for path in test.report(experiment).callpaths.values():
        check(path["file"] not in ("MPI", "OMP", "PTHREAD"), f"file of {path}")
        if "callsite" not in path:
            continue
        description = described.get((path["region"], path["callsite"]), "")
        check(path["file"] is None or f"({path['file']}:{path['line']})" in description,
              f"{experiment}: {path} is described as '{description}'")


def check_mpi(test, mpi):
    launch = [f"mpirun.{mpi}", "-n", str(RANKS)]
    for name in ("pipeline", "halo_c", "heat", "master_worker"):
        test.record(name, [*launch, test.example(mpi, name)])
        check_call_sites(test, check_archive(test, name, RANKS), name)
    for name, options in (("pauses", ()), ("groups", ("--mpi-groups", "coll"))):
        program = os.path.join(test.build, "tests", "e2e", mpi, "border")
        test.record(name, [*launch[:2], "3", program], options)
        check_anchor(Archive(test, test.path(os.path.join(name, "traces.otf2"))), is_complete=False)
    for name in ("mpi_blocking", "mpi_collectives", "mpi_communicators", "mpi_persistent"):
        program = os.path.join(test.build, "tests", "mpi_wrappers", mpi, name)
        test.record(name, [*launch, program])
        check_archive(test, name, RANKS)


def check_threads(test):
    programs = {name: os.path.join(test.build, "tests", folder, "gcc", name)
                for folder, names in (("openmp", ("omp_worksharing", "omp_locks")),
                                      ("pthread", ("pthread_basics", "pthread_cpp")))
                for name in names}
    found = {name: program for name, program in programs.items() if os.path.exists(program)}
    check(found, f"none of the programs is there: {programs}")
    for name, program in found.items():
        test.record(name, [program])
        archive = check_archive(test, name, 1)
        files = {region.file for region in archive.regions.values()}
        check({"omp_locks": "OMP", "pthread_basics": "PTHREAD"}.get(name) in files | {None},
              f"{name}: source files {files}")


def check_others(test, traces):
    for name in SCORE_P:
        anchor = os.path.join(traces, name, "traces.otf2")
        if not os.path.exists(anchor):
            print(f"{name}: not there")
            continue
        archive = Archive(test, anchor)
        check_rules(archive, len(archive.of("LOCATION_GROUP")))


def run(test, options):
    if options.mpi == "none":
        check_threads(test)
        check_others(test, os.environ.get("TARRY_TRACES", options.traces))
    else:
        check_mpi(test, options.mpi)


main(run, "mpi", "traces")
