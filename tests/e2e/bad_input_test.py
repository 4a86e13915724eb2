#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Bad input gets one clear line and the documented status, never a crash, a hang or a silent wrong
# number: missing programs, directories in the way, a full disk, damaged traces.
# usage: bad_input_test.py BUILD_DIRECTORY MPI
import os
import random
import shutil

from measured import NOTHING, check, main

FAILED, USAGE = 1, 2
DAMAGED_COPIES = 40


def refuse(test, command, status, *words):
    """The command must end with `status` and one line on stderr that contains all `words`."""
    outcome = test.run(command)
    said = outcome.stderr.strip()
    check(outcome.status == status, f"{command}: status {outcome.status}, not {status}\n{said}")
    check(len(said.splitlines()) == 1, f"{command}: not one line:\n{said}")
    for word in words:
        check(word in said, f"{command}: no '{word}' in: {said}")


def check_command_line(test):
    refuse(test, [test.tarry, "recrod"], USAGE, "recrod", "record")
    refuse(test, [test.tarry, "report", "--fromat", "json", "x"], USAGE, "--fromat", "--format")
    refuse(test, [test.tarry, "record"], USAGE)
    refuse(test, [test.tarry, "report", "no-such-experiment"], FAILED, "no-such-experiment")
    refuse(test, [test.tarry, "analyze", "no-such-trace.otf2"], FAILED, "no-such-trace.otf2")


def check_record(test, launch):
    record = [test.tarry, "record"]
    refuse(test, [*record, "-o", "a", "no-such-launcher", "-n", "2", "x"], FAILED,
           "no-such-launcher")
    refuse(test, [*record, "-o", "/proc/no-such-place", *launch], FAILED, "/proc/no-such-place")
    os.mkdir(test.path("there"))
    with open(test.path("there/precious"), "w", encoding="utf-8") as stream:
        stream.write("keep")
    refuse(test, [*record, "-o", "there", *launch], FAILED, "there", "--force")
    check(os.path.exists(test.path("there/precious")), "record touched an existing directory")


def check_program_without_mpi(test):
    outcome = test.run([test.tarry, "record", "-o", "serial", "/bin/true"])
    check(outcome.status == NOTHING, f"/bin/true under record: {outcome.status}\n{outcome.stderr}")
    check("MPI" in outcome.stderr, f"nothing about the missing MPI in: {outcome.stderr}")
    check("'tarry record --sample'" in outcome.stderr, f"no way to get something in: {outcome.stderr}")
    outcome = test.run([test.tarry, "record", "-o", "failed", "/bin/false"])
    check(outcome.status == 1, f"/bin/false under record: {outcome.status}\n{outcome.stderr}")
    refuse(test, [test.tarry, "report", "failed"], NOTHING, "nothing was recorded")


def check_what_hides_mpi_stays_known(test, mpi, program):
    """Tests a script around the launcher, and the launcher of the other MPI, in every report."""
    with open(test.path("job.sh"), "w", encoding="utf-8") as stream:
        stream.write(f"#!/bin/sh\nexec mpirun.{mpi} -n 2 {program}\n")
    os.chmod(test.path("job.sh"), 0o755)
    other = {"openmpi": "mpich", "mpich": "openmpi"}[mpi]
    for directory, launch, words in (("job", [test.path("job.sh")], ("job.sh", "without MPI")),
                                     ("other", [f"mpirun.{other}", "-n", "2", program],
                                      ("linked with", f"mpirun.{other}"))):
        if not shutil.which(launch[0]):
            continue
        test.run([test.tarry, "record", "-o", directory, *launch])
        warnings = " ".join(test.report(directory).experiment["warnings"])
        check(all(word in warnings for word in words), f"{launch}: {warnings}")


def check_unknown_mpi(test):
    """Tests a program linked with an MPI library that was unknown when Tarry was built."""
    with open(test.path("stub.c"), "w", encoding="utf-8") as stream:
        stream.write("int MPI_Init(int* c, char*** v) { return c == 0 && v == 0; }\n")
    with open(test.path("program.c"), "w", encoding="utf-8") as stream:
        stream.write("int MPI_Init(int*, char***);\n"
                     "int main(int c, char** v) { return MPI_Init(&c, &v); }\n")
    library = test.path("libmpi.so.99")
    for command in (["cc", "-shared", "-fPIC", "-Wl,-soname,libmpi.so.99", "stub.c", "-o", library],
                    ["cc", "program.c", library, f"-Wl,-rpath,{test.directory}", "-o", "program"]):
        outcome = test.run(command)
        check(outcome.status == 0, outcome.stderr)
    refuse(test, [test.tarry, "record", "-o", "unknown", "./program"], FAILED, "libmpi.so.99")


