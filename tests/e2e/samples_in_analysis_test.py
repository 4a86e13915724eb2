#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A trace with samples beside it, of a program as it was built whose slow function calls no MPI: the
# function is the first finding, with its rank and the gain; nothing is lost or counted twice; the
# report is the same for any number of threads and processes; without samples it is unchanged. The
# function is also found without its name, and without its callers.
# usage: samples_in_analysis_test.py BUILD_DIRECTORY MPI
import json
import os
import shutil

from measured import Disturbed, Report, check, main, undisturbed

STEPS = 120
SLOWER_S = STEPS * 0.008  # additional time of relax on rank 1
PREPARE_S = STEPS * 0.003
TOLERANCE = 0.1
ROUNDING_S = 1e-9
FUNCTIONS = ("main", "step", "relax")


def analyzed(test, *options, launch=()):
    outcome = test.run([*launch, test.tarry, "analyze", "-q", "run", *options])
    check(outcome.status == 0, outcome.stderr)
    cube = options[options.index("-o") + 1] if "-o" in options else "run"
    shown = test.run([test.tarry, "report", cube, "--format", "json"])
    return json.loads(shown.stdout)


def computed(report):
    """Returns seconds of computation by location, exact except for the rounding of sums."""
    sums = {}
    for cell in report.cells:
        if cell["metric"] == "comp":
            sums[cell["location"]] = sums.get(cell["location"], 0) + cell["value"]
    return sums


def check_first_finding(test, launch, program):
    test.record("run", [*launch, program], ["--trace", "--sample=4ms", "--force"])
    content = analyzed(test)
    report = Report(content)
    first = content["findings"][0]
    names = report.names(first["callpath"])
    check(names[1:] == list(FUNCTIONS), f"first finding: {names}")
    if first["ranks"] != [1]:
        raise Disturbed(f"the first finding is on ranks {first['ranks']}, not on rank 1 alone")
    for what, value in (("delay", first["delay_s"]), ("gain", first["gain_s"])):
        if abs(value - SLOWER_S) > TOLERANCE * SLOWER_S:
            raise Disturbed(f"{what} of {value:.3f} s, planted were {SLOWER_S:.3f} s")
    accuracy = report.value("sampled_accuracy", list(FUNCTIONS), rank=1)
    low, high = first["gain_low_s"], first["gain_high_s"]
    check(0 < accuracy < TOLERANCE * SLOWER_S, f"relax on rank 1: {accuracy} s")
    check(low < first["gain_s"] < high, f"gain {first['gain_s']}, {low} to {high}")
    found = report.value("sampled", ["prepare"], rank=0)
    if abs(found - PREPARE_S) > 3 * TOLERANCE * PREPARE_S:
        raise Disturbed(f"prepare on rank 0: {found:.3f} s, not {PREPARE_S:.3f} s")
    return content


def first_culprit(test, launch, program):
    """Returns the names on the call path of the first finding, if that is on the slow rank."""
    test.record("run", [*launch, program], ["--trace", "--sample=4ms", "--force"])
    content = analyzed(test)
    findings = content["findings"]
    if not findings or findings[0]["ranks"] != [1]:
        raise Disturbed(f"first finding: {findings[:1]}")
    return Report(content).names(findings[0]["callpath"])[1:]


def check_stripped(test, launch, program):
    """The slow function is told apart from its callers, although it has no name."""
    names = first_culprit(test, launch, program)
    begin = os.path.basename(program) + "+0x"
    check(len(set(names)) == len(FUNCTIONS) and all(name.startswith(begin) for name in names),
          f"stripped: {names}")


def check_without_unwind_information(test, launch, program):
    names = first_culprit(test, launch, program)
    check(names == ["(callers not known)", "step", "relax"], f"without unwind information: {names}")


def check_conserved(test, content):
    bare = analyzed(test, "--no-samples", "-o", "bare.cubex")
    check("samples were not used (--no-samples)" in bare["experiment"]["warnings"],
          bare["experiment"]["warnings"])
    names = {path["region"] for path in bare["callpaths"]}
    check("step" in names and "relax" not in names, f"without samples: {names}")
    before, after = computed(Report(bare)), computed(Report(content))
    check(before.keys() == after.keys(), f"{before} {after}")
    for location, seconds in before.items():
        check(abs(seconds - after[location]) <= ROUNDING_S, f"{location}: {seconds} {after[location]}")


def check_any_division(test, mpi):
    expected = None
    for name, options, launch in (("j1", ["-j", "1"], []), ("j2", ["-j", "2"], []),
                                  ("n3", [], [f"mpirun.{mpi}", "-n", "3"])):
        analyzed(test, *options, "-o", f"{name}.cubex", launch=launch)
        with open(test.path(f"{name}.cubex"), "rb") as file:
            content = file.read()
        check(expected in (None, content), f"{name}: another report")
        expected = content


def check_bad_samples(test):
    """Unreadable samples are reported, and the trace is analyzed without them."""
    folder = test.path("run/samples")
    for process in os.listdir(folder):
        if os.path.isdir(os.path.join(folder, process)):
            with open(os.path.join(folder, process, "process.tsv"), "w", encoding="ascii") as file:
                file.write("nonsense\n")
    content = analyzed(test, "-o", "damaged.cubex")
    check(any(warning.startswith("samples were not used to divide the time of functions: ")
              for warning in content["experiment"]["warnings"]), content["experiment"]["warnings"])
    shutil.rmtree(folder)
    content = analyzed(test, "-o", "none.cubex")
    check(not any("samples" in warning for warning in content["experiment"]["warnings"]),
          content["experiment"]["warnings"])


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "sampled_work")
    launch = [f"mpirun.{options.mpi}", "-n", "2"]
    undisturbed(check_stripped, test, launch, program + "_stripped")
    undisturbed(check_without_unwind_information, test, launch, program + "_bare")
    content = undisturbed(check_first_finding, test, launch, program)
    check_conserved(test, content)
    check_any_division(test, options.mpi)
    check_bad_samples(test)


if __name__ == "__main__":
    main(run, "mpi")
