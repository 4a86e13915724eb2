#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Files of MPI from the program to the report, in C and Fortran: the records of each rank, the names
# of the files, the bytes of each call, and the waits for a rank that is late for an opening and for
# one that is late for a write.
# usage: files_test.py BUILD_DIRECTORY MPI LANGUAGE
import os
import re

from measured import Disturbed, check, check_sound, main, undisturbed

RANKS = 2
LATE_MS = 50
LEAST_S, MOST_S = 0.045, 0.075
INT = 4

HANDLE = re.compile(r'^IO_HANDLE +(\d+) .*File: "(.*?)" <')
EVENT = re.compile(r"^(IO_[A-Z_]+) +(\d+) +\d+ +(.*)$")
HANDLE_OF = re.compile(r"Handle: .*?<(\d+)>")
MODE = re.compile(r"Mode: (\w+), Operation Flags: (.*?), Bytes Request: (\d+)")
RESULT = re.compile(r"Bytes Result: (\d+)")

# Open MPI's own implementation lets nobody wait in a write of so few bytes.
SYNCHRONIZING = {"OMPI_MCA_io": "romio321"}

BLOCKING, COLLECTIVE, NON_BLOCKING = "NONE", "COLLECTIVE", "NON_BLOCKING"


def records_of(rank):
    """What a rank does: file, then the words of a record."""
    alone = f"of-{rank}"

    def transfer(name, mode, flags, wanted, moved=None):
        moved = wanted if moved is None else moved
        return [(name, "IO_OPERATION_BEGIN", mode, flags, wanted * INT),
                (name, "IO_OPERATION_COMPLETE", moved * INT)]

    return [
        ("together", "IO_CREATE_HANDLE"),
        *transfer("together", "WRITE", {BLOCKING}, 10),
        *transfer("together", "WRITE", {NON_BLOCKING}, 20),
        *transfer("together", "WRITE", {COLLECTIVE}, 100),
        *transfer("together", "FLUSH", {COLLECTIVE}, 0),
        *transfer("together", "READ", {COLLECTIVE, NON_BLOCKING}, 30),
        ("together", "IO_DESTROY_HANDLE"),
        (alone, "IO_CREATE_HANDLE"),
        *transfer(alone, "WRITE", {BLOCKING}, 5 + rank),
        *transfer(alone, "READ", {BLOCKING}, 100, 5 + rank),
        (alone, "IO_DESTROY_HANDLE"),
    ]


def read_record(names, kind, rest):
    name = names[HANDLE_OF.search(rest).group(1)]
    if kind == "IO_OPERATION_BEGIN":
        mode, flags, wanted = MODE.search(rest).groups()
        return name, kind, mode, set(re.findall(r"\w+", flags)), int(wanted)
    if kind == "IO_OPERATION_COMPLETE":
        return name, kind, int(RESULT.search(rest).group(1))
    return name, kind


def check_records(test):
    anchor = test.path("experiment/traces.otf2")
    names = {}
    for line in test.run(["otf2-print", "-G", anchor]).stdout.splitlines():
        found = HANDLE.match(line)
        if found:
            names[found.group(1)] = found.group(2).rsplit(".", 1)[1]
    check(sorted(names.values()) == ["of-0", "of-1", "together"], f"files {names}")
    records = {rank: [] for rank in range(RANKS)}
    for line in test.run(["otf2-print", anchor]).stdout.splitlines():
        found = EVENT.match(line)
        if found:
            records[int(found.group(2))].append(read_record(names, found.group(1), found.group(3)))
    for rank, own in records.items():
        expected = records_of(rank)
        for number, pair in enumerate(zip(own, expected)):
            check(pair[0] == pair[1], f"record {number} of rank {rank} is {pair[0]}, not {pair[1]}")
        check(len(own) == len(expected), f"rank {rank} has {len(own)} records, not {len(expected)}")


def check_bytes(report):
    for rank in range(RANKS):
        expected = {"mpi_file_iwbytes": {"MPI_File_write_at": 10, "MPI_File_iwrite_at": 20,
                                         "MPI_File_write": 5 + rank},
                    "mpi_file_irbytes": {"MPI_File_read": 5 + rank},
                    "mpi_file_cwbytes": {"MPI_File_write_all": 100},
                    "mpi_file_crbytes": {"MPI_File_read_at_all_begin": 30}}
        for metric, values in expected.items():
            found = {}
            for cell in report.cells:
                if cell["metric"] == metric and report.locations[cell["location"]]["rank"] == rank:
                    name = report.callpaths[cell["callpath"]]["region"]
                    found[name] = found.get(name, 0) + cell["value"]
            check(found == {name: count * INT for name, count in values.items()},
                  f"{metric} of rank {rank}: {found}")


def check_waits(report):
    for metric, call, rank in (("mpi_mgmt_file_wait", "MPI_File_open", 0),
                               ("mpi_io_collective_wait", "MPI_File_write_all", 1)):
        waited = report.value(metric, (call,), rank)
        if not LEAST_S <= waited <= MOST_S:
            raise Disturbed(f"{metric} of rank {rank} in {call} is {waited:.4f} s")
        late = report.value(metric, (call,), 1 - rank)
        check(late == 0, f"{metric} of rank {1 - rank}, which is late, is {late:.4f} s")
    caused = [report.value("delay_file_aggregate", rank=rank) for rank in range(RANKS)]
    if not all(LEAST_S <= each <= 2 * MOST_S for each in caused):
        raise Disturbed(f"delay costs of the ranks are {caused}")


def measure(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, f"late_files_{options.language}")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program, test.path("data"), str(LATE_MS)]
    test.record("experiment", launch, ["--force"], SYNCHRONIZING)
    report = test.report("experiment")
    check_records(test)
    check_sound(report, test.archive("experiment"), RANKS)
    check_bytes(report)
    check_waits(report)


def run(test, options):
    undisturbed(measure, test, options)


if __name__ == "__main__":
    main(run, "mpi", "language")
