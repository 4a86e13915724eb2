#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Calls of one MPI function at several lines are several call paths in the trace, the summary, the
# analysis, the report and the score; they are one path on request.
# usage: call_sites_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import Report, check, main

STEPS = 10
LATE_S = 0.02
SOURCE = os.path.join(os.path.dirname(__file__), "..", "programs", "call_sites.c")


def line_of(mark):
    with open(SOURCE, encoding="utf-8") as source:
        return next(number for number, line in enumerate(source, 1)
                    if line.rstrip().endswith("// " + mark))


def site_of(mark):
    return f"call_sites.c:{line_of(mark)}"


def by_site(report, region, metric):
    """Returns {call site: sum} of the call paths of `region`; each call site occurs once per
    caller."""
    paths = [path for path in report.callpaths.values() if path["region"] == region]
    places = [(path["parent"], path.get("callsite")) for path in paths]
    check(len(places) == len(set(places)), f"{region}: call paths {places}")
    return {path.get("callsite"): sum(cell["value"] for cell in report.cells
                                      if cell["metric"] == metric and cell["callpath"] == path["id"])
            for path in paths}


def read(test, arguments):
    outcome = test.run([test.tarry, *arguments])
    check(outcome.status == 0, f"{arguments} ended with {outcome.status}\n{outcome.stderr}")
    return outcome.stdout


def check_sites(test, file, has_waits):
    report = test.report(file)
    expected = {site_of(mark): STEPS for mark in ("late", "soon", "either")}
    found = by_site(report, "MPI_Recv", "visits")
    check(found == expected, f"{file}: visits {found}, expected {expected}")
    found = by_site(report, "MPI_Send", "visits")
    check(found == {site_of("send"): 3 * STEPS}, f"{file}: sends {found}")
    for path in report.callpaths.values():
        is_known = path.get("callsite") == f"{os.path.basename(path['file'] or '')}:{path['line']}"
        check(not path["region"].startswith("MPI_") or is_known, f"{file}: {path}")
    if has_waits:
        waits = by_site(report, "MPI_Recv", "mpi_latesender")
        check(waits[site_of("late")] > STEPS * LATE_S / 2, f"{file}: waits {waits}")
        check(waits[site_of("late")] > 10 * waits[site_of("soon")], f"{file}: waits {waits}")
    return report


def check_texts(test):
    text = read(test, ["report", "on", "--metric", "visits", "--by", "callpath", "--top", "100"])
    check("/MPI_Recv@" + site_of("late") in text, f"no call site in {text}")
    check("/MPI_Send " in text, f"a call site where nothing is to be told apart: {text}")
    regions = read(test, ["report", "on", "--metric", "visits", "--by", "region", "--top", "100"])
    check(regions.count("MPI_Recv") == 1, f"several regions MPI_Recv: {regions}")
    score = json.loads(read(test, ["score", "on", "--format", "json"]))
    visits = {region["callsite"]: region["visits"] for region in score["regions"]
              if region["region"] == "MPI_Recv"}
    check(visits == {site_of(mark): STEPS for mark in ("late", "soon", "either")}, f"score {visits}")


def check_merged(test, on):
    """Without call sites everything but the call paths is the same."""
    merged = Report(json.loads(read(test, ["report", "on", "--call-sites", "off",
                                           "--format", "json"])))
    check(by_site(merged, "MPI_Recv", "visits") == {None: 3 * STEPS}, "merged by report")
    for metric in on.metrics:
        one, other = on.value(metric), merged.value(metric)
        check(abs(one - other) <= 1e-9 * abs(one), f"{metric}: {one}, merged {other}")


def check_suppositions(test):
    for place, status in ((f"MPI_Recv@{site_of('late')}", 0), ("MPI_Recv", 0),
                          ("MPI_Recv@call_sites.c:1", 1)):
        outcome = test.run([test.tarry, "analyze", "on", "--what-if", place])
        check(outcome.status == status, f"what if {place}: {outcome.status}\n{outcome.stderr}")


def check_fortran(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "mpi_bindings")
    if not os.path.exists(program):
        return
    test.record("fortran", [f"mpirun.{options.mpi}", "-n", "2", program])
    sites = by_site(test.report("fortran"), "MPI_Recv", "visits")
    check(len(sites) == 3 and all(site.startswith("mpi_bindings.f90:") for site in sites)
          and set(sites.values()) == {6}, f"Fortran: {sites}")


def run(test, options):
    folder = os.path.join(test.build, "tests", "e2e", options.mpi)
    launch = [f"mpirun.{options.mpi}", "-n", "3", os.path.join(folder, "call_sites"), str(STEPS)]
    test.record("on", launch)
    on = check_sites(test, "on", has_waits=True)
    check_sites(test, "on/summary.cubex", has_waits=False)
    check_texts(test)
    check_merged(test, on)
    check_suppositions(test)

    test.record("off", launch, ["--call-sites", "off"])
    for file in ("off", "off/summary.cubex"):
        found = by_site(test.report(file), "MPI_Recv", "visits")
        check(found == {None: 3 * STEPS}, f"{file}: {found}")

    launch[3] = os.path.join(folder, "call_sites_bare")  # a program without debug information
    test.record("bare", launch)
    for file in ("bare", "bare/summary.cubex"):
        sites = by_site(test.report(file), "MPI_Recv", "visits")
        check(sum(sites.values()) == 3 * STEPS and len(sites) == 4
              and all("+0x" in site for site in sites), f"{file}: {sites}")
    check_fortran(test, options)


if __name__ == "__main__":
    main(run, "mpi")
