#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Recordings that end at a random instant: a rank, the launcher or tarry is killed, the disk is full,
# or MPI_Abort is called in a collective operation. What is left opens, is analyzed as far as it
# goes and says what is missing, and nothing of the run stays behind.
# usage: killed_test.py BUILD_DIRECTORY MPI RUNS
# TARRY_KILLED_SEED, which every test prints, makes the same choices again.
import ctypes
import glob
import json
import os
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from measured import NOTHING, TIMEOUT_S, Report, check, end, main

RANKS = 3
STEPS = {"openmpi": 400, "mpich": 40}  # waiting ranks of MPICH poll, so each step takes longer
MARK = "KILLED_TEST_RUN"  # a variable of every process of a run
KINDS = ("rank", "launcher", "tarry", "disk", "abort")
MODES = {  # options of record
    "usual": [],
    "summary": ["--profile"],
    "samples": ["--sample"],
    "compressed": ["--compressed"],
    "samples and trace": ["--sample", "--trace"],
    "compressed and trace": ["--compressed", "--trace"],
}
SEGMENTS_OF_MPI = ("vader_segment", "mpich_shar_tmp", "osc_rdma", "ucx_shm")
FOLDERS_OF_MPI = ("ompi.", "openmpi-", "pmix-", "prte.")
NEW_NAMESPACES = 0x00020000 | 0x08000000  # CLONE_NEWNS | CLONE_NEWIPC
MORE_ROOM = "64M"


def have_own_namespaces():
    """Gives this test mounts and shared memory of its own, so that whatever is there was left by
    its runs. Returns False without the right to do that."""
    if os.geteuid() != 0 or ctypes.CDLL(None).unshare(NEW_NAMESPACES) != 0:
        return False
    return mount("--make-rprivate", "/") and mount("-t", "tmpfs", "killed", "/dev/shm")


def mount(*words):
    return subprocess.run(["mount", *words], check=False).returncode == 0


def processes_of(mark):
    """Returns the processes of a run, by their environment: {pid: program}."""
    found = {}
    wanted = f"{MARK}={mark}".encode()
    for entry in glob.glob("/proc/[0-9]*"):
        try:
            with open(f"{entry}/environ", "rb") as stream:
                if wanted in stream.read().split(b"\0"):
                    found[int(os.path.basename(entry))] = os.readlink(f"{entry}/exe")
        except OSError:  # it has ended, or is somebody else's
            continue
    return found


def wait_until_gone(mark):
    deadline = time.monotonic() + TIMEOUT_S
    while left := processes_of(mark):
        for pid in left:
            try:
                watched = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            ended, _, _ = select.select([watched], [], [], max(0, deadline - time.monotonic()))
            os.close(watched)
            check(ended, f"left behind: {left}")


def ranks_in(text):
    """Returns the numbers of a list such as "0,2-3"."""
    ranks = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        ranks.update(range(int(first), int(last or first) + 1))
    return ranks


