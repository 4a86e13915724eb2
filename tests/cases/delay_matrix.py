#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Delay costs of every pattern in four situations, with both models: one template, told 34 times.

usage: delay_matrix.py RUN_CASE

A makes B wait, which makes C wait. What B does before that, and how long C waits, differs by situation;
the costs do not depend on the pattern. Operations take no time beyond waiting, but for the late receiver, which
is one only if the sender is still there after the receive was posted. Source: D. Viehhauser, "Evaluating an alternative
cost-propagation in the delay-cost model of Scalasca", master's thesis, RWTH Aachen, 2023, sections 2.3.3, 3.3 and 3.5.
"""
import subprocess
import sys
import tempfile
from fractions import Fraction

REGION = "main/!$omp parallel/"
MODELS = ("", "__waitfirst")  # suffixes of the metrics


class Operation:
    """How one process waits for another, and its name in the report."""

    def __init__(self, name, channel, wait, waiter, other, count="", takes=0):
        self.name = name
        self.channel = channel
        self.wait = wait
        self.waiter = waiter  # text of the operation: {t}, {comm}, {partner}
        self.other = other
        self.count = count
        self.takes = takes  # time beyond waiting
        self.region = '!$omp barrier' if waiter[0] == '"' else waiter.split()[0]

    def waits(self, begin, end, comm, partner):
        return self.waiter.format(t=f"{begin}..{end + self.takes}", comm=comm, partner=partner)

    def is_waited_for(self, at, comm, partner):
        return self.other.format(t=f"{at}..{at + self.takes}", comm=comm, partner=partner)


def collective(name, channel, wait, call, root=""):
    text = f"{call} {{t}} comm={{comm}}{root}"
    return Operation(name, channel, wait, text, text)


OPERATIONS = [
    Operation("late sender", "latesender", "mpi_latesender", "MPI_Recv {t} from={partner}",
              "MPI_Send {t} to={partner}", "mpi_cls_count"),
    Operation("late receiver", "latereceiver", "mpi_latereceiver", "MPI_Ssend {t} to={partner}",
              "MPI_Recv {t} from={partner}", "mpi_clr_count", takes=1),
    collective("barrier", "barrier", "mpi_barrier_wait", "MPI_Barrier"),
    collective("n to n", "n2n", "mpi_wait_nxn", "MPI_Allreduce", " bytes=8/8"),
    Operation("1 to n", "12n", "mpi_latebroadcast", "MPI_Bcast {t} comm={comm} root=0 bytes=0/8",
              "MPI_Bcast {t} comm={comm} root=0 bytes=8/0"),
    Operation("n to 1", "n21", "mpi_earlyreduce", "MPI_Reduce {t} comm={comm} root=1 bytes=0/8",
              "MPI_Reduce {t} comm={comm} root=1 bytes=8/0"),
]
OMP = Operation("OpenMP barrier", "ompbarrier", "omp_ebarrier_wait", '"!$omp barrier" {t}',
                '"!$omp barrier" {t}')


class Situation:
    """The times of A until 5, of B until 3 and after its wait, and of C until it waits."""

    def __init__(self, name, a, b, b_after, c):
        self.name = name
        self.a, self.b, self.b_after, self.c = a, b, b_after, c


WAITED = 2  # wait of B for A
SITUATIONS = [
    Situation("1: C waits less than B", [("f", 3), ("g", 2)], [("f", 2), ("h", 1)], [],
              [("f", 2), ("g", 2)]),
    Situation("2.1: C waits as long as B waited and worked", [("h", 3), ("g", 2)], [("h", 3)],
              [("f", 2)], [("h", 3)]),
    Situation("2.2: C waits longer than B waited, less than it waited and worked",
              [("h", 3), ("g", 2)], [("h", 3)], [("f", 2)], [("h", 3), ("k", 1)]),
]


class Chain:
    """A situation with two operations: B waits for A in the first, C for B in the second."""

    def __init__(self, situation, first, second):
        self.a, self.b, self.b_after, self.c = (situation.a, situation.b, situation.b_after,
                                                list(situation.c))
        self.goes_on = 5 + first.takes
        self.meet = self.goes_on + length(self.b_after)
        if not self.b_after:  # the duration of the first operation must not lengthen C's wait
            self.c[-1] = self.c[-1][0], self.c[-1][1] + first.takes
        self.c_waits = self.meet - length(self.c)
        self.surplus_a = surplus(self.a, self.b)
        own = [(first.region, first.takes)] if first.takes else []
        self.surplus_b = surplus(self.b + own + self.b_after, self.c)

    def kept(self, model):
        """Of C's wait, what stays with B."""
        longer = sum(self.surplus_b.values())
        if model == "":
            return Fraction(self.c_waits * longer, longer + WAITED)
        return Fraction(max(0, self.c_waits - WAITED))

    def indirect(self, model):
        """Of C's wait, what B's wait explains, which is what B's wait propagates."""
        if model == "":
            return min(Fraction(self.c_waits, sum(self.surplus_b.values()) + WAITED), 1) * WAITED
        return Fraction(min(self.c_waits, WAITED))


