#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Two hosts without a shared file system: one experiment, with the right hosts and with corrected clocks.
# The clock of the second host is ahead, drifts, and its drift changes in the middle of the run.
# usage: hosts_test.py BUILD_DIRECTORY MPI
import json
import os
import shlex
import sys

from measured import Disturbed, check, check_paired, main, undisturbed
from skewed_clocks import Skew, backwards, messages, true_waiting_s
from two_hosts import NAMES, Hosts, why_not

RANKS = 4
SECONDS = 4
SKIPPED = 77
WAITING_TOLERANCE = 0.02


def record(test, hosts, directory, launch, options=()):
    done = hosts.run([test.tarry, "record", "-o", directory, *options, *launch])
    check("do not know each other" not in done.stderr, done.stderr)
    return done


def ring(test, options, hosts, seconds):
    path = os.path.join(test.build, "tests", "e2e", options.mpi, "clocks")
    return [*hosts.launcher(options.mpi, RANKS // 2), path, str(seconds), "single", "ring"]


def manifest(directory):
    with open(os.path.join(directory, "experiment.json"), encoding="utf-8") as file:
        return json.load(file)


def check_whole(hosts, directory, done):
    check(done.status == 0, f"record ended with {done.status}: {done.stderr}")
    check(f"from {NAMES[1]}, which does not see {directory}" in done.stderr, done.stderr)
    found = manifest(directory)
    check((found["hosts"], found["ranks"]) == (list(NAMES), RANKS),
          f"{found['ranks']} ranks on {found['hosts']}")
    check(not found["warnings"], f"warnings: {found['warnings']}")
    check(not hosts.left(), f"left on a host: {hosts.left()}")
    check(not os.path.exists(os.path.join(directory, "raw")), "the recording is not finished")
    return found


def clocks(test, options, hosts):
    ahead, drift, later = (0, 0, 10_000_000, 10_000_000), (0, 0, 50, 50), (0, 0, 1000, 1000)
    skew = Skew(ahead, drift, later, SECONDS / 2)
    hosts.variables.update(skew.environment(test, options.mpi))
    directory = os.path.join(hosts.apart, "ring")
    done = record(test, hosts, directory, ring(test, options, hosts, SECONDS),
                  ["--force", "--clock", "monotonic", "--clock-interval", "off"])
    clock = check_whole(hosts, directory, done)["clock"]
    check(clock["measurements"] == 2 and clock["error_s"] > 0, f"clock {clock}")
    report = test.report(directory)
    check_paired(report)
    where = {each["rank"]: each["host"] for each in report.locations.values()}
    check(where == {0: NAMES[0], 1: NAMES[0], 2: NAMES[1], 3: NAMES[1]}, f"ranks are on {where}")
    true_waiting = true_waiting_s(skew, messages(test, directory, "none", RANKS))
    by_offsets = backwards(messages(test, directory, "offsets", RANKS))
    left = backwards(messages(test, directory, "full", RANKS))
    waiting = report.value("mpi_latesender")
    print(f"two hosts: {len(by_offsets)} messages back in time by offsets (up to "
          f"{max(by_offsets, default=0):.1f} us), {len(left)} with corrected clocks; waiting {waiting:.4f} s, "
          f"in truth {true_waiting:.4f} s")
    check(not left, f"messages that go back in time: {left}")
    if abs(waiting - true_waiting) > WAITING_TOLERANCE * true_waiting:
        raise Disturbed(f"{waiting} s of waiting, in truth {true_waiting} s")


def modes(test, options, hosts):
    """What is kept instead of a trace comes from both hosts, too."""
    launch = ring(test, options, hosts, 1)
    for name, option in (("summary", "--profile"), ("compressed", "--compressed"), ("samples", "--sample")):
        directory = os.path.join(hosts.apart, name)
        done = record(test, hosts, directory, launch, [option])
        check(done.status == 0, f"{name}: record ended with {done.status}: {done.stderr}")
        check(f"from {NAMES[1]}, which does not see {directory}" in done.stderr, done.stderr)
        check(manifest(directory)["hosts"] == list(NAMES), f"{name}: {manifest(directory)['hosts']}")
        check(not hosts.left(), f"{name}: left on a host: {hosts.left()}")
    calls = test.report(os.path.join(hosts.apart, "summary"))
    check({each["rank"] for each in calls.locations.values()} == set(range(RANKS)), "ranks are missing")


def killed(test, options, hosts):
    """A rank dies, and the launcher ends the others: what they recorded is collected."""
    directory = os.path.join(hosts.apart, "killed")
    done = record(test, hosts, directory, [*hosts.launcher(options.mpi, RANKS // 2),
                                           os.path.join(test.build, "tests", "e2e", options.mpi, "ending"),
                                           "signal"])
    check(done.status != 0, "the status of a program that died is lost")
    check(f"from {NAMES[1]}, which does not see" in done.stderr, done.stderr)
    report = test.report(directory)
    check({each["host"] for each in report.locations.values()} == set(NAMES), "a host is missing")
    check(report.experiment["warnings"], "nothing says that processes died")
    check(not hosts.left(), f"left on a host: {hosts.left()}")


def shared(test, options, hosts):
    """Where both hosts see the experiment directory, nothing has to be collected."""
    directory = test.path("shared")
    done = record(test, hosts, directory, ring(test, options, hosts, 1))
    check(done.status == 0, f"record ended with {done.status}: {done.stderr}")
    check("does not see" not in done.stderr, done.stderr)
    check(manifest(directory)["hosts"] == list(NAMES), f"hosts {manifest(directory)['hosts']}")
    check(not hosts.left(), f"folders on a host: {hosts.left()}")


def scheduler(test, options, hosts, body):
    """Returns the start of a command line with a launcher named srun, a script that does `body` before
    it starts the ranks."""
    path = test.path("srun")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n{body}\nshift 2\n"
                   f"exec {shlex.join(hosts.launcher(options.mpi, RANKS // 2))} \"$@\"\n")
    os.chmod(path, 0o755)
    return [path, "-n", str(RANKS), os.path.join(test.build, "tests", "e2e", options.mpi, "clocks"), "1",
            "single", "ring"]


def scheduled(test, options, hosts):
    """Any launcher that places the ranks as before will do."""
    directory = os.path.join(hosts.apart, "scheduled")
    check_whole(hosts, directory, record(test, hosts, directory, scheduler(test, options, hosts, ":")))


def unreachable(test, options, hosts):
    """What cannot be collected stays where it is, and the user is told where."""
    directory = os.path.join(hosts.apart, "unreachable")
    once = '[ -e "$0.done" ] && exit 3; touch "$0.done"'
    done = record(test, hosts, directory, scheduler(test, options, hosts, once))
    start = manifest(directory)["start_ns"]
    check(f"2 processes left nothing here; if their hosts do not see {directory}" in done.stderr and
          f"tarry-{start}-<user id>" in done.stderr, done.stderr)
    check(hosts.left() == [f"{NAMES[1]}:tarry-{start}-{os.geteuid()}"], f"on the hosts: {hosts.left()}")


def run(test, options):
    reason = why_not()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(SKIPPED)
    with Hosts(test, test.path("apart")) as hosts:
        modes(test, options, hosts)
        killed(test, options, hosts)
        shared(test, options, hosts)
        scheduled(test, options, hosts)
        unreachable(test, options, hosts)
    with Hosts(test, test.path("apart_too")) as hosts:
        undisturbed(clocks, test, options, hosts, attempts=6)


if __name__ == "__main__":
    main(run, "mpi")
