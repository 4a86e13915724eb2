#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What tarry analyze, report and score make of experiments, as far as no MPI is needed: those that were
not finished, have only a summary or no analysis, and what is none."""

import json
import pathlib
import subprocess
import sys
import unittest

from recorded_program import FAILED, NOTHING, TARRY, USAGE, RecordedProgram

CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"


class Analyze(RecordedProgram):
    def test_a_recording_can_be_finished_later(self):
        process = subprocess.Popen([TARRY, "record", "-o", "late", "./fib", "wait"], cwd=self.path,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "55\n")
        process.kill()  # and with it the program
        process.communicate(timeout=60)
        self.assertTrue((self.path / "late" / "raw").is_dir())
        done = self.tarry("analyze", "late")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.path / "late" / "raw").exists())
        manifest = json.loads((self.path / "late" / "experiment.json").read_text())
        self.assertIsNone(manifest["exit_status"])
        self.assertGreater(manifest["events"], 300)

    def test_wait_states_can_be_left_out(self):
        self.tarry("record", "-q", "-o", "chosen", "./fib")
        whole = self.metrics_of("chosen")
        self.assertLessEqual({"mpi_latesender", "mpi_cls_count", "mpi_barrier_wait"}, whole)
        done = self.tarry("analyze", "--skip", "mpi_point2point", "--no-time-correction", "chosen")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("left out on demand (--patterns, --skip): mpi_latesender,", done.stderr)
        self.assertIn("clock offsets were not applied", done.stderr)
        left = self.metrics_of("chosen")
        costs = ("delay_", "wait_", "waitstates_", "mpi_wait_")
        self.assertEqual({metric for metric in whole - left
                          if not metric.endswith("_count") and not metric.startswith(costs)},
                         {"mpi_latesender", "mpi_latesender_wo", "mpi_lswo_different",
                          "mpi_lswo_same", "mpi_latereceiver", "mpi_latereceiver_wo",
                          "mpi_lrwo_different", "mpi_lrwo_same", "mpi_late_progress"})
        gone = {metric for metric in whole - left if metric.startswith(costs)}
        self.assertLessEqual({"delay_p2p", "delay_latesender", "wait_direct_latereceiver"}, gone)
        self.assertFalse({"delay_n2n", "delay_mpi", "wait_direct"} & gone)
        self.tarry("analyze", "-q", "--patterns", "mpi_barrier_wait,mpi_latesender_wo", "chosen")
        left = self.metrics_of("chosen")
        self.assertLessEqual({"mpi_latesender", "mpi_lswo_same", "mpi_barrier_wait"}, left)
        self.assertFalse({"mpi_wait_nxn", "mpi_barrier_completion"} & left)
        self.assert_refused(USAGE, ["'late_sender'", "did you mean 'mpi_latesender'?"],
                            "analyze", "--skip", "late_sender", "chosen")

    def skewed_trace(self, name):
        """Makes a trace whose second clock is 20 s late: it receives at 30 s what is sent at 50 s."""
        case = self.path / f"{name}.case"
        case.write_text("ranks 2\n0: main 0..100 { MPI_Send 50..60 to=1 MPI_Recv 70..75 from=1 }\n"
                        "1: main 0..100 { MPI_Recv 10..30 from=0 MPI_Send 35..40 to=0 }\n")
        self.assertEqual(self.tarry("synth", "--from", str(case), "-o", name).returncode, 0)
        return self.path / name

    def receives(self, trace, *options):
        """Returns the times of all messages received, as `tarry convert` writes them."""
        done = self.tarry("convert", "-q", "--to", "csv", trace, "-o", "events.csv", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split(",") for line in (self.path / "events.csv").read_text().splitlines()]
        (self.path / "events.csv").unlink()
        return [float(line[0]) for line in lines if line[3] == "receive"]

    def test_clocks_that_contradict_each_other(self):
        corrections = self.skewed_trace("skewed") / "clocks.tsv"
        self.assertEqual(self.receives("skewed"), [75.0, 30.0])
        done = self.tarry("analyze", "skewed")  # nobody has measured the times of a case
        self.assertIn("messages received before they were sent (clock error): 1", done.stderr)
        done = self.tarry("analyze", "--time-correction", "full", "skewed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("clocks were corrected, because messages or operations went back in time: 1, by up to "
                      "20.0 s; 1 process moved forward, by up to 20.0 s", done.stderr)
        self.assertNotIn("clock error", done.stderr)
        self.assertTrue(corrections.read_text().startswith("tarry-clocks/1\t"))
        self.assertEqual(self.receives("skewed"), [75.0, 50.0])
        self.assertEqual(self.receives("skewed", "--time-correction", "offsets"), [75.0, 30.0])
        done = self.tarry("analyze", "--time-correction", "offsets", "skewed")
        self.assertIn("messages received before they were sent (clock error): 1", done.stderr)
        self.assertFalse(corrections.exists())
        self.tarry("analyze", "-q", "--time-correction", "full", "skewed", "-o", "other.cubex")
        self.assertFalse(corrections.exists(), "views would have other times than the report beside")
        self.assert_refused(USAGE, ["--time-correction", "none, offsets, full"],
                            "analyze", "--time-correction", "some", "skewed")

    def corrected(self, name, text):
        """Analyzes a case with corrected clocks, and returns what standard error says."""
        (self.path / f"{name}.case").write_text(text)
        self.assertEqual(self.tarry("synth", "--from", str(self.path / f"{name}.case"), "-o", name).returncode, 0)
        done = self.tarry("analyze", "--time-correction", "full", name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_what_comes_before_a_correction_stays_in_order(self):
        said = self.corrected("before", "ranks 3\ncomm pair 0,1\nresolution 1000000\n"
                              "0: main 0..2 { MPI_Barrier 1..1.000010 comm=pair MPI_Recv 1.0004..1.0005 from=2 }\n"
                              "1: main 0..2 { MPI_Barrier 1..1.000020 comm=pair }\n"
                              "2: main 0..2 { MPI_Send 1.000600..1.000610 to=0 }\n")
        self.assertIn("clocks were corrected", said)
        self.assertNotIn("clock error", said)

    def test_messages_in_a_circle_that_cannot_be(self):
        said = self.corrected("circle", "ranks 2\n"
                              "0: main 0..100 { MPI_Recv 10..20 from=1 MPI_Send 30..40 to=1 }\n"
                              "1: main 0..100 { MPI_Recv 10..20 from=0 MPI_Send 30..40 to=0 }\n")
        self.assertIn("clocks that cannot be corrected, as messages contradict each other in a circle: 1", said)
        self.assertIn("messages received before they were sent (clock error): 2", said)
        self.assertFalse((self.path / "circle" / "clocks.tsv").exists())

    def test_damaged_corrections_and_those_of_another_trace(self):
        corrections = self.skewed_trace("damaged") / "clocks.tsv"
        self.tarry("analyze", "-q", "--time-correction", "full", "damaged")
        text = corrections.read_text()
        corrections.write_text("tarry-clocks/1\t1\n" + text.partition("\n")[2])
        self.assertEqual(self.receives("damaged"), [75.0, 30.0])
        for damage in ("", "nonsense\n", text[:-1], text + "1\t2\n", text + text.splitlines()[1] + "\n"):
            corrections.write_text(damage)
            self.assert_refused(FAILED, ["the corrections of clocks are damaged", "clocks.tsv"],
                                "convert", "--to", "csv", "damaged", "-o", "other.csv")

    def test_corrections_that_cannot_be_kept(self):
        corrections = self.skewed_trace("unkept") / "clocks.tsv"
        corrections.mkdir()
        done = self.tarry("analyze", "--time-correction", "full", "unkept", "-o", "unkept.cubex")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("other views of the trace may have other times than the report", done.stderr)

    def test_patterns_of_ones_own(self):
        self.tarry("record", "-q", "-o", "own", "./fib")
        file = self.path / "mine.pattern"
        file.write_text("pattern mine title \"Mine\" parent mpi_latesender\n root receive at root.call\n"
                        " severity 1us export seen = 1\nend\n")
        self.tarry("analyze", "-q", "--pattern", "mine.pattern", "own")
        self.assertLessEqual({"mine", "mine_seen"}, self.metrics_of("own"))
        file.write_text("pattern mine\n root receive at root.cal severity 1us end\n")
        self.assert_refused(FAILED, ["mine.pattern:2:23", "expected an attribute of a receive, found 'cal'",
                                     "did you mean 'call'?"], "analyze", "--pattern", "mine.pattern", "own")
        self.assert_refused(FAILED, ["nowhere.pattern"], "analyze", "--pattern", "nowhere.pattern", "own")
        self.assert_refused(FAILED, ["cannot load the patterns", "nowhere.so"],
                            "analyze", "--pattern", "nowhere.so", "own")
        self.assert_refused(USAGE, [".pattern, .py or .so"], "analyze", "--pattern", "mine.txt", "own")
        self.assert_refused(USAGE, ["no limits of plug-ins: --pattern-limits 5", "60,4G"],
                            "analyze", "--pattern-limits", "5", "own")
        self.assert_refused(USAGE, ["no limits of plug-ins"], "analyze", "--pattern-limits", "5,1K", "own")

    def test_patterns_in_python(self):
        (self.path / "late.case").write_text("ranks 2\n0: main 0..9 { MPI_Send 3..4 to=1 }\n"
                                             "1: main 0..9 { MPI_Recv 1..5 from=0 }\n")
        file = self.path / "mine.py"
        file.write_text("import tarry_pattern\nclass Mine(tarry_pattern.Pattern):\n"
                        "    name, parent = 'mine', 'mpi_latesender'\n    def message(self, message, event):\n"
                        "        print('seen')\n        event.charge(message.receive, 1)\n"
                        "class Endless(tarry_pattern.Pattern):\n    name = 'endless'\n"
                        "    def message(self, message, event):\n        while True: pass\n")
        if not (pathlib.Path(TARRY).parent.parent / "lib" / "tarry" / "libtarry-python.so").exists():
            self.assert_refused(FAILED, ["patterns in Python cannot be run", "pybind11-dev"],
                                "analyze", "--pattern", "mine.py", "late.case", "-o", "late.cubex")
            return
        done = self.tarry("analyze", "--pattern", "mine.py", "--pattern-limits", "1,unlimited",
                          "late.case", "-o", "late.cubex")
        self.assertNotIn("seen", done.stdout)  # but on standard error
        self.assertIn("endless computed for more than 1 s at one event (mine.py:10)", done.stderr)
        report = json.loads(self.tarry("report", "--format", "json", "late.cubex").stdout)
        totals = {metric["id"]: metric["total"] for metric in report["metrics"]}
        self.assertGreater(totals["mine"], 0)
        self.assertEqual(totals["endless"], 0)
        file.write_text("\nimport nowhere\n")
        self.assert_refused(FAILED, ["mine.py", "ModuleNotFoundError", "(mine.py:2)"],
                            "analyze", "--pattern", "mine.py", "late.case", "-o", "late.cubex")

    def test_waits_for_progress_on_demand(self):
        def waits():
            report = json.loads(self.tarry("report", "locked", "--format", "json").stdout)
            return {metric["id"]: metric["total"] for metric in report["metrics"]}[
                "mpi_rma_sync_wait_for_progress"]

        case = CASES / "rma_progress_in_an_operation.case"  # its calls are too few to be evidence
        self.tarry("synth", "-q", "--from", case, "-o", "locked")
        self.assertEqual(self.tarry("analyze", "locked").returncode, 0)
        self.assertEqual(waits(), 0)
        done = self.tarry("analyze", "--rma-progress", "locked")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("until their targets enter MPI (--rma-progress)", done.stderr)
        self.assertEqual(waits(), 4)

    def test_only_a_summary(self):
        done = self.tarry("record", "--profile", "-o", "summed", "./fib")
        self.assertIn("tarry report summed\n", done.stderr)
        done = self.tarry("report", "summed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("this is the run-time summary; there is no trace", done.stderr)
        self.assertIn("--trace", done.stderr)
        self.assertEqual(self.tarry("report", "summed/summary.cubex").stderr, "")
        self.assertEqual(self.tarry("score", "summed").returncode, 0)
        self.assert_refused(FAILED, ["summed", "only a run-time summary",
                                     "'tarry report summed/summary.cubex'", "--trace"],
                            "analyze", "summed")

    def test_a_trace_that_is_not_analysed(self):
        self.tarry("record", "--trace", "--no-analyze", "-o", "traced", "./fib")
        for verb in ("report", "score"):
            self.assert_refused(FAILED, ["not analyzed yet", "'tarry analyze traced'"], verb, "traced")
        self.tarry("record", "--no-analyze", "-o", "both", "./fib")
        done = self.tarry("report", "both")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("this is the run-time summary; for wait states: 'tarry analyze both'",
                      done.stderr)

    def test_a_killed_run_with_only_a_summary(self):
        process = self.start_recording("cut_short", "wait", options=["--profile"])
        for verb in ("report", "score"):
            self.assert_refused(FAILED, ["not finished", "'tarry analyze cut_short'"], verb,
                                "cut_short")
        process.kill()  # and with it the program
        process.communicate(timeout=60)
        done = self.tarry("analyze", "cut_short")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("run-time summary is saved", "tarry report cut_short\n", "did not end by"):
            self.assertIn(words, done.stderr)
        done = self.tarry("report", "cut_short")
        self.assertIn("1 of 1 process did not end by itself", done.stdout)
        self.assert_refused(FAILED, ["only a run-time summary"], "analyze", "cut_short")

    def test_a_summary_beside_calls_of_mpi_that_never_came(self):
        done = self.tarry("record", "--profile", "--compressed", "-o", "no_mpi", "./fib")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("there is no compressed trace: no MPI calls were recorded", done.stderr)
        self.assertEqual(self.tarry("report", "no_mpi").returncode, 0)

    def test_bounds_of_a_summary_are_said(self):
        done = self.tarry("record", "--profile", "--profile-depth", "5", "-o", "shallow", "./fib")
        told = "visits of call paths that are deeper than --profile-depth: "
        self.assertEqual(done.stderr.count(told), 1, done.stderr)
        self.assertIn(told, self.tarry("report", "shallow").stdout)
        self.assertIn(told, self.tarry("score", "shallow").stderr)
        done = self.tarry("record", "--profile", "--pause", "-o", "paused", "./fib")
        told = "locations that recorded only pauses: 1"
        self.assertIn(told, done.stderr)
        self.assertIn(told, self.tarry("report", "paused").stdout)
        self.assertRegex(self.tarry("score", "paused").stdout, "OTHER .*MEASUREMENT OFF")

    def test_where_nothing_is(self):
        (self.path / "empty").mkdir(exist_ok=True)
        (self.path / "nothing").mkdir(exist_ok=True)
        (self.path / "nothing" / "experiment.json").write_text("{}")
        for verb in ("report", "score", "analyze"):
            self.assert_refused(FAILED, ["nothing-here", "no such experiment"], verb, "nothing-here")
            self.assert_refused(FAILED, ["empty", "not an experiment", "tarry record"], verb, "empty")
            self.assert_refused(NOTHING, ["nothing was recorded", "nothing", "tarry.log",
                                          "'tarry record --sample'"], verb, "nothing")

    def test_analyze_refuses(self):
        (self.path / "empty").mkdir(exist_ok=True)
        self.assert_refused(FAILED, ["empty", "traces.otf2"], "analyze", "empty")
        self.assert_refused(FAILED, ["fib.c"], "analyze", "fib.c")
        self.assert_refused(USAGE, ["analyze"], "analyze")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
