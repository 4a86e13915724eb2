#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Call paths of MPI calls in programs as they were built: they equal those of the same program with
# function hooks; functions get no time that is not theirs; unknown stacks are marked; and there are
# none on request.
# usage: call_stacks_test.py BUILD_DIRECTORY MPI
import os

from measured import check, main

UNKNOWN = "(callers not known)"
LEFT_OUT = "(frames left out)"
OTHER = "(another stack)"


def call_paths(report):
    """Returns {(functions..., MPI function, call site): visits}, without the program itself."""
    out = {}
    for cell in report.cells:
        callpath = report.callpaths[cell["callpath"]]
        if cell["metric"] != "visits" or not callpath["region"].startswith("MPI_"):
            continue
        key = (*report.names(callpath["id"])[1:], callpath.get("callsite"))
        out[key] = out.get(key, 0) + cell["value"]
    return out


def functions_of(report):
    return {path[:-2] for path in call_paths(report)}


def record(test, name, launch, options=()):
    test.record(name, launch, list(options))
    return test.report(name)


def check_equal_to_hooks(test, launch, folder):
    for build in ("gcc_O0", "gcc_O2", "clang_O1", "clang_O3", "MPIF", "MPI", "F08"):
        plain, hooked = (os.path.join(folder, f"call_stacks_{build}{kind}") for kind in ("", "_hooks"))
        if not os.path.exists(plain):
            continue
        found = call_paths(record(test, build, launch + [plain]))
        expected = call_paths(record(test, build + "_hooks", launch + [hooked]))
        check(len(found) > 3, f"{build}: {found}")
        different = {path: (found.get(path), expected.get(path)) for path in {*found, *expected}
                     if found.get(path) != expected.get(path)}
        check(not different, f"{build}: without and with hooks: {different}")


def check_options(test, launch, folder):
    program = launch + [os.path.join(folder, "call_stacks_gcc_O2")]
    bare = functions_of(record(test, "off", program, ["--call-stacks", "off"]))
    check(bare == {()}, f"--call-stacks off: {bare}")
    few = functions_of(record(test, "two", program, ["--call-stacks", "2"]))
    check(("main", "left_half", LEFT_OUT) in few, f"--call-stacks 2: {few}")
    check(max(len(path) for path in few) == 3, f"--call-stacks 2: {few}")
    summary = call_paths(record(test, "summary", program, ["--profile"]))
    traced = call_paths(test.report("gcc_O2"))
    check(summary == traced, f"summary {summary}, trace {traced}")


def check_between_calls(test, launch, folder):
    """Without samples nobody knows which function has computed: it is the program's time."""
    for name, options in (("between", []), ("between_summary", ["--profile"])):
        report = record(test, name, launch + [os.path.join(folder, "between_calls")], ["--sample=off", *options])
        times = {}
        for cell in report.cells:
            if cell["metric"] == "time":
                region = report.callpaths[cell["callpath"]]["region"]
                times[region] = times.get(region, 0) + cell["value"]
        functions = {path["region"] for path in report.callpaths.values()} & {"main", "reduce", "work"}
        check(functions == {"main", "reduce"}, f"{name}: functions {functions}")
        wrong = {region: times[region] for region in functions if times.get(region, 0) != 0}
        check(not wrong, f"{name}: functions of call stacks have computed: {wrong}")
        check(times.get("between_calls", 0) > 0, f"{name}: {times}")


def check_stripped(test, launch, folder):
    paths = functions_of(record(test, "stripped", launch + [os.path.join(folder, "call_stacks_stripped")]))
    longest = max(paths, key=len)
    check(all(name.startswith("call_stacks_stripped+0x") for name in longest), f"stripped: {longest}")
    expected = max(len(path) for path in functions_of(test.report("gcc_O2")))
    check(len(longest) == expected, f"stripped: {longest}, not {expected} functions")


def check_no_pie(test, launch, folder):
    """Hooks are also recognized in a program at a fixed address: no function is recorded twice."""
    paths = call_paths(record(test, "no_pie", launch + [os.path.join(folder, "nested_calls_no_pie")]))
    barriers = {path: visits for path, visits in paths.items() if "MPI_Barrier" in path}
    check(list(barriers.values()) == [2 * 20], f"no pie: {barriers}")
    check(all(path[:3] == ("main", "step", "meet") for path in barriers), f"no pie: {barriers}")


