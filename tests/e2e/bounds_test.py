#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Memory and disk space stay within their bounds whatever the program does, and the data recorded
# until then are a sound trace; senseless bounds are refused before the program starts.
# usage: bounds_test.py BUILD_DIRECTORY MPI, or `none` for programs without
import os
import resource
import shlex

from measured import check, check_paired, check_sound, main

MOST_TRACE = 4 << 20
# Windows are given back in pages; definitions and the archive's own files are added.
MOST_DISK = 2 * MOST_TRACE
MOST_MEMORY = 256 << 20
# The summary has a bound of its own, --profile-paths; 100,000 paths need 300 MiB.
MOST_DISK_OF_SUMMARY = 64 << 20
MOST_MEMORY_OF_SUMMARY = 512 << 20
LEAST_VISITS = 10000  # visits in the smallest trace
STOPPED = "recording stopped: the limit of"
SUMMARY_GOES_ON = "tracing stopped: the limit of"
SMALL = ["--max-trace", "4M", "--buffer", "256K"]
TRACE = ["--trace"]


def disk_bytes(folder):
    return sum(os.lstat(os.path.join(path, name)).st_blocks * 512
               for path, _, names in os.walk(folder) for name in names)


def record(test, name, launch, options, most_disk=MOST_DISK, most_memory=MOST_MEMORY):
    outcome = test.record(name, launch, [*options, "--no-analyze", "--adaptive", "off"])
    check(outcome.stdout == "done\n", f"{name}: output {outcome.stdout!r}")
    used = disk_bytes(test.path(name))
    check(used < most_disk, f"{name}: {used} bytes on disk")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    check(memory < most_memory, f"{name}: {memory} bytes of memory")
    return outcome


def record_all(test, runs):
    """Returns {name: outcome}. All run before the first analysis, whose memory is a separate
    matter."""
    return {name: record(test, name, launch, [*TRACE, *options])
            for name, (launch, options) in runs.items()}


def analysed(test, name):
    outcome = test.run([test.tarry, "analyze", name])
    check(outcome.status == 0, f"{name}: {outcome.stderr}")
    return test.report(name)


def complete(test, name, outcomes):
    check(STOPPED not in outcomes[name].stderr, f"{name}: {outcomes[name].stderr}")
    report = analysed(test, name)
    check(not report.experiment["warnings"], f"{name}: {report.experiment['warnings']}")
    return report


def check_stopped(test, name, outcomes, ranks, said=STOPPED):
    """The end is reported on stderr, in the log and in the report, and the recorded part is
    sound."""
    report = analysed(test, name)
    with open(os.path.join(test.path(name), "tarry.log")) as log:
        places = {"stderr": outcomes[name].stderr, "log": log.read(),
                  "report": "\n".join(report.experiment["warnings"])}
    for place, text in places.items():
        check(said in text, f"{name}: not in the {place}: {text}")
    archive = test.archive(name)
    check(archive.wrong_leaves == 0 and archive.open_regions == 0, f"{name}: leaves do not fit")
    check(report.experiment["ranks"] == ranks, f"{name}: {report.experiment['ranks']} ranks")
    visits = sum(report.by_region("visits").values())  # value() considers all paths downwards
    check(visits > LEAST_VISITS, f"{name}: {visits} visits")


def without_mpi(test):
    program = os.path.join(test.build, "tests", "e2e", "bounds")
    outcomes = record_all(test, {
        "depth": ([program, "depth", "20000"], []),
        "regions": ([program, "regions", "10000"], SMALL),
        "many_regions": ([program, "regions", "40000"], []),
        "paths": ([program, "paths", "10000"], ["--max-trace", "64M"]),
        "threads": ([program, "threads", "64"], ["--max-trace", "16M"]),
        "small_depth": ([program, "depth", "50000"], ["--max-trace", "1M", "--buffer", "256K"]),
        "small_paths": ([program, "paths", "100000"], SMALL),
        "small_pairs": ([program, "pairs", "3000000"], SMALL)})
    outcomes["summed_up"] = record(test, "summed_up", [program, "paths", "100000"], SMALL,
                                   MOST_DISK + MOST_DISK_OF_SUMMARY, MOST_MEMORY_OF_SUMMARY)
    visits = complete(test, "depth", outcomes).by_region("visits")["deeper"]
    check(visits == 20001, f"{visits} visits of the recursion")
    named = [name for name in complete(test, "regions", outcomes).by_region("visits")
             if name.startswith("region ")]
    check(len(named) == 10000, f"{len(named)} regions")
    complete(test, "many_regions", outcomes)
    paths = len(complete(test, "paths", outcomes).callpaths)
    check(paths > 10000, f"{paths} call paths")
    visits = complete(test, "threads", outcomes).by_region("visits")["empty"]
    check(visits == 64000, f"{visits} visits in threads")
    for name in ("small_depth", "small_paths", "small_pairs"):
        check_stopped(test, name, outcomes, 1)
    check_stopped(test, "summed_up", outcomes, 1, SUMMARY_GOES_ON)
    full_disk(test, "4M", [program, "pairs", "3000000"], [])
    ended = on_small_disk(test, "600k", [program, "paths", "100000"], ["--profile"])
    check(ended is None or (ended.status == 1 and "No space left" in ended.stderr),
          f"full disk, summary: {ended and ended.stderr}")
    wrong(test, [program])


