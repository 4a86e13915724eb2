#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry record from outside, as far as no MPI is needed: what it refuses, with one line and the
documented status; the content of the experiment directory; interrupted recordings."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

from recorded_program import FAILED, TARRY, USAGE, RecordedProgram

SANITIZED = any(name in pathlib.Path(TARRY).read_bytes() for name in (b"__asan_init", b"__tsan_init"))

# It has leaks (one alone may still have a pointer on a stack), which the sanitizers report with a status of their own.
LEAKING = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void* leak(void* p) {
  for (int i = 0; i < 100; ++i)
    if (malloc(5) == 0) return 0;
  return p;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, leak, 0);
  pthread_join(thread, 0);
  puts("ended");
  return 0;
}
"""

# If preloaded, it denies a process a second thread.
NO_THREADS = r"""
#include <errno.h>
#include <pthread.h>
int pthread_create(pthread_t* t, const pthread_attr_t* a, void* (*f)(void*), void* x) {
  (void)t; (void)a; (void)f; (void)x;
  return EAGAIN;
}
"""


class Record(RecordedProgram):
    def test_wrong_usage(self):
        self.assert_refused(USAGE, ["no program"], "record")
        self.assert_refused(USAGE, ["no program", "env"], "record", "env", "A=1")
        self.assert_refused(USAGE, ["--bufer", "--buffer"], "record", "--bufer", "1M", "./fib")
        self.assert_refused(USAGE, ["--buffer", "lots"], "record", "--buffer", "lots", "./fib")
        self.assert_refused(USAGE, ["--max-trace", "at least 64K"], "record", "--max-trace", "1K",
                            "./fib")
        self.assert_refused(USAGE, ["TARRY_BUFFER"], "record", "./fib",
                            environment={"TARRY_BUFFER": "lots"})

    def test_wrong_filters(self):
        rules = "SCOREP_REGION_NAMES_BEGIN\nEXCLUDE %s\nSCOREP_REGION_NAMES_END\n"
        (self.path / "open.filter").write_text(rules % "a[bc")
        (self.path / "folder.filter").mkdir()
        self.tarry("record", "-q", "-o", "scored", "./fib")
        for words in (["open.filter:2:10", "without its ']'"],
                      ["folder.filter", "directory"], ["no.filter", "such file"]):
            for verb in (["record", "-o", "none", "./fib"], ["score", "scored"]):
                options = ["--filter", words[0].split(":")[0]]
                self.assert_refused(USAGE, words, verb[0], *options, *verb[1:])
        self.assert_refused(USAGE, ["folder.filter"], "record", "--config", "folder.filter", "./fib")
        self.assert_refused(USAGE, ["no.conf"], "record", "--config", "no.conf", "./fib")
        if os.geteuid() != 0:
            (self.path / "open.filter").chmod(0)
            self.assert_refused(USAGE, ["open.filter", "may not read"], "record", "--filter",
                                "open.filter", "./fib")

    def test_a_filter_is_not_for_mpi(self):
        (self.path / "mpi.filter").write_text(
            "SCOREP_REGION_NAMES_BEGIN\nEXCLUDE MPI_Send MPI_* INCLUDE MPI_Recv\nSCOREP_REGION_NAMES_END\n")
        told = "the filter names MPI_Send: filters do not apply to calls of MPI; --mpi-groups"
        done = self.tarry("record", "--filter", "mpi.filter", "-o", "named", "./fib")
        self.assertIn(told, done.stderr)
        self.assertIn(told, self.tarry("score", "named", "--filter", "mpi.filter").stderr)

    def test_counters_by_name(self):
        done = self.tarry("record", "--list-metrics", "ru_m", "no-such")
        self.assertEqual(done.returncode, 0, done.stderr)
        names = [line.split("\t")[1] for line in done.stdout.splitlines()[1:]]
        self.assertEqual(sorted(names), ["process:ru_majflt", "process:ru_maxrss", "process:ru_minflt",
                                         "ru_majflt", "ru_minflt"])
        self.assert_refused(USAGE, ["no such counter: 'page-faultz'", "page-faults"],
                            "record", "--list-metrics", "page-faultz")

    def test_help_names_the_groups_of_mpi(self):
        told = " ".join(self.tarry("record", "--help").stdout.split())
        for words in ("p2p (messages and requests)", "coll (collective operations)", "rma (one-sided)",
                      "io (files)", "misc (datatypes"):
            self.assertIn(words, told)

    def test_programs_that_cannot_be_measured(self):
        self.assert_refused(FAILED, ["./missing"], "record", "./missing")
        self.assert_refused(FAILED, ["./fib.c"], "record", "./fib.c")  # not executable
        self.assert_refused(FAILED, ["statically linked"], "record", "./static")
        if shutil.which("mpirun"):
            self.assert_refused(FAILED, ["./missing", "mpirun"], "record", "mpirun", "-n", "2",
                                "./missing")

    def sanitized_program(self, sanitizer):
        (self.path / "leaking.c").write_text(LEAKING)
        built = subprocess.run(["cc", f"-fsanitize={sanitizer}", "-pthread", "leaking.c", "-o", sanitizer],
                               cwd=self.path, check=False)
        if built.returncode != 0:
            self.skipTest(f"the compiler has no {sanitizer} sanitizer")
        return f"./{sanitizer}"

    @unittest.skipIf(SANITIZED, "a sanitizer must be loaded first")
    def test_programs_under_a_sanitizer(self):
        for sanitizer in ("address", "leak", "undefined"):
            program = self.sanitized_program(sanitizer)
            bare = subprocess.run([program], cwd=self.path, check=False, text=True, capture_output=True)
            for options in ([], ["--sample", "--trace"]):
                done = self.tarry("record", "--force", "-o", "sanitized", *options, program)
                self.assertEqual((done.returncode, done.stdout), (bare.returncode, bare.stdout),
                                 done.stderr)
                self.assertEqual("SUMMARY" in done.stderr, "SUMMARY" in bare.stderr, done.stderr)
            self.tarry("record", "--force", "-o", "sanitized", program)
            manifest = json.loads((self.path / "sanitized" / "experiment.json").read_text())
            self.assertEqual(manifest["threads"], 2)
        self.assert_refused(FAILED, ["ThreadSanitizer", "-fsanitize=thread"], "record",
                            self.sanitized_program("thread"))

    def test_experiment_directories_in_the_way(self):
        (self.path / "precious").mkdir()
        (self.path / "precious" / "thesis.tex").write_text("x")
        self.assert_refused(FAILED, ["precious", "-o"], "record", "-o", "precious", "./fib")
        self.assert_refused(FAILED, ["precious"], "record", "--force", "-o", "precious", "./fib")
        self.assertTrue((self.path / "precious" / "thesis.tex").exists())
        self.assert_refused(FAILED, ["parent"], "record", "-o", "no/such/parent", "./fib")

    def test_a_recording_has_everything(self):
        done = self.tarry("record", "-o", "whole", "--buffer", "64K", "./fib", "3")
        self.assertEqual((done.returncode, done.stdout), (3, "55\n"), done.stderr)
        self.assertTrue(all(line.startswith("tarry: ") for line in done.stderr.splitlines()))
        self.assertIn("tarry report whole", done.stderr)
        found = {str(path.relative_to(self.path / "whole"))
                 for path in (self.path / "whole").rglob("*") if path.is_file()}
        self.assertEqual(found, {"experiment.json", "tarry.log", "summary.cubex", "traces.otf2", "traces.def",
                                 "traces/0.evt", "traces/0.def", "analysis.cubex"})
        manifest = json.loads((self.path / "whole" / "experiment.json").read_text())
        self.assertEqual(manifest["schema"], "tarry-experiment/1")
        self.assertEqual(manifest["command"], ["./fib", "3"])
        self.assertEqual(manifest["exit_status"], 3)
        self.assertEqual(manifest["options"],
                         {"buffer": "64K", "profile": "on", "trace": "on"})
        self.assertEqual(manifest["ranks"], 1)
        self.assertEqual(manifest["warnings"], [])
        self.assertIsNone(manifest["mpi"])
        self.assertIn(manifest["clock"]["source"], ["tsc", "monotonic"])
        self.assertRegex(manifest["otf2"], r"^\d+\.\d+")

    def test_quiet_says_nothing(self):
        done = self.tarry("record", "-q", "-o", "quiet", "./fib")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "55\n", ""))

    def test_verbose_says_what_is_done_and_why(self):
        (self.path / "our.cfg").write_text("buffer = 128K\n")
        done = self.tarry("record", "-v", "-o", "told", "--config", "our.cfg", "./fib", "3",
                          environment={"TARRY_CLOCK": "monotonic"})
        self.assertEqual((done.returncode, done.stdout), (3, "55\n"), done.stderr)
        self.assertTrue(all(line.startswith("tarry: ") for line in done.stderr.splitlines()))
        for words in ("fib is linked with no MPI: preloading ", "libtarry-serial.so\n",
                      "setting buffer 128K (buffer in our.cfg:1:10)\n",
                      "setting max-trace 2G (default)\n",
                      "setting clock monotonic (TARRY_CLOCK)\n", " runs: ",
                      "the launcher ended with status 3 after ", "the archive was finished in ",
                      " bytes per event, from 1 host\n", "match messages", "memory of 1 process"):
            self.assertIn(words, done.stderr)
        log = (self.path / "told" / "tarry.log").read_text()
        self.assertIn("the archive was finished in ", log)

    def test_a_manifest_repeats_its_run(self):
        self.tarry("record", "-q", "-o", "first", "--buffer", "64K", "./fib", "3",
                   environment={"TARRY_CLOCK": "monotonic"})
        first = json.loads((self.path / "first" / "experiment.json").read_text())
        self.assertEqual(first["settings"]["clock"], "monotonic")
        self.assertEqual(first["settings"]["max-trace"], "2G")
        again = self.tarry("record", "-o", "again", "--config", "first/experiment.json")
        self.assertEqual((again.returncode, again.stdout), (3, "55\n"), again.stderr)
        self.assertNotIn("warning", again.stderr)
        second = json.loads((self.path / "again" / "experiment.json").read_text())
        for key in ("command", "options", "settings"):
            self.assertEqual(second[key], first[key])
        other = self.tarry("record", "-q", "-o", "other", "--config", "first/experiment.json",
                           "--buffer", "1M", "./fib")
        self.assertEqual(other.returncode, 0, other.stderr)
        third = json.loads((self.path / "other" / "experiment.json").read_text())
        self.assertEqual((third["options"], third["command"]),
                         ({"buffer": "1M", "clock": "monotonic", "profile": "on",
                           "trace": "on"}, ["./fib"]))

    def test_config_files_with_mistakes_start_nothing(self):
        (self.path / "wrong.cfg").write_text("pause = off\nbufer = 1M\n")
        (self.path / "size.cfg").write_text("max-trace = 7\n")
        (self.path / "broken.json").write_text('{"schema": }')
        for name, *words in (("wrong.cfg", "wrong.cfg:2:1", "'buffer'"),
                             ("size.cfg", "'7'", "size.cfg:1:13", "64K"),
                             ("broken.json", "broken.json:1:12")):
            self.assert_refused(USAGE, words, "record", "-o", "none", "--config", name, "./fib")
            self.assertFalse((self.path / "none").exists())

    def test_options_of_the_program_are_its_own(self):
        done = self.tarry("record", "--no-analyze", "-o", "own", "--", "env", "-u", "X", "./fib",
                          "--force")
        self.assertEqual((done.returncode, done.stdout), (0, "55\n"), done.stderr)
        self.assertFalse((self.path / "own" / "analysis.cubex").exists())
        done = self.tarry("analyze", "own")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.path / "own" / "analysis.cubex").exists())

    def test_force_replaces_an_experiment(self):
        for _ in range(2):
            done = self.tarry("record", "--force", "-o", "again", "./fib")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_default_name(self):
        done = self.tarry("record", "-q", "./fib", environment={"OMP_NUM_THREADS": "3"})
        self.assertEqual(done.returncode, 0, done.stderr)
        names = [path.name for path in self.path.glob("tarry-fib-*")]
        self.assertEqual(len(names), 1)
        self.assertRegex(names[0], r"^tarry-fib-1x3-\d{8}-\d{6}$")
        shutil.rmtree(self.path / names[0])

    def test_recordings_of_the_same_second_each_run_their_program(self):
        # The clock of the name counts seconds; eight recordings at once share one of two seconds.
        before = set(self.path.glob("tarry-fib-*"))
        clean = {name: value for name, value in os.environ.items() if not name.startswith("TARRY_")}
        running = [subprocess.Popen([TARRY, "record", "-q", "--profile", "./fib"], cwd=self.path,
                                    text=True, stdin=subprocess.DEVNULL, env=clean,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                   for _ in range(8)]
        for process in running:
            output, errors = process.communicate(timeout=60)
            self.assertEqual((process.returncode, output), (0, "55\n"), errors)
        made = set(self.path.glob("tarry-fib-*")) - before
        self.assertEqual(len(made), 8)
        for path in made:
            self.assertRegex(path.name, r"^tarry-fib-1x\d+-\d{8}-\d{6}(-[2-8])?$")
            self.assertTrue((path / "summary.cubex").exists(), path)
            shutil.rmtree(path)

    def test_a_killed_program_leaves_a_trace(self):
        done = self.tarry("record", "-o", "dead", "./fib", "die")
        self.assertEqual(done.returncode, 128 + signal.SIGKILL, done.stderr)
        self.assertIn("killed by signal 9", done.stderr)
        self.assertIn("did not end by", done.stderr)
        manifest = json.loads((self.path / "dead" / "experiment.json").read_text())
        self.assertEqual(len(manifest["warnings"]), 1)
        self.assertGreater(manifest["events"], 300)

    @unittest.skipIf(SANITIZED, "a sanitizer must be loaded first")
    def test_a_system_without_threads_to_spare(self):
        (self.path / "no_threads.c").write_text(NO_THREADS)
        subprocess.run(["cc", "-shared", "-fPIC", "no_threads.c", "-o", "no_threads.so"],
                       cwd=self.path, check=True)
        done = self.tarry("record", "-j", "4", "-o", "alone", "sh", "-c",
                          "./fib die; ./fib die; exit 0",
                          environment={"LD_PRELOAD": str(self.path / "no_threads.so")})
        self.assertEqual(done.returncode, 0, done.stderr)
        manifest = json.loads((self.path / "alone" / "experiment.json").read_text())
        self.assertEqual(manifest["ranks"], 2)
        self.assertIn("tarry report alone", done.stderr)

    def test_a_recording_that_goes_on_is_left_alone(self):
        process = self.start_recording("live", "wait")
        before = self.content("live")
        self.assert_refused(FAILED, ["live", "still running"], "analyze", "live")
        self.assert_refused(FAILED, ["live", "still running"], "record", "--force", "-o", "live",
                            "./fib")
        self.assertEqual(self.content("live"), before)
        process.terminate()
        _, messages = process.communicate(timeout=60)
        manifest = json.loads((self.path / "live" / "experiment.json").read_text())
        self.assertGreater(manifest["events"], 300, messages)

    def test_processes_that_outlive_tarry_are_left_alone(self):
        process = self.start_recording("outlived", "stay")
        process.kill()
        process.wait(timeout=60)
        before = self.content("outlived")
        pid = next((self.path / "outlived" / "raw").iterdir()).name.split("-")[-1]
        self.assert_refused(FAILED, ["outlived", pid], "analyze", "outlived")
        self.assertEqual(self.content("outlived"), before)
        os.kill(int(pid), signal.SIGKILL)
        process.communicate(timeout=60)
        self.assertEqual(self.tarry("analyze", "outlived").returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
