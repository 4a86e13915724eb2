# SPDX-License-Identifier: BSD-3-Clause
# The common part of the end-to-end tests: running programs bare and under measurement, reading the
# report, and checks that hold for every measured program. Each test works in a directory of its
# own, which stays after a failure together with the commands to run it again.
import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys

TIMEOUT_S = 120  # limit for one command; nothing here may hang
POLITE_S = 10  # between asking to end and killing
SPAN_TOLERANCE_S = 1e-6
ATTEMPTS = 5
NOTHING = 3  # exit status: nothing was recorded


class Failure(Exception):
    """A check that failed."""


class Disturbed(Failure):
    """A failed check of waiting times, which a busy machine can cause."""


def undisturbed(measure, *arguments, attempts=ATTEMPTS):
    """Runs `measure`, again if it was disturbed; checks that do not depend on time must hold
    each time."""
    for attempt in range(1, attempts + 1):
        try:
            return measure(*arguments)
        except Disturbed as found:
            if attempt == attempts:
                raise
            print(f"{found}; trying again")


def check(condition, message):
    if not condition:
        raise Failure(message)


def mpi_environment():
    """Returns an environment that allows more ranks than cores, also for root, on the cores that
    the test chooses, and in which waiting threads yield."""
    environment = dict(os.environ)
    environment.update({
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
        "OMP_NUM_THREADS": "2",
        "OMP_WAIT_POLICY": "passive",
    })
    return {name: value for name, value in environment.items() if not name.startswith("TARRY_")}


def end(process):
    """Ends the process group of `process`: politely, so that launchers end their ranks."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(process.pid, how)
        try:
            return process.communicate(timeout=POLITE_S)
        except subprocess.TimeoutExpired:
            pass
    return process.communicate()


class Outcome:
    def __init__(self, status, stdout, stderr):
        self.status = status
        self.stdout = stdout
        self.stderr = stderr


class Test:
    """One test: its paths, and the commands run so far."""

    def __init__(self, build, name):
        self.build = os.path.abspath(build)
        self.tarry = os.path.join(self.build, "bin", "tarry")
        self.directory = os.path.join(self.build, "e2e", name)
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory)
        self.environment = mpi_environment()
        self.commands = []

    def example(self, mpi, name):
        return os.path.join(self.build, "examples", mpi, name)

    def path(self, name):
        return os.path.join(self.directory, name)

    def run(self, command, environment=None, timeout=TIMEOUT_S):
        """Runs a command to the end; if it still runs after the timeout, it is ended and counts
        as a failure."""
        self.commands.append(shlex.join(command))
        process = subprocess.Popen(command, cwd=self.directory, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   errors="replace", start_new_session=True,
                                   env={**self.environment, **(environment or {})})
        try:
            stdout, stderr = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            stdout, stderr = end(process)
            raise Failure(f"no end after {timeout} s: {shlex.join(command)}\n{stdout}\n{stderr}")
        return Outcome(process.returncode, stdout, stderr)

    def record(self, directory, launch, options=(), environment=None, timeout=TIMEOUT_S):
        """Runs tarry record with `launch` (launcher and program), which must succeed."""
        outcome = self.run([self.tarry, "record", "-o", directory, *options, *launch], environment,
                           timeout)
        check(outcome.status == 0, f"record ended with {outcome.status}\n{outcome.stderr}")
        return outcome

    def report(self, experiment):
        outcome = self.run([self.tarry, "report", experiment, "--format", "json"])
        check(outcome.status == 0, f"report ended with {outcome.status}\n{outcome.stderr}")
        return Report(json.loads(outcome.stdout))

    def archive(self, experiment):
        return Archive(self, os.path.join(self.directory, experiment, "traces.otf2"))


class Report:
    """A report of the schema tarry-report/1, by metric, call path and rank."""

    def __init__(self, content):
        self.experiment = content["experiment"]
        self.metrics = {metric["id"]: metric for metric in content["metrics"]}
        self.callpaths = {path["id"]: path for path in content["callpaths"]}
        self.locations = {location["id"]: location for location in content["locations"]}
        self.topologies = content["topologies"]
        self.findings = content["findings"]
        self.cells = content["severity"]
        check(content["schema"] == "tarry-report/1", f"schema {content['schema']}")

    def names(self, callpath):
        """Returns the region names from the root down to `callpath`."""
        names = []
        while callpath is not None:
            names.append(self.callpaths[callpath]["region"])
            callpath = self.callpaths[callpath]["parent"]
        return names[::-1]

    def value(self, metric, path=(), rank=None):
        """Returns the sum of the cells below call paths that contain the names of `path` in this
        order, each as a part of a region's name."""
        check(metric in self.metrics, f"the report has no metric {metric}")
        chosen = {each for each in self.callpaths if contains_in_order(self.names(each), path)}
        return sum(cell["value"] for cell in self.cells
                   if cell["metric"] == metric and cell["callpath"] in chosen
                   and rank in (None, self.locations[cell["location"]]["rank"]))

    def by_region(self, metric):
        """Returns {region name: sum} over all call paths."""
        sums = {}
        for cell in self.cells:
            if cell["metric"] == metric:
                name = self.callpaths[cell["callpath"]]["region"]
                sums[name] = sums.get(name, 0) + cell["value"]
        return sums

    def time_by_location(self):
        sums = {location: 0.0 for location in self.locations}
        for cell in self.cells:
            if cell["metric"] == "time":
                sums[cell["location"]] += cell["value"]
        return sums


def contains_in_order(names, parts):
    names = iter(names)
    return all(any(part in name for name in names) for part in parts)


