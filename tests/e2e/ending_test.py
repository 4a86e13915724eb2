#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Programs that do not end properly: the status of record is that of the measured program, the
# recorded part opens and is analyzed up to the break, and no process of Tarry stays behind.
# usage: ending_test.py BUILD_DIRECTORY MPI
import json
import os
import shutil
import signal
import subprocess
import time

from measured import Disturbed, TIMEOUT_S, check, end, main, undisturbed

RANKS = 2
DONE_BEFORE = 100  # barriers of each rank before the end


def launch(test, mpi, ending):
    program = os.path.join(test.build, "tests", "e2e", mpi, "ending")
    return [f"mpirun.{mpi}", "-n", str(RANKS), program, ending]


def check_analysed_to_the_break(test, experiment, ending):
    report = test.report(experiment)
    barriers = report.value("visits", ["MPI_Barrier"])
    check(barriers >= RANKS * DONE_BEFORE, f"{ending}: {barriers} visits of MPI_Barrier")
    check(report.value("comms_send") >= RANKS * DONE_BEFORE, f"{ending}: messages are missing")
    return report


def check_status(test, mpi, ending):
    """The status is that of the launcher, which decides what to do with the program's. If a rank
    exits early, MPICH's launcher sometimes passes on its status and sometimes the fact that it
    killed the other one."""
    shutil.rmtree(test.path(ending), ignore_errors=True)
    bare = test.run(launch(test, mpi, ending))
    experiment = test.path(ending)
    measured = test.run([test.tarry, "record", "-o", experiment, *launch(test, mpi, ending)])
    if measured.status != bare.status:
        raise Disturbed(f"{ending}: status {bare.status} became {measured.status}\n"
                        f"{measured.stderr}")
    return check_analysed_to_the_break(test, experiment, ending)


def processes_with(text):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as stream:
                command = stream.read().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in command and int(pid) != os.getpid():
            found.append(command)
    return found


def check_killed_launcher(test, mpi):
    """tarry and the launcher are told to stop half-way: they stop, and so does everything below
    them."""
    experiment = test.path("killed")
    command = [test.tarry, "record", "-o", experiment, *launch(test, mpi, "forever")]
    test.commands.append(" ".join(command) + "   # interrupted")
    process = subprocess.Popen(command, cwd=test.directory, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True, env=test.environment)
    check(process.stdout.readline() == "running\n", "the program did not start")
    os.killpg(process.pid, signal.SIGINT)  # the signal of Ctrl-C in a terminal
    try:
        process.communicate(timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        end(process)
        check(False, "tarry record did not end after SIGINT")
    check(process.returncode != 0, "an interrupted run must not look like a good one")
    deadline = time.monotonic() + TIMEOUT_S
    while processes_with(experiment) or processes_with(f"{mpi}/ending forever"):
        check(time.monotonic() < deadline,
              f"left behind: {processes_with(experiment) + processes_with('ending forever')}")
        time.sleep(0.1)
    check_analysed_to_the_break(test, experiment, "killed")


def run(test, options):
    regular = undisturbed(check_status, test, options.mpi, "finalize")
    check(not regular.experiment["warnings"], f"warnings: {regular.experiment['warnings']}")
    with open(os.path.join(test.path("finalize"), "experiment.json"), encoding="utf-8") as stream:
        library = json.load(stream)["mpi"]["version"]
    check({"openmpi": "Open MPI", "mpich": "MPICH"}[options.mpi] in library, f"MPI: {library}")
    for ending in ("exit", "abort", "signal"):
        undisturbed(check_status, test, options.mpi, ending)
    check_killed_launcher(test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