def check_full_disk(test, launch, experiment):
    """Tests a standard output that cannot be written; then, if mounting is allowed, a disk of 1
    MiB."""
    outcome = test.run(["bash", "-c", f"'{test.tarry}' report '{experiment}' > /dev/full"])
    check(outcome.status == FAILED and "full" in outcome.stderr,
          f"report to a full disk: {outcome.status}\n{outcome.stderr}")
    small = test.path("small")
    os.mkdir(small)
    in_namespace = ["unshare", "--mount", "bash", "-c"]
    mount = f"mount -t tmpfs -o size=1M none '{small}'"
    if test.run([*in_namespace, mount]).status != 0:
        print("full disk: not tried, mounting is not allowed here")
        return
    fill = f"{mount} && dd if=/dev/zero of='{small}/fill' bs=4096 2>/dev/null; "
    def record(*options):
        words = [test.tarry, "record", *options, "-o", f"{small}/experiment", *launch]
        return " ".join(f"'{word}'" for word in words)

    too_small = f"mount -t tmpfs -o size=300k none '{small}' && "
    # Samples would take the little space there is, and no trace would begin.
    outcome = test.run([*in_namespace, too_small + record("--sample=off")])
    check(outcome.status == NOTHING, f"record without room: {outcome.status}\n{outcome.stderr}")
    check("no space left" in outcome.stderr and "damaged" not in outcome.stderr, outcome.stderr)
    outcome = test.run([*in_namespace, fill + record()])
    check(0 < outcome.status < 128, f"record on a full disk: {outcome.status}\n{outcome.stderr}")
    check(outcome.stderr.strip(), "record on a full disk says nothing")


def analyse_damaged(test, directory, what):
    """Any status of the contract is fine, but no signal; a failure must be explained, and a
    success must say what is missing."""
    outcome = test.run([test.tarry, "analyze", directory, "-o", test.path("damaged.cubex")])
    check(outcome.status in (0, FAILED), f"{what}: status {outcome.status}\n{outcome.stderr}")
    if outcome.status == FAILED:
        check(len(outcome.stderr.strip().splitlines()) == 1, f"{what}: {outcome.stderr}")
    return outcome


def damaged_copy(test, experiment):
    copy = test.path("damaged")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(experiment, copy)
    return copy


def flip_bits(path, chooser):
    with open(path, "r+b") as stream:
        content = bytearray(stream.read())
        for _ in range(chooser.choice((1, 1, 8))):
            content[chooser.randrange(len(content))] ^= 1 << chooser.randrange(8)
        stream.seek(0)
        stream.write(content)


def check_damaged_traces(test, experiment):
    copy = damaged_copy(test, experiment)
    os.remove(os.path.join(copy, "traces.def"))
    check(analyse_damaged(test, copy, "no traces.def").status == FAILED, "no traces.def")

    copy = damaged_copy(test, experiment)
    os.remove(os.path.join(copy, "traces", "1.evt"))
    analyse_damaged(test, copy, "one event file missing")

    for part in (0.9, 0.5, 0.1, 0.0):
        copy = damaged_copy(test, experiment)
        victim = os.path.join(copy, "traces", "1.evt")
        os.truncate(victim, int(os.path.getsize(victim) * part))
        outcome = analyse_damaged(test, copy, f"event file cut to {part}")
        check(outcome.status == 0, f"event file cut to {part}: {outcome.stderr}")
        check(outcome.stderr.strip(), f"event file cut to {part}: nothing is said about it")

    chooser = random.Random(2)
    files = ["traces.def", "traces.otf2", "traces/0.evt", "traces/1.evt", "traces/0.def"]
    for number in range(DAMAGED_COPIES):
        copy = damaged_copy(test, experiment)
        victim = os.path.join(copy, files[number % len(files)])
        if os.path.exists(victim) and os.path.getsize(victim) > 0:
            flip_bits(victim, chooser)
            analyse_damaged(test, copy, f"bits flipped in {files[number % len(files)]} ({number})")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "ending")
    launch = [f"mpirun.{options.mpi}", "-n", "2", program]
    check_command_line(test)
    check_record(test, launch)
    check_program_without_mpi(test)
    check_unknown_mpi(test)
    check_what_hides_mpi_stays_known(test, options.mpi, test.example(options.mpi, "heat"))
    experiment = test.path("experiment")
    outcome = test.run([test.tarry, "record", "-o", experiment, *launch])
    check(outcome.status == 7, f"the program's status 7 became {outcome.status}\n{outcome.stderr}")
    again = test.run([test.tarry, "record", "--force", "-o", experiment, *launch])
    check(again.status == 7, f"--force: {again.status}\n{again.stderr}")
    check_full_disk(test, launch, experiment)
    check_damaged_traces(test, experiment)


if __name__ == "__main__":
    main(run, "mpi")
