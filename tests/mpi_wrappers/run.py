#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs one program of tests/programs under the injected runtime and looks at the logs it leaves.

usage: run.py BUILD MPI RANKS PROGRAM [--expected FILE] [--partial] [-- ARGUMENTS...]

The program checks its own results. log_check then checks that the logs fit together (--partial:
not the messages), and with --expected that rank by rank they hold the records in FILE.
"""

import argparse
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

TIME_LIMIT = 60


def launch(build, mpi, ranks, experiment, program):
    """The command line and environment to run `program` with."""
    tools = build / "lib" / "tarry"
    command = [f"mpirun.{mpi}", "-n", str(ranks)]
    environment = dict(os.environ)
    if mpi == "openmpi":
        command.append("--oversubscribe")
        environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
        environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
        # Processes that wait give way to those that work: there are more of them than cores.
        environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
        environment["OMPI_MCA_osc"] = "pt2pt"  # one-sided communication on any machine
    command += [str(tools / "tarry-start"),
                "--preload", str(tools / f"libtarry-mpi-{mpi}.so"),
                "--set", f"TARRY_EXPERIMENT={experiment}",
                "--set", "TARRY_BUFFER=1M",
                "--set", "TARRY_KEEP_LOGS=1", "--"]
    return command + program, environment


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("mpi")
    parser.add_argument("ranks", type=int)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--expected", type=pathlib.Path)
    parser.add_argument("--partial", action="store_true")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()

    name = "-".join([options.program.name, *options.arguments, options.mpi, str(options.ranks)])
    experiment = options.build / "tests" / "experiments" / name
    shutil.rmtree(experiment, ignore_errors=True)
    (experiment / "raw").mkdir(parents=True)
    command, environment = launch(options.build, options.mpi, options.ranks, experiment,
                                  [str(options.program), *options.arguments])
    print("run with:", shlex.join(command), flush=True)
    status = subprocess.run(command, env=environment, timeout=TIME_LIMIT).returncode
    if status != 0:
        sys.exit(f"exit status {status}")

    check = [str(options.build / "bin" / "log_check")]
    if options.partial:
        check.append("--partial")
    if options.expected:
        check.append("--print")
    result = subprocess.run([*check, str(experiment)], stdout=subprocess.PIPE, text=True)
    if options.expected:
        expected = options.expected.read_text().splitlines()
        expected = [line for line in expected if not line.startswith("#")]
        difference = list(difflib.unified_diff(expected, result.stdout.splitlines(),
                                               str(options.expected), "recorded", lineterm=""))
        if difference:
            print(*difference, sep="\n")
            sys.exit("the records are not the expected ones")
    if result.returncode != 0:
        sys.exit(f"the logs in {experiment} are not sound:\n{result.stdout}")
    shutil.rmtree(experiment)


main()
