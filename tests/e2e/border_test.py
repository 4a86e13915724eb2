#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A message is recorded on both sides or on neither, and a collective operation by all members or by
# none: a pause of one process does not shift later pairs. The summary has what each process
# recorded.
# usage: border_test.py BUILD_DIRECTORY MPI
import os
import re

from measured import Disturbed, check, check_sound, main, undisturbed

RANKS = 3
INT = 4
WAIT_S = 0.04  # part of the 0.06 s that the other side sleeps
# Lengths of the messages of each channel: source, destination, tag.
MESSAGES = {(0, 1, 1): [1, 4, 5, 6], (0, 1, 2): [1, 3, 4], (1, 2, 3): [1, 3, 4]}
LEFT_OUT_MESSAGES = "messages left out because their other end was not recorded: 4"
LEFT_OUT_CALLS = ("calls of collective operations left out because not all processes recorded "
                  "theirs: 6")


def events(test, name):
    """Returns records of messages as otf2-print shows them: {kind: [(location, fields of its
    line)]}."""
    outcome = test.run(["otf2-print", test.path(os.path.join(name, "traces.otf2"))])
    found = {}
    for line in outcome.stdout.splitlines():
        record = re.match(r"(MPI_\w+)\s+(\d+)\s+\d+\s+(.*)", line)
        if record:
            fields = dict(re.findall(r"(\w[\w ]*): (\d+)", record[3]))
            found.setdefault(record[1], []).append((int(record[2]) % (1 << 32), fields))
    return found


def lengths(found, kinds, peer):
    """Returns {(location, peer, tag): lengths in order}."""
    channels = {}
    for kind in kinds:
        for where, fields in found.get(kind, []):
            key = (where, int(fields[peer]), int(fields["Tag"]))
            channels.setdefault(key, []).append(int(fields["Length"]) // INT)
    return channels


def check_messages(test, name):
    found = events(test, name)
    sent = lengths(found, ("MPI_SEND", "MPI_ISEND"), "Receiver")
    check({key: sorted(value) for key, value in sent.items()} == MESSAGES, f"sent: {sent}")
    received = lengths(found, ("MPI_RECV", "MPI_IRECV"), "Sender")
    turned = {(key[1], key[0], key[2]): sorted(value) for key, value in received.items()}
    check(turned == MESSAGES, f"received: {received}")
    requests = {kind: len(found.get(kind, [])) for kind in (
        "MPI_IRECV_REQUEST", "MPI_IRECV", "MPI_ISEND", "MPI_ISEND_COMPLETE")}
    check(requests["MPI_IRECV_REQUEST"] == requests["MPI_IRECV"] == 3, f"{requests}")
    check(requests["MPI_ISEND"] == requests["MPI_ISEND_COMPLETE"] == 3, f"{requests}")


def check_waits(report):
    for metric, region, rank in (("mpi_latesender", "MPI_Recv", 1),
                                 ("mpi_barrier_wait", "MPI_Barrier", 0)):
        wait = report.value(metric, [region], rank)
        if not wait > WAIT_S:
            raise Disturbed(f"{wait} s of {metric} in {region}")


def paused(test, launch):
    test.record("p", launch)
    report = test.report("p")
    warnings = report.experiment["warnings"]
    check(len(warnings) == 2 and any(LEFT_OUT_MESSAGES in text for text in warnings)
          and any(LEFT_OUT_CALLS in text for text in warnings), f"warnings: {warnings}")
    with open(os.path.join(test.path("p"), "tarry.log")) as log:
        text = log.read()
        check(LEFT_OUT_MESSAGES in text and LEFT_OUT_CALLS in text, f"log: {text}")
    report.experiment["warnings"] = []
    check_sound(report, test.archive("p"), RANKS)
    check_messages(test, "p")
    summary = test.report("p/summary.cubex")
    counted = [summary.value(metric) for metric in ("comms_send", "comms_recv")]
    check(counted == [13, 11], f"messages of the summary: {counted}")
    check(summary.value("visits") == report.value("visits"), "visits of the summary differ")
    check_waits(report)


def check_death(test, launch):
    """The others do not know about it, and the warning says so."""
    outcome = test.run([test.tarry, "record", "-o", "d", *launch, "die"])
    check(outcome.status != 0 and "matched wrongly" in outcome.stderr, outcome.stderr)
    warnings = test.report("d").experiment["warnings"]
    check(any("matched wrongly" in text for text in warnings), f"warnings: {warnings}")


def run(test, options):
    program = os.path.join(test.build, "tests", "e2e", options.mpi, "border")
    launch = [f"mpirun.{options.mpi}", "-n", str(RANKS), program]
    undisturbed(paused, test, launch)
    check_death(test, launch)


if __name__ == "__main__":
    main(run, "mpi")
