#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# tarry record --sample: the samples agree with the program's own report, and the program does not
# notice them.
# usage: sampling_test.py BUILD_DIRECTORY programs|MPI
import fcntl
import json
import os
import shutil

from measured import NOTHING, check, main
from samples import read_samples, record_unnoticed

SHARE_TOLERANCE = 0.05  # part of the time of a thread
PERIODS = 3  # and some samples at the borders of each visit
VISITS = 5
OPENMP_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "omp_uneven.c")
OPENMP_TOLERANCE = 0.2  # part of the planted seconds


def program_of(test):
    return os.path.join(test.build, "tests", "e2e", "sampled")


def record(test, name, launch, period="4ms"):
    outcome = test.record(test.path(name), launch, [f"--sample={period}"])
    return outcome, read_samples(test.path(name))


def check_shares(test):
    outcome, processes = record(test, "shares", [program_of(test), "shares"])
    check(len(processes) == 1 and len(processes[0].threads) == 2, "one process with two threads")
    check("nanosleep" in outcome.stderr, f"no functions are named\n{outcome.stderr}")
    check_cost(test, "shares", outcome)
    for line, thread in zip(outcome.stdout.splitlines(), processes[0].threads):
        words = line.split()
        own = {name: float(value) for name, value in zip(words[::2], words[1::2])}
        allowed = SHARE_TOLERANCE * sum(own.values()) + PERIODS * VISITS * thread.period * 1e-9
        for function, seconds in own.items():
            found = thread.seconds_below(function)
            check(abs(found - seconds) <= allowed,
                  f"{function}: {found:.3f} s sampled, {seconds:.3f} s by the program")
        check(thread.partial == 0, f"{thread.partial} partial call paths")
        check(thread.end > thread.begin, "the thread has no end")
        check_common(thread)
    test.run([test.tarry, "diagnose", test.path("shares")])
    of_thread = list(test.report("shares").time_by_location().values())
    check(max(of_thread) - min(of_thread) > 0.5, f"{of_thread} s of threads, one of them 0.6 s shorter")


def check_common(thread):
    """Common activations lie on both paths. Two consecutive visits of the same function have at
    most `main` in common."""
    before = []
    for _, common, path in thread.samples:
        check(common <= len(path), f"{common} of {path} are common")
        if common > 1:
            check(path[:common - 1] == before[:common - 1], f"{common} of {before} and {path}")
        before = path


def check_unnoticed(test, what):
    outcome = record_unnoticed(test, what, [program_of(test), what])
    return outcome, read_samples(test.path(what))


def check_waits(test):
    _, processes = check_unnoticed(test, "waits")
    slept = processes[0].threads[0].seconds_below("sleep")
    check(slept >= 1.1, f"{slept} s in sleeps")  # 1.2 s


def check_killed(test):
    outcome = test.run([test.tarry, "record", "-o", test.path("killed"), "--sample",
                        program_of(test), "killed"])
    check(outcome.status == 128 + 9, f"status {outcome.status}\n{outcome.stderr}")
    thread = read_samples(test.path("killed"))[0].threads[0]
    check(thread.end == 0 and thread.seconds_below("work_short") > 0.2, "samples are missing")
    check_cost(test, "killed", outcome)


def check_cost(test, name, outcome):
    """Checks the sampler's own report: files without unused parts, and a possible share of the
    time."""
    with open(os.path.join(test.path(name), "experiment.json"), encoding="utf-8") as stream:
        cost = json.load(stream)["sampling"]
    threads = [thread for process in read_samples(test.path(name)) for thread in process.threads]
    check(cost["samples"] == sum(len(thread.samples) for thread in threads) > 0, f"{cost}")
    check(cost["threads"] == len(threads), f"{cost}")
    check(12 * cost["samples"] < cost["bytes"] < 12 * cost["samples"] + 4096 * len(threads), f"{cost}")
    check(0 < cost["handler_s"] < cost["thread_s"], f"{cost}")
    longest = max(thread.samples[-1][0] for thread in threads)
    check(cost["thread_s"] <= 1.5 * longest * len(threads), f"{cost}, the last sample at {longest} s")
    check(" bytes a sample; taking them took " in outcome.stderr, outcome.stderr)


