# SPDX-License-Identifier: BSD-3-Clause
"""Runs cases that are made at random: a case per seed, each through the real analysis."""
import subprocess
import sys
import tempfile


def run(make_case, what):
    """`make_case(seed)` returns the text of a case, and `what` says what all of them have. The
    command line is RUN_CASE FIRST_SEED PROGRAMS. Ends the process, with status 1 if a case
    failed."""
    first, programs = int(sys.argv[2]), int(sys.argv[3])
    failed = 0
    for seed in range(first, first + programs):
        text = make_case(seed)
        with tempfile.NamedTemporaryFile("w", suffix=".case", prefix="random_") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([sys.argv[1], file.name], capture_output=True, text=True)
        if done.returncode != 0:
            failed += 1
            print(f"FAILED: seed {seed}\n{text}{done.stdout}{done.stderr}")
    print(f"{programs - failed} of {programs} programs have {what}")
    sys.exit(1 if failed != 0 else 0)
