#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A summary made while the program runs agrees with the analysis of the trace of the same run. Alone
# it leaves no trace; if a trace reaches its limit, the summary goes on; a killed program's summary
# has everything until then. If processes unite their summaries before MPI ends, the file is the
# same, byte by byte, as from the separate ones.
# usage: summary_test.py BUILD_DIRECTORY MPI
import glob
import os
import shutil

import summaries
from measured import check, main

RANKS = 4
COUNTERS = ["ru_minflt", "ru_utime", "process:ru_minflt"]
# In programs/pauses.c, the message that is received by a receive posted in a pause.
ONE_SIDED = {("across", "MPI_Send"): {"comms": 1, "comms_p2p": 1, "comms_send": 1,
                                      "bytes": 4, "bytes_p2p": 4, "bytes_sent": 4}}


def agrees(test, command, name, options=(), environment=None, one_sided=None):
    test.record(name, command, ["--metrics", ",".join(COUNTERS), *options], environment)
    compared = summaries.compare(test, name, COUNTERS, one_sided=one_sided)
    check(compared > 20, f"only {compared} values in {name}")


def alone(test, mpi):
    """Records only a summary, without trace and with small buffers, and makes a report of it."""
    outcome = test.record("alone", [f"mpirun.{mpi}", "-n", str(RANKS), test.example(mpi, "halo_c")],
                          ["--profile"])
    check("MPI_" in outcome.stderr, f"no regions in what record says\n{outcome.stderr}")
    left = sorted(os.listdir(test.path("alone")))
    check(left == ["experiment.json", "summary.cubex", "tarry.log"], f"it left {left}")
    check(test.report("alone").value("comms_send") > 0, "no messages in the summary")


def beside_compressed(test, mpi):
    """Checks which data exist and how to reach them, before and after the compressed trace is
    analyzed."""
    launch = [f"mpirun.{mpi}", "-n", "2", test.example(mpi, "halo_c")]

    def said(status, words, *arguments):
        outcome = test.run([test.tarry, *arguments])
        check(outcome.status == status, f"{arguments}: {outcome.status} {outcome.stderr}")
        for word in words:
            check(word in outcome.stderr, f"{arguments}: not {word!r} in {outcome.stderr}")

    test.record("folded", launch, ["--compressed"])
    for verb in ("report", "score"):
        said(1, ["only a compressed trace", "'tarry analyze folded'"], verb, "folded")
    said(0, ["tarry report folded\n"], "analyze", "folded")
    said(0, ["calls of MPI only"], "score", "folded")
    test.record("beside", launch, ["--compressed", "--profile"])
    said(0, ["this is the run-time summary; ", "'tarry analyze beside'"], "report", "beside")
    where = ["'tarry report beside/summary.cubex'"]
    said(0, ["tarry report beside\n", *where], "analyze", "beside")
    said(0, where, "report", "beside")
    check(test.report("beside/summary.cubex").value("visits", ["main"]) > 0, "no functions in it")


def only_trace(test, mpi):
    test.record("traced", [f"mpirun.{mpi}", "-n", "2", test.example(mpi, "halo_c")], ["--trace"])
    check(not os.path.exists(test.path("traced/summary.cubex")), "a summary nobody asked for")


def trace_ends(test):
    """The trace is cut at its limit and can be analyzed; the summary has all calls."""
    calls = 1000000
    program = os.path.join(test.build, "tests", "e2e", "many_calls")
    outcome = test.record("cut", [program, str(calls)], ["--max-trace", "4M", "--buffer", "1M", "--adaptive", "off"])
    check("the summary goes on" in outcome.stderr, f"it is not said\n{outcome.stderr}")
    visits = {}
    for name in ("analysis", "summary"):
        report = test.report(os.path.join("cut", name + ".cubex"))
        visits[name] = summaries.visits_of(report, "empty")
    check(visits["summary"] == calls, f"{visits['summary']} visits in the summary")
    check(0 < visits["analysis"] < calls / 5, f"{visits['analysis']} visits in the trace")


def killed(test, mpi):
    """The summary, like the trace, has everything recorded until the end."""
    program = os.path.join(test.build, "tests", "e2e", mpi, "ending")
    outcome = test.run([test.tarry, "record", "-o", "killed", "--metrics", ",".join(COUNTERS),
                        f"mpirun.{mpi}", "-n", "2", program, "signal"])
    check(outcome.status != 0, "it was not killed")
    check(summaries.compare(test, "killed", COUNTERS) > 5, "nothing in the summary of a killed program")