class Run:
    """One run that ends badly, from its choices to the checks of what is left."""

    def __init__(self, test, mpi, seed, number, kind):
        self.test, self.mpi, self.kind = test, mpi, kind
        self.random = random.Random(f"{seed} {mpi} {number}")
        self.mode = self.random.choice(sorted(MODES))
        self.name = f"run-{number}"
        self.mark = f"{os.getpid()}-{mpi}-{number}"
        self.program = os.path.join(test.build, "tests", "e2e", mpi, "killed")
        self.progress = test.path(f"{self.name}.steps")
        self.experiment = test.path(self.name)
        self.disk = test.path(f"{self.name}.disk") if kind == "disk" else None
        # From a disk without room for the first log to one that has room for all.
        self.disk_bytes = int(2 ** self.random.uniform(16, 25))
        if self.disk:
            os.mkdir(self.disk)
            check(mount("-t", "tmpfs", "-o", f"size={self.disk_bytes}", "killed", self.disk), "mount")
            self.experiment = os.path.join(self.disk, self.name)
        self.waited_s = 0
        self.scratch = tempfile.mkdtemp(prefix="killed-")

    def __str__(self):
        how = f"{self.kind}, {self.mode}"
        if self.waited_s:
            how += f", after {self.waited_s:.3f} s"
        if self.disk:
            how += f", {self.disk_bytes} bytes"
        return f"{self.name} ({how})"

    def check(self, condition, message):
        check(condition, f"{self}: {message}")

    def command(self):
        words = [self.test.tarry, "record", "-o", self.experiment, *MODES[self.mode],
                 f"mpirun.{self.mpi}", "-n", str(RANKS), self.program, self.progress,
                 str(STEPS[self.mpi])]
        if self.kind == "abort":
            words.append(str(self.random.randrange(1, STEPS[self.mpi])))
        return words

    def victim(self, process):
        """Returns the process to be killed, or None if it is not there."""
        if self.kind == "tarry":
            return process.pid
        if self.kind == "rank":
            ranks = sorted(pid for pid, program in processes_of(self.mark).items()
                           if program == self.program)
            return self.random.choice(ranks) if ranks else None
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as children:
            return next((int(pid) for pid in children.read().split()), None)

    def kill(self, process, length_s):
        """Kills at a random instant, which is the point of it. If the victim is not there yet, it
        gets more time; the run may end before."""
        wait_s = self.random.uniform(0, length_s)
        while True:
            try:
                process.wait(wait_s)
                return
            except subprocess.TimeoutExpired:
                self.waited_s += wait_s
            try:
                pid = self.victim(process)
                if pid is not None:
                    os.kill(pid, signal.SIGKILL)
                    return
            except OSError:  # it has just ended
                pass
            wait_s = self.random.uniform(0, length_s / 10)

    def run(self, length_s):
        """Returns the status of record, and what it and the program said."""
        command = self.command()
        self.test.commands.append(f"{' '.join(command)}   # {self.name}: {self.kind}")
        with open(self.test.path(f"{self.name}.said"), "w+", encoding="utf-8",
                  errors="replace") as said:
            process = subprocess.Popen(command, cwd=self.test.directory, stdin=subprocess.DEVNULL,
                                       stdout=said, stderr=said, start_new_session=True,
                                       env={**self.test.environment, MARK: self.mark,
                                            "TMPDIR": self.scratch})
            if self.kind in ("rank", "launcher", "tarry"):
                self.kill(process, length_s)
            try:
                process.wait(TIMEOUT_S)
            except subprocess.TimeoutExpired:
                end(process)
                self.check(False, "tarry record did not end")
            wait_until_gone(self.mark)
            said.seek(0)
            return process.returncode, said.read()

    def steps(self):
        """Returns what each rank has done, as its file says: all and one more after MPI_Finalize.
        None if no rank came as far as writing it."""
        try:
            with open(self.progress, "rb") as stream:
                return [number for number, in struct.iter_unpack("l", stream.read())]
        except FileNotFoundError:
            return None

    def show(self, verb, *options):
        """Returns the outcome of a verb that shows something or says in one line why it cannot."""
        outcome = self.test.run([self.test.tarry, verb, self.experiment, *options])
        if outcome.status != 0:
            self.check(outcome.status in (1, NOTHING), f"{verb}: {outcome.status}\n{outcome.stderr}")
            lines = [line for line in outcome.stderr.splitlines() if line.startswith(f"tarry {verb}: ")]
            self.check(len(lines) == 1, f"{verb} does not say why it fails:\n{outcome.stderr}")
        return outcome

    def check_status(self, status, said, steps):
        own = {"tarry": -signal.SIGKILL, "abort": 5}.get(self.kind)
        self.check(status == own or status >= 0, f"record ended with {status}\n{said}")
        if self.kind == "abort":
            self.check(status == own, f"record ended with {status}\n{said}")
        if self.disk:  # the program does not notice it
            self.check(status in (0, 1, NOTHING), f"record ended with {status}\n{said}")
            self.check(steps == RANKS * [STEPS[self.mpi] + 1], f"only {steps} steps\n{said}")

    def check_report(self, shown, steps):
        report = Report(json.loads(shown.stdout))
        warnings = report.experiment["warnings"]
        visits = [report.value("visits", ["MPI_Barrier"], rank) for rank in range(RANKS)]
        if self.disk:
            self.check(min(visits) == STEPS[self.mpi] or any("stopped" in each for each in warnings),
                       f"{visits} barriers, and {warnings}")
            return
        if steps is not None:
            self.check(all(visits[rank] >= min(steps[rank], STEPS[self.mpi]) for rank in range(RANKS)),
                       f"{visits} barriers in the report of {steps} steps")
        self.check_cut_ranks(warnings, steps)

    def check_cut_ranks(self, texts, steps):
        """The ranks that did not come to their end are named, if they knew that they are ranks."""
        if steps is None:
            self.check(any("did not end by" in text for text in texts), f"no process was cut:\n{texts}")
            return
        named = set()
        for text in texts:
            for found in re.findall(r"ranks? ([\d,-]+) of \d+ did not end|"
                                    r"(?:nothing was recorded|no samples) of ranks? ([\d,-]+), of",
                                    text):
                named |= ranks_in("".join(found))
        cut = {rank for rank in range(RANKS) if steps[rank] < STEPS[self.mpi]}
        self.check(cut <= named, f"ranks {cut} were cut, but {named} are named:\n{texts}")

    def check_shown(self, steps):
        """What is left is shown, or there was nothing yet."""
        shown = self.show("diagnose") if self.mode == "samples" else None
        if shown is not None and shown.status == 1:  # no samples, but perhaps something else
            shown = self.show("analyze")
        if shown is None:
            analyzed = self.show("analyze")
            if self.disk and analyzed.status == 1:
                self.check(mount("-o", f"remount,size={MORE_ROOM}", self.disk), "remount")
                analyzed = self.show("analyze")
            shown = analyzed if analyzed.status == NOTHING else self.show("report", "--format", "json")
        if shown.status != 0:
            self.check(self.disk or not steps or max(steps) == 0,
                       f"nothing is shown of {steps} steps:\n{shown.stderr}")
            self.check(shown.status == NOTHING, f"status {shown.status}\n{shown.stderr}")
        elif self.mode != "samples":
            self.check_report(shown, steps)
        elif not self.disk and "'tarry record' was killed" not in shown.stderr:
            self.check_cut_ranks([shown.stderr], steps)
        if "sample" in self.mode:
            self.show("diagnose")

    def check_nothing_stays(self):
        left = [name for name in os.listdir(self.scratch) if not name.startswith(FOLDERS_OF_MPI)]
        self.check(not left, f"left in TMPDIR: {left}")
        segments = [name for name in os.listdir("/dev/shm") if "tarry" in name.lower()]
        self.check(not segments, f"left in /dev/shm: {segments}")

    def check_own_namespaces(self):
        """Segments of the MPI library are its own; each run starts without them."""
        left = os.listdir("/dev/shm")
        strange = [name for name in left if not name.startswith(SEGMENTS_OF_MPI)]
        self.check(not strange, f"left in /dev/shm: {strange}")
        for name in left:
            os.remove(os.path.join("/dev/shm", name))
        with open("/proc/sysvipc/shm", encoding="ascii") as segments:
            self.check(len(segments.readlines()) == 1, "a segment of System V is left")

    def clean_up(self):
        shutil.rmtree(self.scratch, ignore_errors=True)
        if self.disk:
            subprocess.run(["umount", "--lazy", self.disk], check=True)


