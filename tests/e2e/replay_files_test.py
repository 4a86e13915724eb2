#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A replay makes the recorded calls on files again, of every kind, with as many bytes, on files of its
# own, which it removes. A recorded replay holds what the program did. An event trace does not say what
# such calls do: its replay is refused. So is that of a program with calls that failed.
# usage: replay_files_test.py BUILD_DIRECTORY MPI
import json
import os

from measured import check, main
from replay_test import NOT_CALLED, check_fixed_point

NOT_CALLED_HERE = (*NOT_CALLED, "MPI_File_get_size", "MPI_Get_count", "MPI_Type_create_subarray")
FUNCTIONS = 45  # all that a replay makes again, and MPI_File_get_size


def check_replay(page, name):
    check(page["left_out"] == 0 and not page["skipped"], f"{name}: {page['skipped']}")
    on_files = 0
    for each in page["functions"]:
        on_files += each["function"].startswith("MPI_File_")
        for what in ("calls", "sent", "received"):
            recorded, replayed = each["recorded"][what], each["replayed"][what]
            expected = 0 if each["function"] in NOT_CALLED_HERE else recorded
            check(replayed == expected,
                  f"{name}: {each['function']} {what}: {recorded}, {replayed} again")
    check(on_files == FUNCTIONS, f"{name}: {on_files} functions on files")


def sent_by(page, function):
    return [each["replayed"]["sent"] for each in page["functions"] if each["function"] == function]


def check_files(test, program, launch, ranks):
    name = f"files_{ranks}"
    test.record(name, [*launch, program, test.path("data")], ["--compressed"])
    scratch = test.path(f"scratch_{ranks}")
    os.mkdir(scratch)
    before = sorted(os.listdir(test.directory))
    done = test.run([*launch, test.tarry, "replay", "--format", "json", "--scratch", scratch,
                     test.path(name)])
    check(done.status == 0, done.stderr)
    page = json.loads(done.stdout)
    check_replay(page, name)
    check(sent_by(page, "MPI_File_write_at_all") == [3 * 400 * ranks], page)
    check(not os.listdir(scratch), f"left in the scratch folder: {os.listdir(scratch)}")
    check(sorted(os.listdir(test.directory)) == before, f"{before}: {os.listdir(test.directory)}")
    check_fixed_point(test, launch, name)
    # Event traces have the calls alone.
    done = test.run([test.tarry, "expand", test.path(name), "-o", test.path(f"{name}_expanded")])
    check(done.status == 0, done.stderr)


# Calls that failed leave nothing in the trace, and it does not say what some others did.
def check_refused(test, program, launch):
    test.record("refused", [*launch, program, test.path("data")], ["--compressed"])
    replay = [*launch, test.tarry, "replay", "--format", "json", test.path("refused")]
    done = test.run(replay)
    view = "MPI_File_set_view (pieces that overlap or have more than 2 GiB)"
    check(done.status != 0 and view in done.stderr, done.stderr)
    done = test.run([*replay, "--skip-unsupported"])
    check(done.status == 0, done.stderr)
    page = json.loads(done.stdout)
    check(page["left_out"] == 0, page)
    for name in (view, "MPI_File_write (the trace does not say what it does)"):
        check(name in page["skipped"], f"{name}: {page['skipped']}")
    check(sent_by(page, "MPI_File_write_at") == [2 * (400 + 16)], page)


def check_event_trace(test, program, launch):
    test.record("events", [*launch, program, test.path("data")])
    trace = test.path("events.tct")
    done = test.run([test.tarry, "compress", test.path("events"), "-o", trace])
    check(done.status == 0, done.stderr)
    done = test.run([*launch, test.tarry, "replay", trace])
    check(done.status != 0 and "MPI_File_open (the trace does not say what it does)" in done.stderr,
          done.stderr)


def run(test, options):
    programs = os.path.join(test.build, "tests", "mpi_wrappers", options.mpi)
    program = os.path.join(programs, "mpi_files")
    for ranks in (2, 4):
        launch = [f"mpirun.{options.mpi}", "-n", str(ranks)]
        check_files(test, program, launch, ranks)
    launch = [f"mpirun.{options.mpi}", "-n", "2"]
    check_event_trace(test, program, launch)
    check_refused(test, os.path.join(programs, "mpi_files_refused"), launch)


if __name__ == "__main__":
    main(run, "mpi")
