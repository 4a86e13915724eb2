# SPDX-License-Identifier: BSD-3-Clause
# The common part of the tests of damaged traces: making a trace, analyzing it under limits of time
# and memory, reading the report.
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

TIMEOUT_S = 60  # limit; nothing here may hang
SHAPE = ("--ranks", "4", "--iterations", "20", "--patterns", "halo,late-sender,nxn/4,barrier/5")


class Outcome:
    def __init__(self, status, stderr, peak_kib):
        self.status = status  # negative: killed by that signal
        self.stderr = stderr
        self.peak_kib = peak_kib


def run(command):
    """Runs a command to the end; the peak memory is that of this process alone."""
    with tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=stderr)
        timer = threading.Timer(TIMEOUT_S, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        hung = not timer.is_alive()
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        stderr.seek(0)
        text = stderr.read().decode(errors="replace")
    if hung:
        sys.exit(f"FAILED: no end after {TIMEOUT_S} s: {command}\n{text}")
    return Outcome(process.returncode, text, usage.ru_maxrss)


class Workshop:
    """A folder with an intact trace, copies of it to be damaged, and the tool."""

    def __init__(self, build):
        self.tarry = os.path.join(build, "bin", "tarry")
        self.folder = tempfile.TemporaryDirectory(prefix="tarry-damaged-")
        self.intact = os.path.join(self.folder.name, "intact")
        self.copy = os.path.join(self.folder.name, "copy")
        made = run([self.tarry, "synth", "-q", *SHAPE, "-o", self.intact])
        if made.status != 0:
            sys.exit(f"FAILED: tarry synth: {made.stderr}")

    def fresh_copy(self):
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.intact, self.copy)
        return self.copy

    def analyze(self, trace):
        return run([self.tarry, "analyze", "-q", "-j", "1", trace])

    def report(self, trace):
        done = subprocess.run([self.tarry, "report", trace, "--format", "json"],
                              capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
        return json.loads(done.stdout)


def by_rank(report, metric):
    """Returns {rank: sum over all call paths}."""
    rank_of = {location["id"]: location["rank"] for location in report["locations"]}
    sums = {rank: 0.0 for rank in rank_of.values()}
    for cell in report["severity"]:
        if cell["metric"] == metric:
            sums[rank_of[cell["location"]]] += cell["value"]
    return sums
