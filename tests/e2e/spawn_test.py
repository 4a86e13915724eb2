#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Processes that a program starts are recorded in the same experiment: their records are those that
# the text of the program says, messages with them are paired, and the program runs as without
# measurement. Skipped where the MPI cannot start processes.
# usage: spawn_test.py BUILD_DIRECTORY MPI
import json
import os
import re
import shutil
import stat
import sys

import archive_rules
from measured import check, main

RANKS = 2
ENTER = re.compile(r'Region: "([^"]*)"')
COMMUNICATOR = re.compile(r'Communicator: "([^"]*)"')
PEER = re.compile(r"(?:Receiver|Sender): (\d+)")
TAG = re.compile(r"Tag: (\d+)")
OPERATION = re.compile(r"Operation: (\w+)")
WORDS = {"MPI_SEND": "to", "MPI_ISEND": "to", "MPI_RECV": "from", "MPI_IRECV": "from"}

# Of all processes behind the messages and the barrier between the two sides.
TALK_BEGINS = ["MPI_Intercomm_merge", "MPI_Comm_rank", "MPI_Comm_set_name", "MPI_Allreduce",
               "ALLREDUCE all", "MPI_Comm_dup", "MPI_Comm_set_name"]
SENT = ["MPI_Isend", "to 3 again 5", "MPI_Wait"]
RECEIVED = ["MPI_Irecv", "MPI_Wait", "from 1 again 5"]


def talk_ends(half, side):
    return ["MPI_Comm_split", "MPI_Comm_set_name", "MPI_Bcast", f"BCAST {half}", "MPI_Comm_free",
            "MPI_Comm_split", "MPI_Comm_set_name", "MPI_Barrier", f"BARRIER {side}", "MPI_Comm_free",
            "MPI_Comm_free", "MPI_Comm_free", "MPI_Comm_disconnect", "MPI_Finalize"]


PARENT = ["MPI_Init", "MPI_Comm_get_parent", "MPI_Comm_spawn", "MPI_Comm_set_name", "MPI_Comm_rank"]
CHILD = ["MPI_Init", "MPI_Comm_get_parent", "MPI_Comm_set_name", "MPI_Recv", "from 0 between 3",
         "MPI_Comm_rank", "MPI_Send", "to 0 between 4", "MPI_Barrier", "BARRIER between"]
TALK = [
    PARENT + ["MPI_Send", "to 0 between 3", "MPI_Recv", "from 0 between 4", "MPI_Send",
              "to 1 between 3", "MPI_Recv", "from 1 between 4", "MPI_Barrier", "BARRIER between"]
    + TALK_BEGINS + talk_ends("even", "parents"),
    PARENT + ["MPI_Barrier", "BARRIER between"] + TALK_BEGINS + SENT + talk_ends("odd", "parents"),
    CHILD + TALK_BEGINS + talk_ends("even", "children"),
    CHILD + TALK_BEGINS + RECEIVED + talk_ends("odd", "children"),
]

# By rank: the two first processes, the two that both have started, the child of rank 1 and its own
# child. The tag says who has sent a message.
FAMILY = [["from 0 11", "from 1 12"], ["from 0 21"], ["to 0 11"], ["to 0 12"],
          ["from 0 22", "to 0 21"], ["to 0 22"]]


def word_of(kind, text):
    """The record as a word: the region that is entered, a message, a collective operation."""
    if kind == "ENTER":
        region = ENTER.search(text)[1]
        return region if region.startswith("MPI_") else None
    if kind in WORDS:
        return (f"{WORDS[kind]} {PEER.search(text)[1]} {COMMUNICATOR.search(text)[1]} "
                f"{TAG.search(text)[1]}")
    if kind == "MPI_COLLECTIVE_END":
        return f"{OPERATION.search(text)[1]} {COMMUNICATOR.search(text)[1]}"
    return None


def records(test, experiment):
    """By rank, the words for what it has recorded of MPI."""
    archive = archive_rules.Archive(test, test.path(f"{experiment}/traces.otf2"))
    out = []
    for location in sorted(archive.events):
        words = [word_of(kind, text) for kind, _, text in archive.events[location]]
        out.append([word for word in words if word])
    return out


def recorded(test, name, launch, options=()):
    outcome = test.record(name, launch, options)
    return outcome, test.report(name)


def check_talk(test, launch):
    _, report = recorded(test, "talk", [*launch, "talk"])
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    check(report.experiment["ranks"] == len(TALK), f"{report.experiment['ranks']} ranks")
    found = records(test, "talk")
    for rank, (words, expected) in enumerate(zip(found, TALK)):
        check(words == expected, f"rank {rank} recorded\n  {words}\ninstead of\n  {expected}")
    check(len(found) == len(TALK), f"{len(found)} locations")
    for metric, expected in {"comms_send": 5, "comms_recv": 5}.items():
        check(report.value(metric) == expected, f"{metric}: {report.value(metric)}")
    check(report.value("syncs_coll") > 0, "no synchronizing collective operation")


