#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The same late messages and collective operations in several forms of MPI's functions (large counts,
# persistent and partitioned requests) have the same counts, bytes and wait states as in the plain form.
# usage: forms_test.py BUILD_DIRECTORY MPI
import os
import subprocess

from measured import Disturbed, check, check_sound, main, undisturbed

COUNTS = ("comms_send", "comms_recv", "bytes_sent", "bytes_rcvd", "comms_cxch", "syncs_coll",
          "bytes_cout", "bytes_cin")
WAITS = (("mpi_latesender", 1), ("mpi_wait_nxn", 0))  # and the rank that waits
RANKS, STEPS, MILLISECONDS = 2, 10, 40
PLANTED_S = STEPS * MILLISECONDS / 1000
# A library that has fewer forms than it should would make the test say nothing.
LEAST = {"openmpi": {"plain", "persistent"}, "mpich": {"plain", "large", "persistent", "partitioned"}}


def measure(test, mpi):
    program = os.path.join(test.build, "tests", "e2e", mpi, "late_forms")
    forms = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    check(LEAST[mpi] <= set(forms), f"{mpi} has the forms {forms}")
    reports = {}
    for form in forms:
        launch = [f"mpirun.{mpi}", "-n", str(RANKS), program, form, str(STEPS), str(MILLISECONDS)]
        test.record(form, launch, ["--force"])
        reports[form] = test.report(form)
        check_sound(reports[form], test.archive(form), RANKS)
    for form, report in reports.items():
        compare(form, report, reports["plain"])


def compare(form, report, plain):
    for metric in COUNTS:
        check(report.value(metric) == plain.value(metric),
              f"{metric} of {form}: {report.value(metric)}, of plain: {plain.value(metric)}")
    for metric, rank in WAITS:
        waits = report.value(metric, rank=rank)
        if abs(waits - PLANTED_S) > 0.3 * PLANTED_S:
            raise Disturbed(f"{metric} of {form}: {waits:.3f} s, planted: {PLANTED_S:.3f} s")


def run(test, options):
    undisturbed(measure, test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
