#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Records a program with threads and compares the records of each thread with the expected ones.

usage: run.py BUILD_DIRECTORY PROGRAM [--expected FILE] [--write] [--warning TEXT]

otf2-print, which knows nothing of Tarry, prints the records of a trace: one line each, without
times and numbers that depend on chance, the threads one after the other. --write makes the file.
Without a file only rules for every trace are checked: no odd data, every thread busy or idle
from begin to end, and a summary of the run that agrees. --warning is the only warning, which
must occur; the summary is not checked then.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import summaries  # noqa: E402
from measured import Archive, Failure, Test, check  # noqa: E402

RECORD = re.compile(r"^([A-Z_]+) +(\d+) +(\d+) +(.*)$")


def shown(kind, attributes):
    """Returns the part of a record's attributes that is the same in every run."""
    if kind in ("ENTER", "LEAVE"):
        # If the place is in the runtime itself, its offset changes with the version.
        return re.sub(r"\+0x[0-9a-f]+$", "", re.search(r'Region: "(.*?)" <', attributes).group(1))
    if kind == "THREAD_FORK":
        return re.search(r"Requested Threads: (\d+)", attributes).group(1)
    if kind.startswith("THREAD_TEAM"):
        return "team " + re.search(r"<(\d+)>", attributes).group(1)
    if kind.startswith("THREAD_TASK"):
        creator = re.search(r"Creating Thread: (\d+)", attributes).group(1)
        return f"{creator}/" + re.search(r"Generation Number: (\d+)", attributes).group(1)
    if kind in ("THREAD_CREATE", "THREAD_BEGIN", "THREAD_WAIT", "THREAD_END"):
        return re.search(r"Sequence Count: (\d+)", attributes).group(1)
    if kind.endswith("_LOCK"):
        numbers = re.search(r"Lock: (\d+), Acquisition Order: (\d+)", attributes)
        return f"lock {numbers.group(1)} order {numbers.group(2)}"
    return ""


def records_by_thread(test, anchor, left_out):
    printed = test.run(["otf2-print", anchor])
    check(printed.status == 0, f"otf2-print: {printed.stderr}")
    threads = {}
    for line in printed.stdout.splitlines():
        record = RECORD.match(line)
        if record is None:
            continue
        kind, location, _, attributes = record.groups()
        if any(name in attributes for name in left_out):
            continue
        if kind == "METRIC":  # times without a core vary by chance
            continue
        thread = threads.setdefault(int(location) >> 32, [])
        depth = sum({"ENTER": 1, "LEAVE": -1}.get(each.split()[0], 0) for each in thread)
        depth -= kind == "LEAVE"
        thread.append("  " * depth + f"{kind} {shown(kind, attributes)}".rstrip())
    text = ""
    for number, records in sorted(threads.items()):
        text += f"thread {number}\n" + "".join(f"  {record}\n" for record in records)
    return text


def check_program(test, options):
    bare = test.run([options.program])
    outcome = test.record("made", [options.program], ["--openmp", options.openmp])
    check(outcome.stdout == bare.stdout, f"the output changed: {outcome.stdout!r}")
    report = test.report("made")
    warnings = report.experiment["warnings"]
    expected = [options.warning] if options.warning else []
    check(len(warnings) == len(expected) and all(map(str.__contains__, warnings, expected)),
          f"warnings: {warnings}")
    archive = Archive(test, test.path("made/traces.otf2"))
    check(archive.wrong_leaves == 0 and archive.open_regions == 0, "regions do not nest")
    total = sum(report.time_by_location().values())
    nested = any("/!$omp parallel" in "/".join(report.names(path)[:-1]) and
                 report.callpaths[path]["region"].startswith("!$omp parallel")
                 for path in report.callpaths)
    exact = abs(total - archive.time_s) < 1e-6
    check(exact or (nested and total < archive.time_s),
          f"time of all call paths {total!r} s, of all threads {archive.time_s!r} s")
    # A summary does not know when a thread takes part in nested teams (docs/decisions/023-*.md).
    if not options.warning:
        summaries.compare(test, "made", rough=["omp_limited_parallelism"] if nested else [])
    if not options.expected:
        return
    found = records_by_thread(test, test.path("made/traces.otf2"), options.left_out)
    if options.write:
        with open(options.expected, "w", encoding="utf-8") as file:
            file.write(found)
        return
    with open(options.expected, encoding="utf-8") as file:
        expected = file.read()
    if found != expected:
        with open(test.path("found"), "w", encoding="utf-8") as file:
            file.write(found)
        difference = subprocess.run(["diff", "-u", options.expected, test.path("found")],
                                    capture_output=True, text=True, check=False)
        raise Failure(f"other records than expected:\n{difference.stdout}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("program")
    parser.add_argument("--expected")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--warning")
    parser.set_defaults(openmp="ompt", left_out=[])
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    name = os.path.basename(os.path.dirname(options.program)) + "_" + os.path.basename(
        options.program)
    test = Test(options.build, "threads_" + name)
    try:
        check_program(test, options)
    except Failure as failure:
        print(f"FAILED: {failure}\n\nfiles: {test.directory}")
        sys.exit(1)
    shutil.rmtree(test.directory)
    print(f"{name}: as it should be")


if __name__ == "__main__":
    main()
