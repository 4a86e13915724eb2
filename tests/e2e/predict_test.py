#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A simulation of recorded programs comes to their end with all their calls, also where receives are
# from anybody, and the planted delay of the pipeline is the first cause of waiting.
# usage: predict_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main

PROGRAMS = (("heat", 4, ["--size", "64", "--steps", "20"]), ("halo_c", 4, ["20", "5"]),
            ("particles", 2, ["40", "3"]), ("master_worker", 4, ["50", "50"]), ("pipeline", 4, []))


# Wildcards, communicators, requests of all kinds, probes.
WRAPPERS = ("mpi_arguments", "mpi_communicators", "mpi_intercomm", "mpi_collectives",
            "mpi_requests", "mpi_persistent", "mpi_probes", "mpi_blocking")
# What an event trace does not tell.
IGNORED = [word for what in ("call-sites", "posted", "datatypes") for word in ("--ignore", what)]


def predict(test, options, path, ranks, arguments):
    program = os.path.basename(path)
    launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
    test.record(program, [*launch, path, *arguments], ["--compressed"])
    kept = test.path(f"{program}.predicted")
    done = test.run([test.tarry, "predict", test.path(program), "-o", kept, "--format", "json"])
    check(done.status == 0, f"{program}: {done.stderr}")
    result = json.loads(done.stdout)
    again = test.path(f"{program}.tct")
    done = test.run([test.tarry, "compress", "-q", kept, "-o", again])
    check(done.status == 0, done.stderr)
    done = test.run([test.tarry, "compare-traces", test.path(program), again, *IGNORED])
    check(done.status == 0, f"{program}: the simulation has other calls\n{done.stdout}")
    return result["prediction"]


def run(test, options):
    for name in WRAPPERS:
        path = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi, name)
        predict(test, options, path, 4, [])
    for program, ranks, arguments in PROGRAMS:
        prediction = predict(test, options, test.example(options.mpi, program), ranks, arguments)
        check(prediction["time_s"] > 0, f"{program} takes no time")
    check(prediction["first_cause"].endswith(" on rank 0"), prediction["first_cause"])
    # Three ranks wait 0.1 s each for the delayed item of the pipeline, the last of the programs.
    check(prediction["waiting_s"] > 0.2, f"{prediction['waiting_s']} s of waiting")


if __name__ == "__main__":
    main(run, "mpi")