# Leaves a copy of the experiment as the processes left it.
COPYING_LAUNCHER = """#!/bin/sh
{launcher} "$@"
status=$?
cp -r recorded copied
exit $status
"""


def record_and_copy(test, mpi, ranks, program, environment=None):
    """Records as `recorded`, with a copy before the finish as `copied`."""
    for name in ("recorded", "copied"):
        shutil.rmtree(test.path(name), ignore_errors=True)
    # Both use one clock rate, whenever it is determined.
    return test.run([test.tarry, "record", "--profile", "--clock", "monotonic", "-o", "recorded",
                     os.path.join(test.directory, f"mpirun.{mpi}"), "-n", str(ranks), *program],
                    environment)


def finished_again(test, spoiled, spoil):
    """Makes the summary of the copy; spoil(file) damages each file of this name in it."""
    shutil.rmtree(test.path("again"), ignore_errors=True)
    shutil.copytree(test.path("copied"), test.path("again"))
    found = glob.glob(test.path(f"again/raw/*/{spoiled}"))
    check(found, f"there is no {spoiled}")
    for file in found:
        spoil(file)
    test.run([test.tarry, "analyze", "again"])  # there is no trace to analyze
    return read(test, "again")


def read(test, experiment):
    with open(test.path(f"{experiment}/summary.cubex"), "rb") as file:
        return file.read()


def united(test, mpi):
    """The summary is the same whether it is made from the union and later changes or from the
    trees."""
    launcher = test.path(f"mpirun.{mpi}")
    with open(launcher, "w") as file:
        file.write(COPYING_LAUNCHER.format(launcher=shutil.which(f"mpirun.{mpi}")))
    os.chmod(launcher, 0o755)
    program = os.path.join(test.build, "tests", "e2e", mpi, "after_finalize")
    for ranks in (1, 2, 4, 7):
        several_batches = {"TARRY_UNION_BATCH": "2000"} if ranks in (2, 7) else {}
        outcome = record_and_copy(test, mpi, ranks, [program], several_batches)
        check(outcome.status == 0, outcome.stderr)
        summary = read(test, "recorded")
        check(finished_again(test, "united.rows", os.remove) == summary,
              f"{ranks} ranks have united something else than they left")
        check(finished_again(test, "*.tree", lambda file: os.truncate(file, 0)) == summary,
              f"what {ranks} ranks have united was not used")
    outcome = record_and_copy(test, mpi, 3, [program, "quick"])
    check(len(glob.glob(test.path("copied/raw/*/changes.bin"))) == 2, "who left said what changed")
    check(finished_again(test, "united.rows", os.remove) == read(test, "recorded"),
          "the summary of a run that one process left without a word")


def not_united(test, mpi):
    """An unreadable file of one process harms no other: all end, and keep their data."""
    program = os.path.join(test.build, "tests", "e2e", mpi, "ending")
    outcome = record_and_copy(test, mpi, 3, [program, "unreadable", test.path("recorded")])
    check(outcome.status == 7, f"status {outcome.status}\n{outcome.stderr}")
    check(not glob.glob(test.path("copied/raw/*/united.rows")), "united without all")
    ranks = {each["rank"] for each in test.report("recorded").locations.values()}
    check(ranks == {0, 1}, f"the summary has ranks {ranks}")


def run(test, options):
    mpi = options.mpi
    for name in ("heat", "pipeline", "master_worker", "halo_c"):
        command = [f"mpirun.{mpi}", "-n", str(RANKS), test.example(mpi, name)]
        agrees(test, command, name)
    pauses = os.path.join(test.build, "tests", "e2e", mpi, "pauses")
    agrees(test, [f"mpirun.{mpi}", "-n", "3", pauses], "pauses", ["--buffer", "64K"],
           one_sided=ONE_SIDED)
    one_sided = os.path.join(test.build, "tests", "e2e", mpi, "one_sided")
    agrees(test, [f"mpirun.{mpi}", "-n", "3", one_sided], "one_sided",
           environment={"OMPI_MCA_osc": "pt2pt"})
    alone(test, mpi)
    beside_compressed(test, mpi)
    united(test, mpi)
    not_united(test, mpi)
    only_trace(test, mpi)
    trace_ends(test)
    killed(test, mpi)


if __name__ == "__main__":
    main(run, "mpi")
