#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# --filter: excluded functions and regions are absent, and everything else is unchanged; by name,
# source file and module, in plug-ins and behind a script, with several threads. Wrong files are
# refused before the program starts. With MPI, in C and Fortran, calls of MPI and messages stay.
# usage: filter_test.py BUILD_DIRECTORY MPI, or `none` for a program without
import os
import shutil

from measured import check, check_sound, main

OUTPUT = "120 20 28\n"
# Visits of the functions and regions of the program.
VISITS = {
    "main": 1, "heat::Grid::solve": 3, "heat::Grid::step": 12, "heat::hot<double>": 120,
    "deeper": 21, "regions": 1, "small region": 5, "large region": 5, "plugin": 1,
    "plugin_work": 1, "plugin_part": 7, "plugin::tiny<int>": 7,
}
NAMES = "SCOREP_REGION_NAMES_BEGIN\n%s\nSCOREP_REGION_NAMES_END\n"
FILES = "SCOREP_FILE_NAMES_BEGIN\n%s\nSCOREP_FILE_NAMES_END\n"
MODULES = "TARRY_MODULE_NAMES_BEGIN\n%s\nTARRY_MODULE_NAMES_END\n"
PLUGIN = {"plugin_work", "plugin_part", "plugin::tiny<int>"}
# Filters, and what each leaves of VISITS.
CASES = {
    "hot": (NAMES % "EXCLUDE heat::hot*", VISITS.keys() - {"heat::hot<double>"}),
    "some": (NAMES % "EXCLUDE *\nINCLUDE main heat::* large\\ region *tiny*",
             {"main", "heat::Grid::solve", "heat::Grid::step", "heat::hot<double>", "large region",
              "plugin::tiny<int>"}),
    "mangled": (NAMES % "EXCLUDE MANGLED _ZN4heat3hot* _ZN6plugin*",
                VISITS.keys() - {"heat::hot<double>", "plugin::tiny<int>"}),
    "recursive": (NAMES % "EXCLUDE deeper plugin_*",
                  VISITS.keys() - {"deeper", "plugin_work", "plugin_part"}),
    "regions": (NAMES % "EXCLUDE small*", VISITS.keys() - {"small region"}),
    "module": (MODULES % "EXCLUDE *filtered_plugin.so", VISITS.keys() - PLUGIN),
    "all": (NAMES % "EXCLUDE *", set()),
}
WRONG = {
    "SCOREP_REGION_NAMES_BEGIN\n  EXLUDE a\nSCOREP_REGION_NAMES_END\n": ":2:3",
    NAMES % "EXCLUDE": ":",
    "TARRY_RANKS 3-1\n": ":1:13",
}


def check_visits(test, name, launch, filter_text, expected):
    with open(test.path(name + ".filter"), "w") as file:
        file.write(filter_text)
    outcome = test.record(name, launch, ["--filter", name + ".filter"])
    check(outcome.stdout == OUTPUT, f"{name}: output {outcome.stdout!r}")
    report = test.report(name)
    warnings = [each for each in report.experiment["warnings"] if "is a script" not in each]
    check(not warnings, f"{name}: warnings {warnings}")
    visits = report.by_region("visits")
    found = {region: visits[region] for region in VISITS if region in visits}
    wanted = {region: VISITS[region] for region in expected}
    check(found == wanted, f"{name}: {found}, expected {wanted}")
    archive = test.archive(name)
    check(archive.wrong_leaves == 0 and archive.open_regions == 0, f"{name}: leaves do not fit")
    return report


def check_wrong(test, launch):
    for number, (text, place) in enumerate(WRONG.items()):
        file = f"wrong{number}.filter"
        with open(test.path(file), "w") as out:
            out.write(text)
        outcome = test.run([test.tarry, "record", "-o", "wrong", "--filter", file, *launch])
        check(outcome.status == 2 and file + place in outcome.stderr and not outcome.stdout,
              f"{text!r}: {outcome.status} {outcome.stderr}")
        check(not os.path.exists(test.path("wrong")), "a directory was made")
    outcome = test.run([test.tarry, "record", "--filter", "none.filter", *launch])
    check(outcome.status == 2 and "none.filter" in outcome.stderr, outcome.stderr)


