#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The matrix of tests/cases/delay_matrix.py as real programs: every situation with every two
# operations, with times forced by sleeping. Each region has the delay costs of the text case, in
# both models.
# usage: delay_programs_test.py BUILD_DIRECTORY MPI PROGRAMS
# PROGRAMS is `all`, or `half` for every other one: those of Open MPI are not those of MPICH.
import copy
import os
import sys

from measured import Disturbed, check, main, undisturbed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases"))
import delay_matrix  # noqa: E402

# A busy machine disturbs longer sleeps by a smaller part, so disturbed runs are repeated with
# longer ones.
UNITS_MS = (50, 50, 100, 200, 400)
TOLERANCE = 0.2  # part of a unit: less than the difference of the models, which is a third
BELOW = "situation"
ROLES = {  # rank and thread of A and B, by the place of the team
    "none": {"a": (0, 0), "b": (1, 0)},
    "causes": {"a": (0, 1), "b": (0, 0)},
    "victims": {"a": (0, 0), "b": (1, 0)},
}


class Program:
    """A program of the matrix: its command, and what its report must hold."""

    def __init__(self, situation, first, second):
        omp = delay_matrix.OMP
        self.first, self.second = first, second
        team = "causes" if first is omp else "victims" if second is omp else "none"
        self.roles = ROLES[team]
        if situation is None:
            self.ranks = 1 if first is omp else 2
            works = [[("f", 2)], [("f", 1)], [], []]
            self.expected = {(f"delay_{first.channel}{model}", None, "f"): 1.0
                             for model in delay_matrix.MODELS}
            self.waits = 1
        else:
            self.ranks = 3 if team == "none" else 2
            works = [situation.a, situation.b, situation.b_after, situation.c]
            chain = delay_matrix.Chain(situation, without_own_time(first), second)
            self.expected = {
                (metric, self.roles[role], region): float(value)
                for metric, role, region, value in delay_matrix.expected_costs(chain, first, second)}
            self.waits = delay_matrix.WAITED + chain.c_waits
        self.arguments = [first.channel, second.channel if second else "none",
                          *("".join(f"{name}{units}" for name, units in work) or "-" for work in works)]

    def who(self, location):
        """If nothing propagates, threads are not distinguished: any of them gets a single
        construct."""
        return None if self.second is None else (location["rank"], location["thread"])


def without_own_time(operation):
    operation = copy.copy(operation)
    operation.takes = 0
    return operation


def costs_of(report, program):
    """Returns short-term and long-term costs below the situation, by metric, place and region."""
    aggregates = {metric["parent"] for metric in report.metrics.values()}
    costs = {}
    for cell in report.cells:
        metric = cell["metric"]
        names = report.names(cell["callpath"])
        if metric.startswith("delay_") and metric not in aggregates and BELOW in names:
            where = metric, program.who(report.locations[cell["location"]]), names[-1]
            costs[where] = costs.get(where, 0.0) + cell["value"]
    return costs


def check_costs(name, program, costs, unit_s):
    for key in sorted(costs.keys() | program.expected.keys(), key=str):
        expected = program.expected.get(key, 0.0) * unit_s
        value = costs.get(key, 0.0)
        if abs(value - expected) > TOLERANCE * unit_s:
            raise Disturbed(f"{name}: {key} is {value:.4f} s, not {expected:.4f} s")
    for model in delay_matrix.MODELS:
        total = sum(value for (metric, *_), value in costs.items()
                    if metric.endswith("__waitfirst") == bool(model))
        waits = program.waits * unit_s
        if abs(total - waits) > 2 * TOLERANCE * unit_s:
            raise Disturbed(f"{name}: all costs{model} are {total:.4f} s, not {waits:.4f} s")


def measure(test, mpi, name, program, units_ms):
    unit_ms = next(units_ms)
    launch = [f"mpirun.{mpi}", "-n", str(program.ranks),
              os.path.join(test.build, "tests", "e2e", mpi, "delay_chain"), str(unit_ms), *program.arguments]
    test.record("experiment", launch, ["--force"])
    report = test.report("experiment")
    check(not report.experiment["warnings"], f"{name}: {report.experiment['warnings']}")
    check_costs(name, program, costs_of(report, program), unit_ms / 1e3)


def run(test, options):
    programs = list(delay_matrix.combinations())
    check(len(programs) == 34, f"{len(programs)} programs")
    if options.programs == "half":
        programs = programs[("openmpi", "mpich").index(options.mpi)::2]
    for name, *parts in programs:
        undisturbed(measure, test, options.mpi, name, Program(*parts), iter(UNITS_MS),
                    attempts=len(UNITS_MS))


if __name__ == "__main__":
    main(run, "mpi", "programs")