def check_handler(test):
    outcome, processes = check_unnoticed(test, "handler")
    check(any("uses the signal" in note for note in processes[0].notes), f"{processes[0].notes}")
    check("uses the signal" in outcome.stderr, outcome.stderr)
    check(processes[0].threads[0].samples, "no samples before that")


def check_options(test):
    for options, expected in ((["--sample=soon"], "'soon' is not a value for --sample"),
                              (["--sample", "--buffer", "1M"], "--buffer applies to the recording of events"),
                              (["--sample-clock", "cpu"], "none are")):
        outcome = test.run([test.tarry, "record", *options, "true"])
        check(outcome.status == 2 and expected in outcome.stderr, outcome.stderr)
    for name, options, said, recorded, diagnosed in (
            ("short", ["--sample=10s"], "no samples were taken", NOTHING, NOTHING),
            ("cpu", ["--sample=100us", "--sample-clock", "cpu"], "not for these samples", 0, 1)):
        outcome = test.run([test.tarry, "record", "-o", test.path(name), *options, program_of(test), "handler"])
        check(outcome.status == recorded and said in outcome.stderr and
              "next: tarry diagnose" not in outcome.stderr, f"{outcome.status}\n{outcome.stderr}")
        check(test.run([test.tarry, "diagnose", test.path(name)]).status == diagnosed, f"{name} is diagnosed")
    outcome = test.record(test.path("script"), ["sh", "-c", f"{program_of(test)} handler; :"],
                          ["--sample"])
    check(len(read_samples(test.path("script"))) == 1, "a shell has samples")
    outcome = test.record(test.path("full"), [program_of(test), "threads"], ["--sample", "--max-trace", "64K"])
    process = read_samples(test.path("full"))[0]
    check("there was no room for them" in outcome.stderr and "is left out" not in outcome.stderr and
          sorted(os.listdir(process.folder)) == ["process.tsv", "thread-0.paths", "thread-0.samples"], outcome.stderr)
    outcome = test.run([test.tarry, "record", "--sample", "1ms", "true"])
    check(outcome.status == 1 and "did you mean --sample=1ms?" in outcome.stderr, outcome.stderr)


def check_mpi(test, mpi):
    ranks = 3
    launch = [f"mpirun.{mpi}", "-n", str(ranks), test.example(mpi, "pipeline")]
    bare = test.run(launch)
    outcome, processes = record(test, "mpi", launch)
    check(outcome.stdout == bare.stdout, f"{outcome.stdout} instead of {bare.stdout}")
    check([(process.has_rank, process.rank, process.size) for process in processes] ==
          [(1, rank, ranks) for rank in range(ranks)], "ranks")
    for process in processes:
        threads = [thread for thread in process.threads if thread.seconds_below("MPI_") > 0]
        check(threads, f"rank {process.rank} has no samples in MPI")
    check_diagnosis(test, "mpi")
    test.record(test.path("script"), ["sh", "-c", " ".join(launch)], ["--sample"])
    check([(process.rank, process.size) for process in read_samples(test.path("script"))] ==
          [(rank, ranks) for rank in range(ranks)], "a script's launcher has samples, or its ranks have none")
    check_processes(test, mpi, "mpi")
    check_incomplete(test, "mpi", processes[1])


def check_diagnosis(test, experiment):
    """Checks the form and what must hold for any run; unit tests check what is found in which
    samples."""
    outcome = test.run([test.tarry, "diagnose", experiment, "--format", "json"])
    check(outcome.status == 0, outcome.stderr)
    made = json.loads(outcome.stdout)
    check(made["schema"] == "tarry-diagnosis/1" and made["phases"] and made["limits"], outcome.stdout)
    severities = [finding["severity_s"] for finding in made["findings"]]
    check(severities == sorted(severities, reverse=True), f"severities {severities}")
    check(all(0 < finding["severity_percent"] <= 100 for finding in made["findings"]), outcome.stdout)
    outcome = test.run([test.tarry, "diagnose", experiment])
    check(outcome.status == 0 and "What this diagnosis cannot know" in outcome.stdout, outcome.stdout)
    for arguments, status, said in ((["nowhere"], 1, "nowhere"), ([experiment, "--dry-run"], 2, "--then-trace"),
                                    ([experiment, "--labels", "nowhere"], 1, "nowhere")):
        outcome = test.run([test.tarry, "diagnose", *arguments])
        check(outcome.status == status and said in outcome.stderr, f"{arguments}: {outcome}")


