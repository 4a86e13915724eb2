#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A summary takes the same memory and disk however long the program runs.
# usage: long_run_test.py BUILD_DIRECTORY CALLS
import os

from measured import check, main
from summaries import visits_of

KILOBYTES_MORE = 4096
TIMEOUT_S = 590


def measured(test, calls):
    """Returns the peak memory of the program in kilobytes."""
    program = os.path.join(test.build, "tests", "e2e", "many_calls")
    name = f"calls-{calls}"
    outcome = test.run([test.tarry, "record", "-o", name, "--profile", "--adaptive", "off", program, str(calls)],
                       timeout=TIMEOUT_S)
    check(outcome.status == 0, f"record ended with {outcome.status}\n{outcome.stderr}")
    visits = visits_of(test.report(name), "empty")
    check(visits == calls, f"{visits} visits of {calls}")
    size = sum(os.path.getsize(os.path.join(test.path(name), file))
               for file in os.listdir(test.path(name)))
    check(size < 1 << 20, f"{size} bytes are left")
    return int(outcome.stdout)


def run(test, options):
    few = measured(test, 1000)
    many = measured(test, int(options.calls))
    print(f"{few} kilobytes for 1000 calls, {many} for {options.calls}")
    check(many < few + KILOBYTES_MORE, f"{many} kilobytes instead of {few}")


if __name__ == "__main__":
    main(run, "calls")