# Reads the output of otf2-print: first and last time, nesting and record counts per location.
READ_EVENTS = r"""
/^[A-Z_]+ +[0-9]+ +[0-9]+/ {
  kind = $1; where = $2; time = $3
  if (!(where in first)) first[where] = time
  last[where] = time
  count[kind]++
  region = $0; sub(/^.*Region: /, "", region)
  if (kind == "ENTER") stack[where, ++depth[where]] = region
  if (kind == "THREAD_TEAM_BEGIN") team[where] = 1
  if (kind == "LEAVE") {
    if (depth[where] < 1 || stack[where, depth[where]] != region) wrong++
    depth[where]--
  }
}
END {
  for (where in first) printf "span %s %.0f %d %d\n", where, last[where] - first[where], depth[where], team[where]
  for (kind in count) print "count", kind, count[kind]
  print "wrong", wrong + 0
}
"""


class Archive:
    """An OTF2 archive as read by otf2-print, which knows nothing of Tarry."""

    def __init__(self, test, anchor):
        definitions = test.run(["otf2-print", "-G", anchor])
        check(definitions.status == 0, f"otf2-print -G: {definitions.stderr}")
        resolution = re.search(r"CLOCK_PROPERTIES.*?Ticks per Seconds: (\d+)", definitions.stdout)
        check(resolution, "no clock properties")
        events = test.run(["bash", "-c", "set -o pipefail; otf2-print \"$0\" | awk \"$1\"", anchor,
                           READ_EVENTS])
        check(events.status == 0, f"otf2-print: {events.stderr}")
        check("error" not in events.stderr.lower(), f"otf2-print: {events.stderr}")
        spans_s = {}  # by rank and thread
        self.counts = {}
        self.open_regions = 0
        workers = []
        for line in events.stdout.splitlines():
            word = line.split()
            if word[0] == "span":
                thread, rank = divmod(int(word[1]), 1 << 32)
                spans_s[rank, thread] = int(word[2]) / int(resolution.group(1))
                self.open_regions += int(word[3])
                if thread > 0 and int(word[4]):
                    workers.append((rank, thread))
            elif word[0] == "count":
                self.counts[word[1]] = int(word[2])
            elif word[0] == "wrong":
                self.wrong_leaves = int(word[1])
        # A worker of OpenMP has time, even if only idle, as long as the initial thread.
        self.time_s = sum(spans_s.values())
        for rank, thread in workers:
            self.time_s += spans_s[rank, 0] - spans_s[rank, thread]


def check_sound(report, archive, ranks):
    """Checks what holds for every program that ran to its end."""
    check(not report.experiment["warnings"], f"warnings: {report.experiment['warnings']}")
    check(report.experiment["ranks"] == ranks, f"{report.experiment['ranks']} ranks")
    check({location["rank"] for location in report.locations.values()} == set(range(ranks)),
          "locations do not cover the ranks")
    check(archive.wrong_leaves == 0, f"{archive.wrong_leaves} leaves of another region")
    check(archive.open_regions == 0, f"{archive.open_regions} regions never left")
    total = sum(report.time_by_location().values())
    check(abs(total - archive.time_s) < SPAN_TOLERANCE_S,
          f"time of all call paths {total!r} s, of the locations {archive.time_s!r} s")
    for kind in ("comms", "syncs"):
        sent, received = report.value(kind + "_send"), report.value(kind + "_recv")
        check(sent == received, f"{kind}: {sent} sends, {received} receives")
    check(report.value("bytes_sent") == report.value("bytes_rcvd"), "bytes sent and received differ")
    check_tree(report)


# Messages of the analysis about records that it pairs wrongly or cannot pair.
UNPAIRED = ("never received", "without a send", "before they were sent", "not in the trace",
            "missing or contradicting", "never completed", "never started", "matched wrongly")


def check_paired(report):
    """Every message has both ends, and every collective operation has all members that record."""
    wrong = [text for text in report.experiment["warnings"] if any(each in text for each in UNPAIRED)]
    check(not wrong, f"pairs that do not fit: {wrong}")


def check_tree(report):
    """A metric's total is never smaller than its children's sum below `time`."""
    children = {}
    for metric in report.metrics.values():
        children.setdefault(metric["parent"], []).append(metric["total"])
    for metric in report.metrics.values():
        below = sum(children.get(metric["id"], []))
        check(metric["unit"] != "sec" or below <= metric["total"] + 1e-6,
              f"{metric['id']}: total {metric['total']}, children {below}")


def check_reports(test):
    """Every report of an analysis that the test has made keeps the rules of severity cubes."""
    reports = sorted(os.path.join(folder, name) for folder, _, names in os.walk(test.directory)
                     for name in names if name == "analysis.cubex")
    outcome = test.run([os.path.join(test.build, "bin", "check_reports"), *reports])
    check(outcome.status == 0, f"reports that cannot be:\n{outcome.stdout}{outcome.stderr}")


def main(run, *arguments):
    """Parses the command line of a test, BUILD_DIRECTORY and the test's own `arguments`, and
    calls run(test, options)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build", help="build directory")
    for argument in arguments:
        parser.add_argument(argument)
    options = parser.parse_args()
    name = "_".join([os.path.basename(sys.argv[0]).removesuffix("_test.py"),
                     *(os.path.basename(getattr(options, argument)) for argument in arguments)])
    test = Test(options.build, name)
    try:
        run(test, options)
        check_reports(test)
    except Failure as failure:
        print(f"FAILED: {failure}\n\nfiles: {test.directory}\nthe last commands:")
        for command in test.commands[-10:]:
            print(f"  {command.splitlines()[0]}")
        print(f"again: {shlex.join([sys.executable, *sys.argv])}")
        sys.exit(1)
    shutil.rmtree(test.directory)
    print(f"{name}: {len(test.commands)} commands, all as they should be")