def check_strange_stacks(test, launch, folder):
    report = record(test, "strange", launch[:-1] + ["1", os.path.join(folder, "strange_stacks")])
    paths = functions_of(report)
    for expected in (("main", "plain"), (LEFT_OUT,), (OTHER, "in_coroutine"), ("main", "coroutine"),
                     ("main", "jumps") + ("jump",) * 6, ("main", "jumps"),
                     ("main", "signals", "on_signal"), (UNKNOWN, "call_bare_code"),
                     ("main", "signals_above", "signal_above_coroutine", "on_signal"),
                     (OTHER, "raise_in_coroutine", "on_signal"), ("main", "signals_above"),
                     ("THREADS", "in_thread")):
        check((*expected, "ask") in paths, f"no {expected} in {sorted(paths)}")
    visits = call_paths(report)
    plain = sum(value for path, value in visits.items() if path[:2] == ("main", "plain"))
    check(plain == 8, f"{plain} calls in main/plain")
    in_mpi = {path for path in paths if "raise_in_mpi" in path}
    check(not in_mpi, f"calls in a call of MPI: {in_mpi}")
    warnings = "\n".join(report.experiment["warnings"])
    for gap in (UNKNOWN, LEFT_OUT, OTHER):
        calls = sum(count for path, count in visits.items() if gap in path)
        said = f"MPI calls with incomplete call stacks, {gap}: {calls:.0f}"
        check(said in warnings, f"not said: {said}: {warnings}")
    check("left" not in warnings.replace(LEFT_OUT, ""), f"records were repaired: {warnings}")


def check_regions(test, launch, folder):
    """User regions lie where they begin: `step` in a function that ends before it does."""
    paths = call_paths(record(test, "regions", launch + [os.path.join(folder, "stacks_and_regions")]))
    found = {path[:-2]: 0 for path in paths}
    for path, visits in paths.items():
        found[path[:-2]] += visits
    step = ("main", "all", "run", "begin_step", "step")
    expected = {("main",): 4, ("main", "talk"): 2, ("main", "all", "run", "talk"): 2,
                ("main", "all", "solve", "talk"): 4, ("main", "all", "solve", "phase", "talk"): 4,
                (*step, "talk"): 2, (*step, "solve", "talk"): 4, (*step, "solve", "phase", "talk"): 4}
    check(found == expected, f"with regions: {found}, expected {expected}")


def check_function_regions(test, launch, folder):
    """A region of a function's name stands for the function: it is on the path once, with its own visits."""
    step = ("main", "step")
    expected = {("main", "phases", "talk"): 6, step: 6, (*step, "talk"): 6, (*step, "step"): 6,
                (*step, "step", "talk"): 6, ("main", "small"): 2}
    # `phases` calls once behind its region: only the call stack knows of this.
    visits = {("main", "phases"): 2 + 2, step: 6, (*step, "step"): 6, ("main", "small"): 2}
    for build in ("gcc_O0", "gcc_O2", "clang_O2"):
        program = os.path.join(folder, f"function_regions_{build}")
        if not os.path.exists(program):
            continue
        for kind, options in (("trace", ["--sample=off"]), ("sampled", []), ("summary", ["--profile"])):
            name = f"function_regions_{build}_{kind}"
            report = record(test, name, launch + [program], options)
            found = {}
            for path, count in call_paths(report).items():
                if "MPI_Barrier" in path:
                    found[path[:-2]] = found.get(path[:-2], 0) + count
            check(found == expected, f"{name}: {found}")
            regions = {}
            for cell in report.cells:
                path = tuple(report.names(cell["callpath"])[1:])
                if cell["metric"] == "visits" and path in visits:
                    regions[path] = regions.get(path, 0) + cell["value"]
            check(regions == visits, f"{name}: visits of regions {regions}")


def run(test, options):
    folder = os.path.join(test.build, "tests", "e2e", options.mpi)
    launch = [f"mpirun.{options.mpi}", "-n", "2"]
    check_equal_to_hooks(test, launch, folder)
    check_options(test, launch, folder)
    check_between_calls(test, launch, folder)
    check_stripped(test, launch, folder)
    check_regions(test, launch, folder)
    check_function_regions(test, launch, folder)
    check_no_pie(test, launch, folder)
    check_strange_stacks(test, launch, folder)


if __name__ == "__main__":
    main(run, "mpi")