def check_mpi_program(test, mpi, program):
    launch = [f"mpirun.{mpi}", "-n", "2", test.example(mpi, program), "3", "1"]
    output = test.record(program, launch).stdout
    bare = test.report(program)
    left_out = [name for name in bare.by_region("visits") if name.endswith(("compute", "exchange"))]
    check(len(left_out) == 2, f"{program}: functions {left_out}")
    with open(test.path("mpi.filter"), "w") as file:
        file.write(NAMES % "EXCLUDE *compute *exchange MPI_Isend MPI_*")
    outcome = test.record("less", launch, ["--force", "--filter", "mpi.filter"])
    check(outcome.stdout == output, f"{program}: output {outcome.stdout!r}, bare {output!r}")
    check("the filter names MPI_Isend: " in outcome.stderr, f"{program}: {outcome.stderr}")
    report = test.report("less")
    check_sound(report, test.archive("less"), 2)
    expected = {name: count for name, count in bare.by_region("visits").items()
                if name not in left_out}
    found = report.by_region("visits")
    check(found == expected, f"{program}: {found}, expected {expected}")
    check(found.get("MPI_Isend", 0) > 0, f"{program}: no MPI_Isend")
    check(report.value("visits", ["main", "spend"]) > 0, f"{program}: what they call is not there")
    for metric in ("comms_send", "comms_recv", "bytes_sent", "bytes_rcvd", "syncs_coll"):
        check(report.value(metric) == bare.value(metric), f"{program}: {metric}")


def with_mpi(test, mpi):
    for program in ("halo_c", "halo_mpi"):
        if os.path.exists(test.example(mpi, program)):
            check_mpi_program(test, mpi, program)


def run(test, options):
    if options.mpi == "none":
        without_mpi(test)
    else:
        with_mpi(test, options.mpi)


def without_mpi(test):
    folder = os.path.join(test.build, "tests", "e2e")
    plugin = os.path.join(folder, "filtered_plugin.so")
    launch = [os.path.join(folder, "filtered"), plugin]
    test.record("bare", launch)
    report = test.report("bare")
    check_sound(report, test.archive("bare"), 1)
    visits = report.by_region("visits")
    check({region: visits.get(region, 0) for region in VISITS} == VISITS, f"bare: {visits}")
    for name, (text, expected) in CASES.items():
        check_visits(test, name, launch, text, expected)

    # The plug-in is unknown before the start, and its debug information is not read later.
    with open(test.path("file.filter"), "w") as file:
        file.write(FILES % "EXCLUDE *programs/filtered*")
    test.record("file", launch, ["--filter", "file.filter"])
    report = test.report("file")
    found = VISITS.keys() & report.by_region("visits").keys()
    check(found == PLUGIN, f"rules for files: {found}")
    warnings = report.experiment["warnings"]
    check(len(warnings) == 1 and "filtered_plugin.so" in warnings[0], f"warnings {warnings}")

    # Behind a script, nothing is known before the start.
    script = test.path("script")
    with open(script, "w") as file:
        file.write('#!/bin/sh\n"$@"\n')
    os.chmod(script, 0o755)
    text, expected = CASES["some"]
    check_visits(test, "behind_script", [script, *launch], text, expected)

    stripped = test.path("stripped")
    shutil.copy(launch[0], stripped)
    check(test.run(["strip", "-g", stripped]).status == 0, "strip")
    check_visits(test, "no_debug", [stripped, plugin], text, expected)
    check_wrong(test, launch)


if __name__ == "__main__":
    main(run, "mpi")