def check_processes(test, mpi, experiment):
    """Any number of processes gives the same bytes, and one line for an error of all."""
    def diagnose(launch):
        outcome = test.run([*launch, test.tarry, "diagnose", experiment, "--format", "html"])
        with open(os.path.join(test.path(experiment), "diagnosis.cubex"), "rb") as cube:
            return outcome.status, outcome.stdout, cube.read()
    alone = diagnose([])
    for processes in ("1", "2", "3"):
        launch = [f"mpirun.{mpi}", "-n", processes]
        check(diagnose(launch) == alone, f"{processes} processes do not say the same")
    outcome = test.run([*launch, test.tarry, "diagnose", "nowhere"])
    lines = [line for line in outcome.stderr.splitlines() if line.startswith("tarry")]
    check(outcome.status == 1 and len(lines) == 1 and "nowhere" in lines[0], outcome.stderr)
    sampled = test.report(experiment).time_by_location()
    check(all(seconds > 0 for seconds in sampled.values()), f"{sampled}")


def check_incomplete(test, experiment, lost):
    """An experiment that is still being written is refused; what an incomplete one lacks is
    reported."""
    diagnose = ["sh", "-c", f"'{test.tarry}' diagnose {experiment} 2>&1"]
    with open(os.path.join(test.path(experiment), "tarry.log"), "rb+") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        outcome = test.run(diagnose)
        check(outcome.status == 1 and "still running" in outcome.stdout, outcome.stdout)
    manifest = os.path.join(test.path(experiment), "experiment.json")
    with open(manifest, encoding="utf-8") as stream:
        content = json.load(stream)
    with open(manifest, "w", encoding="utf-8") as stream:
        json.dump({**content, "exit_status": None}, stream)
    os.remove(os.path.join(lost.folder, "process.tsv"))
    outcome = test.run(diagnose)
    lines = outcome.stdout.splitlines()
    check(outcome.status == 0, outcome.stdout)
    for said in (f"no samples of rank {lost.rank}, of {lost.size}", f"{os.path.basename(lost.folder)} is left out",
                 "killed before the run was over"):
        warnings = [line for line in lines if line.startswith("tarry: warning: ") and said in line]
        check(len(warnings) == 1, f"not once '{said}'\n{outcome.stdout}")
    check(any("Samples are missing: there are no samples of rank" in line for line in lines), outcome.stdout)
    check(lines[-1].startswith("tarry: more: ") and lines[-2].startswith("  - "), outcome.stdout)


def check_openmp(test):
    """Tests uneven work of the threads of an OpenMP program, with the installed runtimes."""
    for compiler in ("gcc", "clang"):
        program = test.path(f"uneven-{compiler}")
        if shutil.which(compiler) is None or test.run(
                [compiler, "-g", "-O1", "-fno-omit-frame-pointer", "-fopenmp", OPENMP_SOURCE, "-o", program]).status != 0:
            check(compiler != "gcc", "gcc cannot build OpenMP programs")
            continue
        outcome, _ = record(test, f"openmp-{compiler}", [program], period="2ms")
        planted = float(outcome.stdout)
        outcome = test.run([test.tarry, "diagnose", test.path(f"openmp-{compiler}"), "--format", "json"])
        findings = json.loads(outcome.stdout)["findings"]
        uneven = [one for one in findings if one["type"] == "load_imbalance" and "uneven_work" in
                  json.dumps(one["causes"])]
        check(uneven and uneven[0] == findings[0] and uneven[0]["ranks"] == [1], outcome.stdout)
        found = sum(one["severity_s"] for one in uneven)
        check(abs(found - planted) <= OPENMP_TOLERANCE * planted,
              f"{compiler}: {found:.3f} s of {planted:.3f} s are found\n{outcome.stdout}")


def run(test, options):
    if options.what == "programs":
        for part in (check_openmp, check_shares, check_waits, check_killed, check_handler, check_options):
            part(test)
    else:
        check_mpi(test, options.what)


if __name__ == "__main__":
    main(run, "what")