def length(regions):
    return sum(each for _, each in regions)


def surplus(longer, shorter):
    """Returns the excess time by region."""
    regions = dict.fromkeys(name for name, _ in longer)
    of = {name: length([each for each in longer if each[0] == name]) -
          length([each for each in shorter if each[0] == name]) for name in regions}
    return {name: value for name, value in of.items() if value > 0}


def work(regions, begin):
    text = ""
    for name, length in regions:
        text += f"{name} {begin}..{begin + length} "
        begin += length
    return text


def expect(metric, who, path, value):
    return f'expect {metric} rank={who} "path={path}" value={value}\n' if value else ""


def expected_costs(chain, first, second):
    """Returns the costs of each region: metric, "a" or "b", region, units. The real programs are
    checked with it too."""
    for model in MODELS:
        kept = chain.kept(model)
        passed_on = chain.c_waits - kept
        for region, value in chain.surplus_a.items():
            part = Fraction(value, sum(chain.surplus_a.values()))
            yield f"delay_{first.channel}{model}", "a", region, part * WAITED
            yield f"delay_{second.channel}_longterm{model}", "a", region, part * passed_on
        for region, value in chain.surplus_b.items():
            part = Fraction(value, sum(chain.surplus_b.values()))
            yield f"delay_{second.channel}{model}", "b", region, part * kept


def costs(chain, first, second, who_a, who_b, at):
    who = {"a": who_a, "b": who_b}
    text = "".join(expect(metric, who[role], at + region, value)
                   for metric, role, region, value in expected_costs(chain, first, second))
    return text + "".join(f"expect-total delay{model} {WAITED + chain.c_waits}\n" for model in MODELS)


def classes(chain, first, second, b, c):
    """Returns for both waits the process, the place, the cause and the effect."""
    text = ""
    for model in MODELS:
        passed_on = chain.indirect(model)
        for operation, (who, at), direct, indirect, propagating, terminal in (
                (first, b, WAITED, 0, passed_on, WAITED - passed_on),
                (second, c, chain.c_waits - passed_on, passed_on, 0, chain.c_waits)):
            where = who, at + operation.region
            for kind, value in (("direct", direct), ("indirect", indirect),
                                ("propagating", propagating), ("terminal", terminal)):
                text += expect(f"wait_{kind}_{operation.channel}{model}", *where, value)
        text += f"expect-total wait_indirect{model} {passed_on}\n"
        text += f"expect-total wait_propagating{model} {passed_on}\n"
        # These metrics know of waits for messages only: of those that others made, or that made such.
        text += f"expect-total mpi_wait_indirect{model} {passed_on * is_of_messages(second)}\n"
        of_both = is_of_messages(first) and is_of_messages(second)
        text += f"expect-total mpi_wait_propagating{model} {passed_on * of_both}\n"
    return text


def is_of_messages(operation):
    return operation.channel in ("latesender", "latereceiver")


def waits_and_counts(waits):
    """Takes (operation, waiting process, place, duration); the same cell may have several."""
    text, sums = "", {}
    for operation, who, at, value in waits:
        cell = operation.wait, who, at + operation.region
        sums[cell] = sums.get(cell, 0) + value
    for (metric, who, path), value in sums.items():
        text += expect(metric, who, path, value)
    counts = {operation.count for operation, *_ in waits if operation.count}
    return text + "".join(f"expect-more {count}\n" for count in sorted(counts))


def mpi_alone(operation):
    text = "ranks 2\ncomm ab 0,1\n"
    text += f"0: main 0..9 {{ f 0..2 {operation.is_waited_for(2, 'ab', 1)} }}\n"
    text += f"1: main 0..9 {{ f 0..1 {operation.waits(1, 2, 'ab', 0)} }}\n"
    text += waits_and_counts([(operation, 1, "main/", 1)])
    for model in MODELS:
        text += expect(f"delay_{operation.channel}{model}", 0, "main/f", 1)
        text += f"expect-total delay{model} 1\n"
    return text


def in_team(rank, inside):
    """Returns a team over the whole run, so nobody is idle; `inside` is the work of each thread."""
    team = f"t{rank}"
    text = f"{rank}.0: main 0..9 {{ fork 0..9 {{ member 0..9 team={team} {{ \"!$omp parallel\" 0..9 {{ "
    text += f"{inside[0]} }} }} }} }}\n"
    for thread, what in enumerate(inside[1:], 1):
        text += f"{rank}.{thread}: member 0..9 team={team} {{ \"!$omp parallel\" 0..9 {{ {what} }} }}\n"
    return text


def omp_alone():
    text = "ranks 1\nthreads 2\nteam t0 0.0,0.1\n"
    text += in_team(0, ['"!$omp single" 0..2 { f 0..2 } ' + OMP.is_waited_for(2, "", 0),
                        "f 0..1 " + OMP.waits(1, 2, "", 0)])
    text += waits_and_counts([(OMP, "0.1", REGION, 1)])
    for model in MODELS:
        # f is another call path in the single construct, so all of its time is excess.
        text += expect(f"delay_ompbarrier{model}", "0.0", REGION + "!$omp single/f", 1)
        text += f"expect-total delay{model} 1\n"
    return text


