#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Debian's GraphicsMagick, which uses OpenMP of GCC, is recorded and analyzed unmodified, with
the same image as its result.

usage: packaged_test.py BUILD_DIRECTORY
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import check, main  # noqa: E402

SKIPPED = 77
THREADS = "2"


def convert(image):
    return ["gm", "convert", "-size", "640x480", "gradient:red-blue", "-blur", "0x3", "-rotate", "30",
            image]


def content(path):
    with open(path, "rb") as file:
        return file.read()


def run(test, _options):
    program = shutil.which("gm")
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True,
                               check=False).stdout if program else ""
    if "libgomp" not in libraries:
        print("skipped: no gm that is linked with libgomp (Debian: graphicsmagick)")
        sys.exit(SKIPPED)
    environment = {"OMP_NUM_THREADS": THREADS}
    bare = test.run(convert("bare.ppm"), environment)
    check(bare.status == 0, bare.stderr)
    test.record("made", convert("measured.ppm"), [], environment)
    check(content(test.path("bare.ppm")) == content(test.path("measured.ppm")), "another image")
    report = test.report("made")
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    archive = test.archive("made")
    check(archive.counts["THREAD_FORK"] == archive.counts["THREAD_JOIN"] > 0, "no teams")
    check(archive.wrong_leaves == 0 and archive.open_regions == 0, "regions do not nest")
    total = sum(report.time_by_location().values())
    check(abs(total - archive.time_s) < 1e-6,
          f"time of all call paths {total!r} s, of all threads {archive.time_s!r} s")


if __name__ == "__main__":
    main(run)
