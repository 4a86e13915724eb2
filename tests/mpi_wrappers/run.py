#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs one program of tests/programs under the injected runtime and looks at the logs it leaves.

usage: run.py BUILD MPI RANKS PROGRAM [options] [--arguments ARGUMENT...]

The program checks its own results. log_check then checks that the logs fit together (--partial:
not the messages), and with --expected that rank by rank they hold the records in FILE; if that has
other records only, calls are not compared. With --converted the logs are not kept but must have been
converted to OTF2 by the processes themselves.
"""

import argparse
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

TIME_LIMIT = 120


def launch(build, mpi, ranks, program, preloads, variables):
    """Returns the command line and environment to run `program` with."""
    command = [f"mpirun.{mpi}", "-n", str(ranks)]
    environment = dict(os.environ)
    if mpi == "openmpi":
        command.append("--oversubscribe")
        environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
        environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
        # Waiting processes yield to working ones because there are more of them than cores.
        environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
        environment["OMPI_MCA_osc"] = "pt2pt"  # one-sided communication on any machine
        # Its default hangs in MPI_Dist_graph_create with more ranks than cores, measured or not.
        environment["OMPI_MCA_topo"] = "basic"
    command.append(str(build / "lib" / "tarry" / "tarry-start"))
    for library in preloads:
        command += ["--preload", str(library)]
    for name, value in variables.items():
        command += ["--set", f"{name}={value}"]
    return command + ["--", *program], environment


def runtime(build, mpi):
    return build / "lib" / "tarry" / f"libtarry-mpi-{mpi}.so"


def fresh_experiment(build, name):
    experiment = build / "tests" / "experiments" / name
    shutil.rmtree(experiment, ignore_errors=True)
    (experiment / "raw").mkdir(parents=True)
    return experiment


def run_limited(command, environment):
    """Returns the exit status. A launcher that takes too long is asked to end, so its processes
    end too."""
    with subprocess.Popen(command, env=environment) as launcher:
        try:
            return launcher.wait(TIME_LIMIT)
        except subprocess.TimeoutExpired:
            launcher.terminate()
            sys.exit(f"no end after {TIME_LIMIT} s")


def difference(expected_file, recorded):
    """Returns a unified diff of the records, empty if they are the expected ones."""
    def is_call(line):
        return " enter " in line or " leave " in line

    expected = expected_file.read_text().splitlines()
    if expected and not any(is_call(line) for line in expected):
        recorded = [line for line in recorded if not is_call(line)]
    return list(difflib.unified_diff(expected, recorded, str(expected_file), "recorded",
                                     lineterm=""))


def check_conversion(experiment, ranks):
    """Exits unless every process has measured its clock twice, if there are others, and converted
    its logs."""
    folders = [path for path in (experiment / "raw").iterdir() if path.is_dir()]
    converted = [path for path in folders if (path / "converted.tsv").exists()]
    logs = list((experiment / "raw").glob("*/*.log"))
    notes = [line for path in folders for line in (path / "definitions.tsv").read_text().splitlines()
             if line.startswith("note")]
    clocks = [(path / "definitions.tsv").read_text().count("\nclock\t") for path in folders]
    if clocks != [2 if ranks > 1 else 0] * ranks:
        sys.exit(f"measurements of the clock per process: {clocks}")
    if len(converted) != ranks or logs or not (experiment / "raw" / "unified.tsv").exists():
        sys.exit(f"{len(converted)} of {ranks} processes have converted their logs, "
                 f"{len(logs)} logs are left in {experiment}; notes: {notes}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("mpi")
    parser.add_argument("ranks", type=int)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--expected", type=pathlib.Path)
    parser.add_argument("--partial", action="store_true")
    parser.add_argument("--converted", action="store_true")
    parser.add_argument("--library", type=pathlib.Path, help="in place of the one in BUILD")
    parser.add_argument("--arguments", nargs="*", default=[], help="of the program; last")
    options = parser.parse_args()
    if not options.program.exists():
        sys.exit(f"{options.program} is not built yet: cmake --build {options.build} --target "
                 f"{options.mpi}_{options.program.name}")

    name = "-".join([options.program.name, *options.arguments, options.mpi, str(options.ranks),
                     *(["converted"] if options.converted else [])])
    experiment = fresh_experiment(options.build, name)
    variables = {"TARRY_EXPERIMENT": experiment, "TARRY_BUFFER": "1M"}
    if options.converted:
        variables["TARRY_CLOCK_PER_PROCESS"] = "1"  # as if each had a host of its own
    else:
        variables["TARRY_KEEP_LOGS"] = "1"
    command, environment = launch(options.build, options.mpi, options.ranks,
                                  [str(options.program), *options.arguments],
                                  [options.library or runtime(options.build, options.mpi)],
                                  variables)
    print("run with:", shlex.join(command), flush=True)
    status = run_limited(command, environment)
    if status != 0:
        sys.exit(f"exit status {status}")

    if options.converted:
        check_conversion(experiment, options.ranks)
        shutil.rmtree(experiment)
        return
    check = [str(options.build / "bin" / "log_check")]
    if options.partial:
        check.append("--partial")
    if options.expected:
        check.append("--print")
    result = subprocess.run([*check, str(experiment)], stdout=subprocess.PIPE, text=True)
    if options.expected:
        differences = difference(options.expected, result.stdout.splitlines())
        if differences:
            print(*differences, sep="\n")
            sys.exit(f"the records in {experiment} are not the expected ones")
    if result.returncode != 0:
        sys.exit(f"the logs in {experiment} are not sound:\n{result.stdout}")
    shutil.rmtree(experiment)


if __name__ == "__main__":
    main()