def whole_run(test, mpi, seed):
    """Returns the seconds that a run takes in which nobody is killed, and nothing is missing."""
    whole = Run(test, mpi, seed, "whole", "none")
    whole.mode = "usual"
    begin = time.monotonic()
    status, said = whole.run(0)
    length_s = time.monotonic() - begin
    whole.check(status == 0, f"record ended with {status}\n{said}")
    whole.check(whole.steps() == RANKS * [STEPS[mpi] + 1], f"only {whole.steps()} steps")
    whole.check_shown(whole.steps())
    whole.clean_up()
    return length_s


def run(test, options):
    seed = int(os.environ.get("TARRY_KILLED_SEED", random.SystemRandom().randrange(10 ** 6)))
    print(f"again: TARRY_KILLED_SEED={seed}", flush=True)
    has_own = have_own_namespaces()
    if not has_own:
        print("skipped: full disks, which only root can mount")
    length_s = whole_run(test, options.mpi, seed)
    for number in range(int(options.runs)):
        kind = KINDS[number % len(KINDS)]
        if kind == "disk" and not has_own:
            continue
        each = Run(test, options.mpi, seed, number, kind)
        status, said = each.run(length_s)
        steps = each.steps()
        print(f"{each}: status {status}, steps {steps}", flush=True)
        each.check_status(status, said, steps)
        each.check_shown(steps)
        each.check_nothing_stays()
        if has_own:
            each.check_own_namespaces()
        each.clean_up()


if __name__ == "__main__":
    main(run, "mpi", "runs")
