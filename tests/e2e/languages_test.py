#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The halo example in C and in Fortran through its three bindings does the same: equal numbers of
# operations, messages and wait states; and summaries agree with the traces.
# usage: languages_test.py BUILD_DIRECTORY MPI
import summaries
from measured import Disturbed, check, main, undisturbed

PROGRAMS = ("halo_c", "halo_f08", "halo_mpi", "halo_mpif")
COUNTS = ("comms_send", "comms_recv", "syncs_send", "syncs_recv", "bytes_sent", "bytes_rcvd",
          "comms_cxch", "syncs_coll", "bytes_cout", "bytes_cin")
WAITS = ("mpi_latesender", "mpi_wait_nxn")
RANKS, STEPS, MILLISECONDS = 4, 10, 40


def mpi_visits(report):
    return {name: count for name, count in report.by_region("visits").items()
            if name.startswith("MPI_")}


def measure(test, options):
    reports = {}
    for program in PROGRAMS:
        experiment = test.path(program)
        launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), test.example(options.mpi, program),
                  str(STEPS), str(MILLISECONDS)]
        test.record(experiment, launch, ["--force"])
        reports[program] = test.report(experiment)
        summaries.compare(test, program)
    reference = reports["halo_c"]
    for program, report in reports.items():
        compare(program, report, reference)


def compare(program, report, reference):
    check(mpi_visits(report) == mpi_visits(reference),
          f"visits of {program}: {mpi_visits(report)}, of C: {mpi_visits(reference)}")
    for metric in COUNTS:
        check(report.value(metric) == reference.value(metric),
              f"{metric} of {program}: {report.value(metric)}, of C: {reference.value(metric)}")
    # The whole planted waiting; the influence of the machine is a fraction of it.
    planted = (RANKS - 1) * STEPS * MILLISECONDS / 1000
    for metric in WAITS:
        if abs(report.value(metric) - reference.value(metric)) > 0.3 * planted:
            raise Disturbed(f"{metric} of {program}: {report.value(metric)}, "
                            f"of C: {reference.value(metric)}")


def run(test, options):
    undisturbed(measure, test, options)


if __name__ == "__main__":
    main(run, "mpi")
