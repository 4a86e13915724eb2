# SPDX-License-Identifier: BSD-3-Clause
# The programs of bench/sampling_overhead, and one run of each kind, for bench/overhead as well: its
# time by the clock, the processor time of all its processes, and the files it left. Run times are
# those of launcher and program, without the work of `tarry record` or perf after their end.
import collections
import json
import os
import resource
import shutil
import subprocess
import sys
import time

import real_programs
from commands import NOTHING_RECORDED, mpi_environment

RANKS = 2
PERF_HZ = 250  # the period of our samples, 4 ms
MOST_OF_A_TRACE = "4G"

# `sampling` is the sampler's own report (docs/formats/experiment.md); `analysis` is in seconds.
Run = collections.namedtuple("Run", "seconds processor bytes sampling analysis", defaults=(0, None, None))

# `traced` is the command whose trace is taken: the same program, with instrumented functions if it
# can be built.
Program = collections.namedtuple("Program", "launch traced kinds")

# This starts a program under perf, so that perf's own work is left out.
TIMED = """
import json, resource, subprocess, sys, time
begin = time.monotonic()
status = subprocess.run(sys.argv[2:]).returncode
seconds = time.monotonic() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as stream:
    json.dump([seconds, usage.ru_utime + usage.ru_stime], stream)
sys.exit(status)
"""


def size_of(path):
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)


def processor_seconds_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Runner:
    def __init__(self, build, directory, fail, run_in=None):
        self.tarry = os.path.join(build, "bin", "tarry")
        self.directory, self.fail, self.run_in = directory, fail, run_in or directory
        self.environment = mpi_environment(OMPI_MCA_mpi_yield_when_idle="1",
                                           OMPI_MCA_btl_vader_single_copy_mechanism="none", OMP_NUM_THREADS="1")

    def call(self, command, may_fail=False, accepted=(0,)):
        """Returns its output, or None if it failed and may fail."""
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment, errors="replace",
                              stdin=subprocess.DEVNULL, cwd=self.run_in)
        if done.returncode not in accepted and not may_fail:
            self.fail(f"status {done.returncode}: {' '.join(command)}\n{done.stdout}{done.stderr}")
        return done.stdout if done.returncode == 0 else None

    def bare(self, launch):
        processor, begin = processor_seconds_of_children(), time.monotonic()
        self.call(launch)
        return Run(time.monotonic() - begin, processor_seconds_of_children() - processor)

    def sampled(self, launch, period, analysed):
        return self.record(launch, [f"--sample={period}"], "diagnose", analysed, ["samples"])

    def traced(self, launch, analysed):
        options = ["--trace", "--max-trace", MOST_OF_A_TRACE]
        return self.record(launch, options, "analyze", analysed, ["traces.otf2", "traces.def", "traces"])

    def record(self, launch, options, analysis, analysed, parts):
        """Returns a measured run, the size of `parts` of the experiment, and if wanted how long
        `tarry ANALYSIS` takes."""
        experiment = os.path.join(self.directory, "experiment")
        self.call([self.tarry, "record", "-q", "--force", "--no-analyze", "-o", experiment, *options, *launch],
                  accepted=(0, NOTHING_RECORDED))
        with open(os.path.join(experiment, "experiment.json"), encoding="utf-8") as stream:
            manifest = json.load(stream)
        seconds = None
        if analysed:
            output = os.path.join(self.directory, "analysis.out")
            begin = time.monotonic()
            self.call([self.tarry, analysis, "-q", experiment, "-o", output])
            seconds = time.monotonic() - begin
        return Run(manifest["run_s"], manifest["processor_s"],
                   sum(size_of(os.path.join(experiment, part)) for part in parts), manifest.get("sampling"), seconds)

    def perf(self, launch):
        output, took = (os.path.join(self.directory, name) for name in ("perf.data", "perf.json"))
        self.call(["perf", "record", "-q", "-g", "-F", str(PERF_HZ), "-o", output, "--", sys.executable, "-c", TIMED,
                   took, *launch])
        with open(took, encoding="utf-8") as stream:
            seconds, processor = json.load(stream)
        return Run(seconds, processor, size_of(output))

    def why_no_perf(self):
        """Returns None if it works."""
        if shutil.which("perf") is None:
            return "it is not installed (Debian: linux-perf)"
        output = os.path.join(self.directory, "perf.data")
        if self.call(["perf", "record", "-q", "-g", "-o", output, "true"], may_fail=True) is None:
            return "it may not record here (kernel.perf_event_paranoid)"
        return None


class Programs:
    """The programs by name, each of some five seconds on two idle cores, or of parts of one."""
    NAMES = ("functions", "lmp", "hpcc", "heat")

    def __init__(self, build, mpi, directory, fail, quick):
        self.build, self.mpi, self.directory, self.fail, self.quick = build, mpi, directory, fail, quick

    def get(self, name):
        """Returns None if it is not installed."""
        return {"functions": self.functions, "lmp": self.lmp, "hpcc": self.hpcc, "heat": self.heat}[name]()

    def functions(self):
        """Runs one process that only calls a small function."""
        arguments = ["1" if self.quick else "40", "150"]  # million calls, loops in each call
        plain, hooks = (os.path.join(self.build, "bench", name)
                        for name in ("sampling_cost", "sampling_cost_instrumented"))
        return Program([plain, *arguments], [hooks, *arguments], ("4ms", "1ms"))

    def heat(self):
        arguments = ["--size", "512", "--steps", "20" if self.quick else "1200"]
        plain, hooks = (os.path.join(self.build, folder, self.mpi, name)
                        for folder, name in (("bench", "heat_plain"), ("examples", "heat")))
        launcher = [f"mpirun.{self.mpi}", "-n", str(RANKS)]
        return Program([*launcher, plain, *arguments], [*launcher, hooks, *arguments], ("4ms",))

    def lmp(self):
        return self.installed("lmp", [("0 8 0 8 0 8", "0 16 0 16 0 16"),
                                      ("run             100", f"run             {20 if self.quick else 600}")])

    def hpcc(self):
        """Runs one column of processes: two of them."""
        return self.installed("hpcc", [("2            Ps", "1            Ps"),
                                       ("200          Ns", f"{100 if self.quick else 800}          Ns")])

    def installed(self, name, changes):
        launcher = real_programs.launcher_of(name)
        if launcher is None:
            return None
        self.write_input(name, changes)
        launch = [launcher, "-n", str(RANKS), *real_programs.PROGRAMS[name][0]]
        return Program(launch, launch, ("4ms",))

    def write_input(self, name, changes):
        """Puts the input of the end-to-end tests, of another size, into the directory of the
        runs."""
        path = os.path.join(real_programs.INPUTS, real_programs.PROGRAMS[name][1])
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        for before, after in changes:
            if before not in text:
                self.fail(f"{path} has no '{before}'")
            text = text.replace(before, after)
        with open(os.path.join(self.directory, os.path.basename(path)), "w", encoding="utf-8") as stream:
            stream.write(text)