def on_small_disk(test, size, launch, options):
    """Records on a temporary disk of that size and returns the output of record and then report,
    or None if mounting is not allowed."""
    disk = test.path("disk")
    os.makedirs(disk, exist_ok=True)
    in_namespace = ["unshare", "--mount", "bash", "-c"]
    mount = f"mount -t tmpfs -o size={size} none '{disk}'"
    if test.run([*in_namespace, mount]).status != 0:
        print("full disk: not tried, mounting is not allowed here")
        return None
    record = shlex.join([test.tarry, "record", "-o", f"{disk}/run", "--adaptive", "off", *options, "--", *launch])
    report = shlex.join([test.tarry, "report", f"{disk}/run"])
    ended = test.run([*in_namespace, f"{mount} && {record}; status=$?; {report} >&2; exit $status"])
    check(ended.stdout == "done\n", f"full disk, {options}: output {ended.stdout!r}")
    return ended


def full_disk(test, size, launch, options):
    """The program ends as it does without Tarry, and the data that had room are a sound trace."""
    ended = on_small_disk(test, size, launch, [*TRACE, "--buffer", "128K", *options])
    if ended is None:
        return
    check(ended.status == 0, f"full disk: {ended.status} {ended.stderr}")
    said = "recording stopped: no space left for the event log"
    check(ended.stderr.count(said) >= 2, f"full disk: not said twice: {ended.stderr}")


def wrong(test, launch):
    for options, said in ((["--buffer", "16M", "--max-trace", "1M"], "--buffer"),
                          (["--buffer", "12"], "at least 64K"),
                          (["--max-trace", "1X"], "--max-trace"),
                          (["--mpi-groups", "none", "--compressed"], "none are selected")):
        outcome = test.run([test.tarry, "record", "-o", "wrong", *options, *launch])
        check(outcome.status == 2 and said in outcome.stderr and not outcome.stdout,
              f"{options}: {outcome.status} {outcome.stderr}")
        check(not os.path.exists(test.path("wrong")), "a directory was made")


def with_mpi(test, mpi):
    launch = [f"mpirun.{mpi}", "-n", "2", os.path.join(test.build, "tests", "e2e", mpi, "bounds_mpi")]
    outcomes = record_all(test, {
        "communicators": ([*launch, "communicators", "2000"], []),
        "messages": ([*launch, "messages", "60000"], SMALL)})
    report = complete(test, "communicators", outcomes)
    check_sound(report, test.archive("communicators"), 2)
    check(report.value("visits", ["MPI_Comm_dup"]) == 4000, "visits of MPI_Comm_dup")
    check_stopped(test, "messages", outcomes, 2)
    full_disk(test, "4M", [*launch, "messages", "30000"], [])
    report = test.report("messages")
    check_paired(report)
    sent, received = report.value("comms_send"), report.value("comms_recv")
    check(sent == received > 0, f"{sent} sends, {received} receives")


def uneven(test, mpi):
    """Processes end at different places: what the others recorded later has one end only."""
    launch = [f"mpirun.{mpi}", "-n", "2", os.path.join(test.build, "tests", "e2e", mpi, "bounds_mpi"),
              "uneven", "500"]
    for name, options in (("uneven", TRACE), ("uneven_profile", ["--trace", "--profile"])):
        record(test, name, launch, [*options, "--max-trace", "256K", "--buffer", "64K", "--polls", "each"],
               MOST_DISK + MOST_DISK_OF_SUMMARY)
        report = analysed(test, name)
        check_paired(report)
        sent, received = report.value("comms_send"), report.value("comms_recv")
        check(sent == received > 100, f"{name}: {sent} sends, {received} receives")
        of_ranks = [report.value("syncs_coll", (), rank) for rank in range(2)]
        check(len(set(of_ranks)) == 1 and of_ranks[0] > 100, f"{name}: barriers {of_ranks}")
        text = "\n".join(report.experiment["warnings"])
        for left_out in ("messages left out", "calls of collective operations left out"):
            check(left_out in text, f"{name}: {text}")


def run(test, options):
    if options.mpi == "none":
        without_mpi(test)
    else:
        with_mpi(test, options.mpi)
        uneven(test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
