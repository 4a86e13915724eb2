#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A program of mpi4py is recorded as any other: its messages and operations are all there, and ranks wait
# for the late one. Skipped, with the reason, where a Python of the system has no mpi4py for this MPI.
# usage: mpi4py_test.py BUILD_DIRECTORY MPI
import os
import subprocess
import sys

from measured import Disturbed, check, check_sound, main, undisturbed

PYTHON = "/usr/bin/python3"  # that of the package
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "mpi4py_ring.py")
RANKS, STEPS, LATE_MS = 2, 10, 40
LIBRARY = {"openmpi": "Open MPI", "mpich": "MPICH"}


def reason_against(test, mpi):
    """Why there is nothing to test; None if there is."""
    found = subprocess.run([PYTHON, "-c", "from mpi4py import MPI; print(MPI.Get_library_version())"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           env=test.environment) if os.path.exists(PYTHON) else None
    if found is None or found.returncode != 0:
        return f"{PYTHON} has no mpi4py (Debian: python3-mpi4py)"
    if LIBRARY[mpi] not in found.stdout:
        return f"the mpi4py of {PYTHON} is not built for {LIBRARY[mpi]}"
    return None


def measure(test, mpi):
    launch = [f"mpirun.{mpi}", "-n", str(RANKS), PYTHON, PROGRAM, str(STEPS), str(LATE_MS)]
    test.record("experiment", launch, ["--force"])
    report = test.report("experiment")
    check_sound(report, test.archive("experiment"), RANKS)
    visits = report.by_region("visits")
    for function in ("MPI_Init_thread", "MPI_Finalize"):
        check(visits.get(function) == RANKS, f"{function}: {visits.get(function)} visits")
    for function, in_step in (("MPI_Send", 1), ("MPI_Startall", 1), ("MPI_Allreduce", 1)):
        check(visits.get(function) == RANKS * STEPS * in_step,
              f"{function}: {visits.get(function)} visits")
    # An array, a persistent request and an object go to the next rank.
    check(report.value("comms_send") + report.value("syncs_send") == 3 * RANKS * STEPS,
          f"{report.value('comms_send')} messages with data, {report.value('syncs_send')} without")
    waits, planted = report.value("mpi_latesender", rank=1), STEPS * LATE_MS / 1000
    if abs(waits - planted) > 0.3 * planted:
        raise Disturbed(f"rank 1 waits {waits:.3f} s for a late sender, planted: {planted:.3f} s")


def run(test, options):
    reason = reason_against(test, options.mpi)
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    undisturbed(measure, test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
