#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# tarry record --sample and tarry diagnose: in kernels with a planted loss, that loss comes first,
# with its call paths, ranks and severity. usage: diagnosis_test.py BUILD_DIRECTORY MPI some|all
import json
import os
import re

from measured import ATTEMPTS, Disturbed, check, main, undisturbed

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "losses.c")
SIGNIFICANT = 0.01  # part of the run
TOLERANCE = 0.3  # part of the planted seconds: the effect of more ranks than cores
# If a message is copied piece by piece, it is mostly a wait of both ranks for a core.
ONE_COPY = {"OMPI_MCA_btl_vader_single_copy_mechanism": "cma"}


class Loss:
    """The loss planted in a kernel. `symptom` is the pattern of the MPI call; `causes` are
    functions, the first one on top; `seconds` are those of an average rank, None if the machine
    decides. `beside` is a type that is equally large because it is the same loss on the other
    side."""

    def __init__(self, kind, symptom, seconds, causes=(), ranks=None, ranks_run=8, beside=None,
                 **marks):
        self.kind, self.symptom, self.seconds, self.beside = kind, symptom, seconds, beside
        self.causes, self.ranks, self.ranks_run, self.marks = causes, ranks, ranks_run, marks


KERNELS = {
    "imbalance": Loss("load_imbalance", "Barrier", 0.875, ["uneven_work"], [7]),
    "evened_out": Loss("load_imbalance", "Barrier", 0.36, ["first_work", "second_work"],
                       [0, 1, 2, 3], evened_out=True),
    "serialization": Loss("serialization", "Barrier", 1.75, ["serial_work"], [1]),
    # With more than nine ranks, waiting for cores would exceed waiting for the one inside, because
    # they poll.
    "grid_border": Loss("load_imbalance", "Allreduce", 0.71, ["uneven_work"], [4], 9),
    "groups_uneven": Loss("load_imbalance", "Barrier", 0.45, ["right_work"], [4, 5, 6, 7],
                          across_groups=True),
    "frequent_calls": Loss("frequent_communication", "Test", None),
    "pending_requests": Loss("frequent_communication", "Iprobe|Testall|Isend|Recv", None),
    "late_partner": Loss("wait_for_partner", "Recv", 0.9),
    # If the receiver copies from the memory of the sender, the sender waits for it.
    "large_message": Loss("large_message", "Send|Recv", None, beside="wait_for_partner"),
    "large_io": Loss("large_io", "File_write_at", None),
}
SOME = {
    "openmpi": ["imbalance", "evened_out", "late_partner", "frequent_calls"],
    "mpich": ["serialization", "groups_uneven", "large_message", "large_io"],
}


def diagnose(test, mpi, kernel, ranks):
    """Returns the diagnosis, and the seconds that an average rank reports as waiting."""
    program = os.path.join(test.build, "tests", "e2e", mpi, "losses")
    experiment = test.path(kernel)
    test.run(["rm", "-rf", experiment])
    recorded = test.record(experiment, [f"mpirun.{mpi}", "-n", str(ranks), program, kernel],
                           ["--sample"], ONE_COPY)
    outcome = test.run([test.tarry, "diagnose", experiment, "--format", "json"])
    check(outcome.status == 0, f"diagnose ended with {outcome.status}\n{outcome.stderr}")
    waited = [float(each) for each in re.findall(r"waited ([\d.]+)", recorded.stdout)]
    check(len(waited) == ranks, f"{kernel}: {recorded.stdout}")
    return json.loads(outcome.stdout), sum(waited) / ranks


def line_of_call(function, kernel):
    """Returns where the kernel calls the function, as it stands in the cause's call path."""
    inside = False
    with open(SOURCE, encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            if re.match(rf"static void (two_)?{kernel.split('_')[0]}\w*\(", line):
                inside = True
            if inside and f"{function}(" in line:
                return number
            if line.startswith("}"):
                inside = False
    raise AssertionError(f"no call of {function} in {kernel}")


def brief(finding):
    return (f"{finding['type']} {finding['severity_s']:.3f} s in "
            f"{'/'.join(finding['symptom']['callpath'][1:])} because of "
            f"{[cause['callpath'][1:] for cause in finding['causes']]} on {finding['ranks']}")


def check_planted(test, mpi, kernel):
    loss = KERNELS[kernel]
    made, _ = diagnose(test, mpi, kernel, loss.ranks_run)
    said = [brief(finding) for finding in made["findings"]]
    tops = [finding for finding in made["findings"] if finding["type"] != loss.beside]
    if not tops or tops[0]["severity_s"] < made["findings"][0]["severity_s"] * (1 - TOLERANCE):
        raise Disturbed(f"{kernel}: {loss.kind} is not on top of {said}")
    top = tops[0]
    if top["type"] != loss.kind or not re.match(f"MPI_({loss.symptom})$", top["symptom"]["callpath"][-1]):
        raise Disturbed(f"{kernel}: {loss.kind} is not on top of {said}")
    if loss.ranks is not None and top["ranks"] != loss.ranks:
        raise Disturbed(f"{kernel}: not on ranks {loss.ranks}: {said}")
    for mark, value in loss.marks.items():
        if top[mark] != value:
            raise Disturbed(f"{kernel}: {mark} is {top[mark]}: {said}")
    for function, cause in zip(loss.causes, top["causes"]):
        if function not in cause["callpath"]:
            raise Disturbed(f"{kernel}: {function} is no cause: {said}")
        site = cause["sites"][cause["callpath"].index(function)]
        check(site.endswith(f"losses.c:{line_of_call(function, kernel)}"),
              f"{kernel}: {function} is called at {site}")
    # A phase that begins with another call is of another kind, with a finding of its own.
    seconds = sum(finding["severity_s"] for finding in made["findings"]
                  if finding["type"] == top["type"]
                  and finding["symptom"]["callpath"] == top["symptom"]["callpath"])
    if loss.seconds is not None and abs(seconds - loss.seconds) > TOLERANCE * loss.seconds:
        raise Disturbed(f"{kernel}: {seconds:.3f} s instead of {loss.seconds} s: {said}")
    print(f"{kernel}: {brief(top)}")


def check_none(test, mpi, kernel):
    """A kernel without loss must have no finding. MPICH polls: with more ranks than cores,
    waiting ranks take cores from working ones, which are late then. If other programs take the
    cores, barriers last, and only that is found: such a run proves nothing and is repeated."""
    for _ in range(ATTEMPTS):
        made, waited = diagnose(test, mpi, kernel, 2 if mpi == "mpich" else 8)
        is_quiet = waited <= SIGNIFICANT * made["experiment"]["duration_s"]
        found = sum(finding["severity_s"] for finding in made["findings"])
        if found > (0 if is_quiet else waited * (1 + TOLERANCE)):
            raise Disturbed(f"{kernel}: {found:.3f} s, but ranks waited {waited:.3f} s: "
                            f"{[brief(finding) for finding in made['findings']]}")
        print(f"{kernel}: {found:.3f} s, ranks waited {waited:.3f} s")
        if found == 0:
            return
    print(f"skipped: that nothing is found of {kernel}: others use the machine, so that in each attempt ranks "
          "waited, and no more than that was found")


def run(test, options):
    kernels = SOME[options.mpi] if options.what == "some" else KERNELS
    for kernel in kernels:
        undisturbed(check_planted, test, options.mpi, kernel)
    if options.what == "all":
        for kernel in ("balanced", "groups_even"):
            undisturbed(check_none, test, options.mpi, kernel)


if __name__ == "__main__":
    main(run, "mpi", "what")