def check_family(test, launch):
    _, report = recorded(test, "family", [*launch, "family"])
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    found = [[re.sub(r" [^ ]* (\d+)$", r" \1", word) for word in words
              if word.startswith(("to ", "from "))] for words in records(test, "family")]
    check(found == FAMILY, f"messages of the family: {found}")


def check_outlived(test, launch):
    _, report = recorded(test, "outlived", [*launch, "outlive"])
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    check(report.experiment["ranks"] == 2 * RANKS, f"{report.experiment['ranks']} ranks")
    check(report.value("comms_recv") == RANKS, f"{report.value('comms_recv')} messages")


def check_unmeasured(test, launch, program):
    """A program with the rights of its owner is started as it is, and no message has one end."""
    other = test.path("other")
    shutil.copy(program, other)
    os.chmod(other, stat.S_IRWXU | stat.S_ISUID)
    _, report = recorded(test, "unmeasured", [*launch, "call", other])
    check(report.experiment["ranks"] == RANKS, f"{report.experiment['ranks']} ranks")
    warnings = report.experiment["warnings"]
    check(sum("MPI_Comm_spawn are not recorded" in text and text.endswith(": 1")
              for text in warnings) == 1, f"warnings: {warnings}")
    check(report.value("comms_send") == 0, f"{report.value('comms_send')} messages")
    found = records(test, "unmeasured")
    check("MPI_Send" in found[0] and not any(word.startswith("to ") for word in found[0]),
          f"rank 0 recorded {found[0]}")


def check_missing(test, launch):
    """A program that is not there ends as without measurement."""
    command = [*launch, "call", test.path("no-such-program")]
    plain = test.run(command, timeout=60)
    measured = test.run([test.tarry, "record", "-o", "missing", *command], timeout=60)
    check(measured.status == plain.status != 0,
          f"status {measured.status} with measurement, {plain.status} without")


def check_summary(test, launch):
    _, report = recorded(test, "summary", [*launch, "talk"], ["--profile"])
    check(report.experiment["ranks"] == len(TALK), f"{report.experiment['ranks']} ranks")
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    check(report.value("comms_send") == 5, f"summary: {report.value('comms_send')} messages")


def check_compressed(test, launch):
    test.record("compressed", [*launch, "talk"], ["--compressed"])
    manifest = json.load(open(test.path("compressed/experiment.json")))
    check(manifest["ranks"] == RANKS, f"compressed trace of {manifest['ranks']} ranks")
    left_out = f"{len(TALK) - RANKS} processes that MPI_Comm_spawn has started are not in the compressed"
    check(any(left_out in text for text in manifest["warnings"]), f"{manifest['warnings']}")
    outcome = test.run([test.tarry, "analyze", "compressed"])
    check(outcome.status == 0, f"analyze ended with {outcome.status}\n{outcome.stderr}")
    report = test.report("compressed")
    counts = [report.value("comms_send"), report.value("comms_recv")]  # of the parents alone
    check(counts == [3, 2], f"compressed: sends and receives {counts}")
    outcome = test.run([test.tarry, "compress", "talk", "-o", "talk.tct"])
    check(outcome.status == 0, f"compress ended with {outcome.status}\n{outcome.stderr}")
    printed = test.run([test.tarry, "print", "talk.tct"])
    check(printed.status == 0 and "inter [2 3]" in printed.stdout, printed.stdout + printed.stderr)


def check_samples(test, launch):
    """Samples alone leave the started processes out, and say so."""
    test.record("samples", [*launch, "talk"], ["--sample=1ms"])
    manifest = json.load(open(test.path("samples/experiment.json")))
    check(manifest["ranks"] == RANKS, f"samples of {manifest['ranks']} ranks")
    check("processes that MPI_Comm_spawn has started are not sampled" in manifest["warnings"],
          f"warnings of samples: {manifest['warnings']}")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "mpi_spawn")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program]
    plain = test.run([*launch, "talk"], timeout=60)
    if plain.status != 0:
        print(f"skipped: {options.mpi} cannot start processes here: {plain.stderr.splitlines()[-1]}")
        sys.exit(77)
    check_talk(test, launch)
    check_family(test, launch)
    check_outlived(test, launch)
    check_unmeasured(test, launch, program)
    check_missing(test, launch)
    check_summary(test, launch)
    check_compressed(test, launch)
    check_samples(test, launch)


if __name__ == "__main__":
    main(run, "mpi")
