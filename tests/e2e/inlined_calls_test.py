#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Call paths of MPI calls in inlined functions equal those of the same program without inlining: in
# trace and summary, with and without function hooks, with a filter; on request there are only real
# functions.
# usage: inlined_calls_test.py BUILD_DIRECTORY MPI
import json
import os

from call_stacks_test import call_paths, record
from measured import Report, check, main

SOURCE = os.path.join(os.path.dirname(__file__), "..", "programs", "inlined_calls.cpp")
RANKS = 3
STEPS = 4
RULES = "SCOREP_REGION_NAMES_BEGIN EXCLUDE *Communicator::* SCOREP_REGION_NAMES_END\n"


def compare(name, found, expected):
    different = {path: (found.get(path), expected.get(path)) for path in {*found, *expected}
                 if found.get(path) != expected.get(path)}
    check(not different, f"{name}: found, expected: {different}")


def all_visits(report):
    out = {}
    for cell in report.cells:
        callpath = report.callpaths[cell["callpath"]]
        if cell["metric"] == "visits":
            key = (*report.names(callpath["id"]), callpath.get("callsite"), cell["location"])
            out[key] = out.get(key, 0) + cell["value"]
    return out


def check_inlined_functions(name, report):
    """Each one is visited with every call in it, and takes no time of its own."""
    inlined = {path["id"] for path in report.callpaths.values() if path.get("inlined")}
    check(len(inlined) > 8, f"{name}: inlined functions {inlined}")
    sums, visits = {}, {}
    for cell in report.cells:
        key = (cell["callpath"], cell["location"])
        parent = (report.callpaths[cell["callpath"]]["parent"], cell["location"])
        if cell["metric"] == "visits":
            visits[key] = cell["value"]
            sums[parent] = sums.get(parent, 0) + cell["value"]
        elif cell["metric"] == "time":
            check(cell["callpath"] not in inlined, f"{name}: an inlined function has time: {cell}")
    for key, value in visits.items():
        check(key[0] not in inlined or value == sums[key], f"{name}: {key} has {value} visits, not {sums.get(key)}")


def plain_name(function):
    return function.split("(")[0].split("::")[-1]


def check_called_functions(name, report):
    """Inlined functions lie around calls of functions, which are visited; functions that are called
    elsewhere are one."""
    paths = {}
    for path in report.callpaths.values():
        names = tuple(plain_name(each) for each in report.names(path["id"])[1:])
        if names and names[-1] == "relax":
            paths.setdefault(names, []).append(path["id"])
    expected = {("main", "relax"), ("main", "solve", "relax"), ("main", "solve", "relax", "relax"),
                ("main", "solve", "half", "relax")}
    check(set(paths) == expected, f"{name}: calls of relax {sorted(paths)}")
    check(all(len(ids) == 1 for ids in paths.values()), f"{name}: call paths of one name {paths}")
    visited = {cell["callpath"] for cell in report.cells if cell["metric"] == "visits" and cell["value"] > 0}
    check(all(ids[0] in visited for ids in paths.values()), f"{name}: calls of relax without visits")


def check_merged(test, name):
    full = test.report(name)
    outcome = test.run([test.tarry, "report", name, "--inlined", "off", "--format", "json"])
    check(outcome.status == 0, outcome.stderr)
    merged = Report(json.loads(outcome.stdout))
    check(not any(path.get("inlined") for path in merged.callpaths.values()), f"{name}: merged")
    functions = {path[:-2] for path in call_paths(merged)}
    expected = {("main",), ("main", "finish"), ("main", "relax"), ("main", "relax", "relax")}
    check({tuple(map(plain_name, path)) for path in functions} == expected, f"{name}, merged: {functions}")
    check(sum(call_paths(merged).values()) == sum(call_paths(full).values()), f"{name}: calls were lost")
    for metric in set(full.metrics) - {"visits"}:
        one, other = full.value(metric), merged.value(metric)
        check(abs(one - other) <= 1e-9 * abs(one), f"{metric}: {one}, merged {other}")
    score = test.run([test.tarry, "score", name, "--format", "json"])
    names = {region["region"] for region in json.loads(score.stdout)["regions"]}
    check("main" in names and not any("pass_on" in each for each in names), f"score: {names}")


def check_filter(test, launch, folder, compiler):
    with open(test.path("rules"), "w", encoding="utf-8") as rules:
        rules.write(RULES)
    found, expected = (call_paths(record(test, f"filtered_{compiler}{kind}", launch + [
        os.path.join(folder, f"inlined_calls_{compiler}{kind}"), str(STEPS)], ["--filter", "rules"]))
        for kind in ("", "_as_written"))
    compare("with a filter", found, expected)
    check(found and not any("Communicator::" in name for path in found for name in path[:-1]), f"filtered: {found}")
    compare("summary with a filter", call_paths(test.report(f"filtered_{compiler}/summary.cubex")), found)


def around_mpi_only(paths):
    """Hooks of real functions do not tell where these are called."""
    out = {}
    for path, visits in paths.items():
        names = [plain_name(name) for name in path[:-1]]
        called = names.index("relax") if "relax" in names else 0
        key = tuple(name for i, name in enumerate(path) if i >= called or names[i] == "main")
        out[key] = out.get(key, 0) + visits
    return out


def check_instrumented(test, launch, mpi, expected):
    for level in ("-O0", "-O2"):
        options = [level, "-g", "-std=c++17", *(["-DAS_WRITTEN"] if level == "-O0" else [])]
        made = test.run([test.tarry, "instrument", f"mpicxx.{mpi}", *options, SOURCE, "-o", "program" + level])
        check(made.status == 0, made.stderr)
        name = "instrumented" + level
        if level == "-O2":
            expected = around_mpi_only(expected)
        compare(name, call_paths(record(test, name, launch + ["./program" + level, str(STEPS)])), expected)
        compare(name, call_paths(test.report(name + "/summary.cubex")), expected)


def run(test, options):
    folder = os.path.join(test.build, "tests", "e2e", options.mpi)
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS)]
    for compiler in ("gcc", "clang"):
        program = os.path.join(folder, f"inlined_calls_{compiler}")
        if not os.path.exists(program):
            continue
        expected = call_paths(record(test, compiler + "_as_written", launch + [program + "_as_written", str(STEPS)]))
        steps = [path for path in expected if "step" in path[1] and "pass_on" in path[2]]
        check(len(steps) == 4, f"as written: {expected}")
        report = record(test, compiler, launch + [program, str(STEPS)])
        compare(compiler, call_paths(report), expected)
        check_inlined_functions(compiler, report)
        check_called_functions(compiler, report)
        summary = test.report(compiler + "/summary.cubex")
        compare(compiler + ", summary", all_visits(summary), all_visits(report))
        check_inlined_functions(compiler + ", summary", summary)
        check_called_functions(compiler + ", summary", summary)
        check_merged(test, compiler)
        for kind in ("_hooks", "_hooks_O0"):
            hooked = record(test, compiler + kind, launch + [program + kind, str(STEPS)])
            compare(compiler + kind, call_paths(hooked), expected)
            compare(compiler + kind, call_paths(test.report(compiler + kind + "/summary.cubex")), expected)
        check_filter(test, launch, folder, compiler)
        if compiler == "gcc":
            check_instrumented(test, launch, options.mpi, expected)


if __name__ == "__main__":
    main(run, "mpi")
