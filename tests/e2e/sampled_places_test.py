#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Programs of bench/planted, recorded with samples and events in one run: the first loss of the
# diagnosis names the function and the ranks of the planted delay, and so does the first finding of
# the trace. usage: sampled_places_test.py BUILD_DIRECTORY MPI some|all
import importlib.machinery
import importlib.util
import json
import os
import sys

from measured import Disturbed, check, main, undisturbed

sys.dont_write_bytecode = True
BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench")
sys.path.insert(0, BENCH)
import planted_delays  # noqa: E402

CASES = [("one rank", "ring"), ("late broadcast", "broadcast"), ("once", "ring"),
         ("half of the ranks", "ring"), ("one rank", "before a gather"), ("one rank", "allreduce"),
         ("two callers", "one rank"), ("pipeline", "first stage"), ("wavefront", "one rank"),
         ("large messages", "one rank, behind the exchange"), ("wandering", "ring"),
         ("two at a time", "serial, unequal")]
LEAST_ALIKE = 10
SOME = {"openmpi": CASES[:1], "mpich": CASES[1:2]}


def planted():
    """Loads the script as a module."""
    loader = importlib.machinery.SourceFileLoader("planted", os.path.join(BENCH, "planted"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("planted", loader))
    loader.exec_module(module)
    return module


def names_place(names, case):
    """Loops are not part of a place."""
    return planted().is_in([name for name in names if not name.startswith("loop")],
                           case.delays[0].place)


def compiled(test, mpi, program):
    path = test.path(program)
    if not os.path.exists(path):
        source = os.path.join(BENCH, "planted_programs", program + ".c")
        outcome = test.run([test.tarry, "instrument", f"mpicc.{mpi}", "-fopenmp", "-D_GNU_SOURCE",
                            "-g", "-O1", source, "-o", path])
        check(outcome.status == 0, outcome.stderr)
    return path


def report_of(test, command):
    outcome = test.run([test.tarry, *command, "--format", "json"])
    check(outcome.status == 0, f"{command[0]} ended with {outcome.status}\n{outcome.stderr}")
    return json.loads(outcome.stdout)


def first_of_trace(report):
    paths = {path["id"]: path for path in report["callpaths"]}
    names = []
    at = report["findings"][0]["callpath"] if report.get("findings") else None
    while at is not None:
        names.insert(0, paths[at]["region"])
        at = paths[at]["parent"]
    return names


def compare(test, mpi, case):
    """Returns whether the trace also names the place."""
    name = f"{case.kind}, {case.name}"
    delays = [f"delay={text}" for delay in case.delays for text in delay.text.split()]
    experiment = test.path("run")
    test.run(["rm", "-rf", experiment])
    test.record(experiment, [f"mpirun.{mpi}", "-n", str(case.ranks),
                             compiled(test, mpi, case.program), *case.arguments, *delays],
                ["--sample", "--trace"])
    losses = report_of(test, ["diagnose", experiment])["findings"]
    said = [f"{loss['type']} {loss['severity_percent']:.1f} % because of "
            f"{['/'.join(cause['callpath'][-3:]) for cause in loss['causes']]} on {loss['ranks']}"
            for loss in losses]
    if not losses or not losses[0]["causes"] or \
            not names_place(losses[0]["causes"][0]["callpath"], case):
        raise Disturbed(f"{name}: {case.delays[0].place} is not first: {said}")
    changing = len(case.delays[0].ranks) == case.ranks
    ranks = [] if changing else case.delays[0].ranks
    if losses[0]["ranks"] != ranks or losses[0]["causes"][0].get("ranks") != ranks:
        raise Disturbed(f"{name}: not on ranks {ranks}: {said}")
    outcome = test.run([test.tarry, "analyze", experiment])
    check(outcome.status == 0, f"analyze ended with {outcome.status}\n{outcome.stderr}")
    traced = first_of_trace(report_of(test, ["report", experiment]))
    print(f"{name}: {said[0]}; trace: {'/'.join(traced)}")
    return names_place(traced, case)


def run(test, options):
    chosen = SOME[options.mpi] if options.what == "some" else CASES
    cases = [case for case in planted_delays.CASES if (case.kind, case.name) in chosen]
    check(len(cases) == len(chosen), f"{len(cases)} cases of {len(chosen)}")
    alike = [case.name for case in cases if undisturbed(compare, test, options.mpi, case)]
    print(f"the trace names the same place first in {len(alike)} of {len(cases)}")
    if options.what == "all":
        check(len(alike) >= LEAST_ALIKE, f"the trace names the same place first in {alike} only")


if __name__ == "__main__":
    main(run, "mpi", "what")
