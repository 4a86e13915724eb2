#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A run of two programs (MPMD): the call tree of each rank begins with its own program, in the
# trace, the summary, the report and the findings.
# usage: several_programs_test.py BUILD_DIRECTORY MPI
import json
import shutil

from measured import Disturbed, Report, check, main, undisturbed

PROGRAMS = ["front", "rear"]  # programs of ranks 0 and 1, and of ranks 2 and 3
ITEMS, DELAY_MS = 10, 300


def launch(test, mpi):
    """The pipeline, whose rank 0 delays an item, under two names."""
    command = [f"mpirun.{mpi}"]
    for program in PROGRAMS:
        shutil.copy(test.example(mpi, "pipeline"), test.path(program))
        command += ["-n", "2", test.path(program), str(ITEMS), str(DELAY_MS), ":"]
    return command[:-1]


def check_roots(report):
    """Each rank has time below its own program and none below the other one."""
    roots = [path["id"] for path in report.callpaths.values()
             if path["parent"] is None and path["region"] in PROGRAMS]
    check([report.callpaths[root]["region"] for root in roots] == PROGRAMS, f"roots: {roots}")
    for cell in report.cells:
        if cell["metric"] != "time" or cell["value"] == 0:
            continue
        rank = report.locations[cell["location"]]["rank"]
        names = report.names(cell["callpath"])
        check(names[0] == PROGRAMS[rank // 2], f"rank {rank} has time at {'/'.join(names)}")


def measure(test, mpi):
    test.record("both", launch(test, mpi), ["--force"])
    for cubex in ("analysis.cubex", "summary.cubex"):
        outcome = test.run([test.tarry, "report", test.path(f"both/{cubex}"), "--format", "json"])
        check(outcome.status == 0, outcome.stderr)
        check_roots(Report(json.loads(outcome.stdout)))
    text = test.run([test.tarry, "report", "both"]).stdout
    check(text.startswith("front, rear: 4 ranks"), f"the report begins with {text[:60]!r}")
    printed = test.run(["otf2-print", test.path("both/traces.otf2")]).stdout
    begun = sorted((line.split()[1], name) for line in printed.splitlines()
                   if line.startswith("PROGRAM_BEGIN") for name in PROGRAMS if f"/{name}" in line)
    check(begun == [("0", "front"), ("1", "front"), ("2", "rear"), ("3", "rear")], f"trace: {begun}")
    report = test.report("both")
    findings = json.loads(test.run([test.tarry, "report", "both", "--format", "json"]).stdout)["findings"]
    if not findings or findings[0]["ranks"] != [0]:
        raise Disturbed(f"findings: {[each['text'] for each in findings]}")
    check(report.names(findings[0]["callpath"])[0] == "front", f"the finding: {findings[0]['text']}")
    victims = {rank: report.names(each["callpath"])[0]
               for each in findings[0]["victims"] for rank in each["ranks"]}
    if set(victims) < {2, 3}:
        raise Disturbed(f"only ranks {set(victims)} wait")
    for rank, program in victims.items():
        check(program == PROGRAMS[rank // 2], f"rank {rank} waits in {program}")


def run(test, options):
    undisturbed(measure, test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