def mpi_chain(operation, situation):
    chain = Chain(situation, operation, operation)
    text = "ranks 3\ncomm ab 0,1\ncomm bc 1,2\n"
    text += f"0: main 0..9 {{ {work(chain.a, 0)}{operation.is_waited_for(5, 'ab', 1)} }}\n"
    text += f"1: main 0..9 {{ {work(chain.b, 0)}{operation.waits(3, 5, 'ab', 0)} "
    text += f"{work(chain.b_after, chain.goes_on)}{operation.is_waited_for(chain.meet, 'bc', 2)} }}\n"
    text += f"2: main 0..9 {{ {work(chain.c, 0)}"
    text += f"{operation.waits(length(chain.c), chain.meet, 'bc', 1)} }}\n"
    text += waits_and_counts([(operation, 1, "main/", WAITED), (operation, 2, "main/", chain.c_waits)])
    text += classes(chain, operation, operation, (1, "main/"), (2, "main/"))
    return text + costs(chain, operation, operation, 0, 1, "main/")


def mpi_then_team(operation, situation):
    """Funneled: B waits in MPI on the initial thread, C is another thread of its team."""
    chain = Chain(situation, operation, OMP)
    text = "ranks 2\nthreads 2\ncomm ab 0,1\nteam t0 0.0,0.1\nteam t1 1.0,1.1\n"
    text += in_team(0, [work(chain.a, 0) + operation.is_waited_for(5, "ab", 1), ""])
    text += in_team(1, [work(chain.b, 0) + operation.waits(3, 5, "ab", 0) + " " +
                        work(chain.b_after, 5) + OMP.is_waited_for(chain.meet, "", 0),
                        work(chain.c, 0) + OMP.waits(length(chain.c), chain.meet, "", 0)])
    text += waits_and_counts([(operation, "1.0", REGION, WAITED), (OMP, "1.1", REGION, chain.c_waits)])
    text += classes(chain, operation, OMP, ("1.0", REGION), ("1.1", REGION))
    return text + costs(chain, operation, OMP, "0.0", "1.0", REGION)


def team_then_mpi(operation, situation):
    """Funneled: B, the initial thread, waits at a barrier for A, another thread of its team, and
    C for B."""
    chain = Chain(situation, OMP, operation)
    text = "ranks 2\nthreads 2\ncomm bc 0,1\nteam t0 0.0,0.1\nteam t1 1.0,1.1\n"
    text += in_team(0, [work(chain.b, 0) + OMP.waits(3, 5, "", 0) + " " + work(chain.b_after, 5) +
                        operation.is_waited_for(chain.meet, "bc", 1),
                        work(chain.a, 0) + OMP.is_waited_for(5, "", 0)])
    text += in_team(1, [work(chain.c, 0) + operation.waits(length(chain.c), chain.meet, "bc", 0), ""])
    text += waits_and_counts([(OMP, "0.0", REGION, WAITED), (operation, "1.0", REGION, chain.c_waits)])
    text += classes(chain, OMP, operation, ("0.0", REGION), ("1.0", REGION))
    return text + costs(chain, OMP, operation, "0.1", "0.0", REGION)


def combinations():
    """Returns for each program its name, its situation (none: nothing propagates), and its two
    operations."""
    for operation in [*OPERATIONS, OMP]:
        yield f"no propagation, {operation.name}", None, operation, None
    sender, barrier = OPERATIONS[0], OPERATIONS[2]
    for situation in SITUATIONS:
        for operation in OPERATIONS:
            yield f"{situation.name}, {operation.name}", situation, operation, operation
        for first, second in ((sender, OMP), (OMP, sender), (OMP, barrier)):
            yield f"{situation.name}, {first.name}, then {second.name}", situation, first, second


def program(situation, first, second):
    if situation is None:
        return omp_alone() if first is OMP else mpi_alone(first)
    if first is OMP:
        return team_then_mpi(second, situation)
    return mpi_then_team(first, situation) if second is OMP else mpi_chain(first, situation)


def main():
    failed = count = 0
    for count, (name, *parts) in enumerate(combinations(), 1):
        text = program(*parts)
        with tempfile.NamedTemporaryFile("w", suffix=".case", prefix="delay_matrix_") as file:
            file.write(f"# {name}\n{text}")
            file.flush()
            done = subprocess.run([sys.argv[1], file.name], capture_output=True, text=True)
        print(f"{'passed' if done.returncode == 0 else 'FAILED'}: {name}")
        if done.returncode != 0:
            failed += 1
            print(f"{text}{done.stdout}{done.stderr}")
    print(f"{count - failed} of {count} programs have the costs that they must have")
    sys.exit(1 if failed != 0 or count != 34 else 0)


if __name__ == "__main__":
    main()
