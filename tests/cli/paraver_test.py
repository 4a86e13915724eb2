#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry convert --to paraver: a reader that knows nothing of the writer finds in the files what the trace has."""

import collections
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import paraver_reader

TARRY = os.path.abspath(sys.argv[1])
CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"
WAIT_STATES = 99000001


class Paraver(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        cls.make("run", "--ranks", "6", "--threads", "2", "--iterations", "7", "--patterns", "halo,barrier,nxn:row")

    @classmethod
    def make(cls, name, *options):
        for arguments in (["synth", "-q", *options, "-o", name], ["analyze", "-q", name],
                          ["convert", "-q", name, "--to", "paraver", "-o", f"{name}.prv"],
                          ["convert", "-q", name, "--to", "csv", "-o", f"{name}.csv"]):
            subprocess.run([TARRY, *map(str, arguments)], cwd=cls.path, check=True)

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def trace(self, name):
        return paraver_reader.Trace(self.path / f"{name}.prv")

    def table(self, name):
        with open(self.path / f"{name}.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def totals(self, name, metric):
        """Returns the values of a metric without those of the metrics below it, by rank and thread."""
        report = json.loads(self.tarry("report", name, "--format", "json", "--metric", metric).stdout)
        totals = collections.Counter()
        for cell in report["severity"]:
            if cell["metric"] == metric:
                location = report["locations"][cell["location"]]
                totals[location["rank"], location["thread"]] += cell["value"]
        return totals

    def check_regions(self, name):
        trace, table = self.trace(name), self.table(name)
        begun, ended = collections.Counter(), collections.Counter()
        for event in trace.region_events():
            place = event.at.task - 1, event.at.thread - 1
            if event.value:
                begun[(*place, event.time, trace.name_of(event))] += 1
            else:
                ended[(*place, event.time, event.type)] += 1
        entered = collections.Counter((int(row["rank"]), int(row["thread"]), self.ns(row), self.shown(row["region"]))
                                      for row in table if row["event"] == "enter")
        self.assertEqual(begun, entered)
        self.assertEqual(sum(ended.values()), sum(row["event"] == "leave" for row in table))
        self.assertEqual(sum(begun.values()), sum(self.totals(name, "visits").values()))

    @staticmethod
    def shown(region):
        """Returns the name that Extrae gives the events of a construct of OpenMP."""
        for construct, name in (("!$omp parallel", "REGION (open)"), ("!$omp for", "DO"), ("!$omp barrier", "Begin"),
                                ("!$omp implicit barrier", "Begin"), ("!$omp taskwait", "Begin")):
            if region.startswith(construct):
                return name
        return region

    @staticmethod
    def ns(row):
        return round(1e9 * float(row["time_s"]))

    def test_two_events_for_each_visit_of_a_region(self):
        self.check_regions("run")

    def test_the_objects_are_those_of_the_trace(self):
        trace = self.trace("run")
        self.assertEqual([threads for threads, _ in trace.tasks], [2] * 6)
        self.assertEqual(len(trace.rows["CPU"]), 12)
        self.assertEqual(len(trace.rows["NODE"]), len(trace.nodes))
        self.assertEqual(trace.rows["TASK"], [f"rank {rank}" for rank in range(6)])
        self.assertEqual(trace.rows["THREAD"],
                         [f"rank {rank} thread {thread}" for rank in range(6) for thread in range(2)])
        self.assertEqual(trace.communicators[1], [1, 2, 3, 4, 5, 6])
        used = {event.value for event in trace.events if event.type == 50100004}
        self.assertGreater(len(used), 1)
        self.assertLessEqual(used, trace.communicators.keys())

    def test_states_fill_the_time_of_each_thread_and_give_the_times_of_the_report(self):
        trace = self.trace("run")
        sums = collections.defaultdict(collections.Counter)
        for state in trace.states:
            self.assertIn(state.value, trace.state_names)
            sums[trace.state_names[state.value]][state.at.task - 1, state.at.thread - 1] += state.end - state.begin
        ends = {}
        for state in trace.states:
            self.assertGreaterEqual(state.begin, ends.get(state.at, 0))
            self.assertEqual(state.begin, ends.get(state.at, state.begin))
            ends[state.at] = state.end
        for name, metric in (("Running", "comp"), ("Synchronization", "mpi_sync_collective"),
                             ("Group Communication", "mpi_collective")):
            seconds = {place: value for place, value in self.totals("run", metric).items() if place[1] == 0}
            self.assertGreater(sum(seconds.values()), 0)
            for place, value in seconds.items():
                self.assertAlmostEqual(sums[name][place], 1e9 * value, delta=10)

    def test_a_communication_for_each_message(self):
        trace, table = self.trace("run"), self.table("run")
        messages = sum(self.totals("run", "comms_recv").values()) + sum(self.totals("run", "syncs_recv").values())
        self.assertGreater(messages, 0)
        self.assertEqual(len(trace.messages), messages)
        self.assertEqual(sum(message.size for message in trace.messages),
                         sum(self.totals("run", "bytes_rcvd").values()))

        def ends(kinds, size):
            return collections.Counter(
                (int(row["rank"]), int(row["partner"]), self.ns(row), int(row[size]), int(row["tag"]))
                for row in table if row["event"] in kinds)
        self.assertEqual(collections.Counter((m.sender.task - 1, m.receiver.task - 1, m.sent, m.size, m.tag)
                                             for m in trace.messages), ends(("send", "isend"), "bytes_sent"))
        self.assertEqual(collections.Counter((m.receiver.task - 1, m.sender.task - 1, m.received, m.size, m.tag)
                                             for m in trace.messages), ends(("receive", "ireceive"), "bytes_received"))
        entered = {(event.at, event.time) for event in trace.region_events() if event.value}
        for message in trace.messages:
            self.assertIn((message.sender, message.called), entered)
            self.assertIn((message.receiver, message.posted), entered)
            self.assertLessEqual(message.called, message.sent)
            self.assertLessEqual(message.posted, message.received)

    def test_wait_states_are_events(self):
        trace = self.trace("run")
        sums, open_waits = collections.Counter(), {}
        for event in trace.events:
            if event.type != WAIT_STATES:
                continue
            if event.value:
                open_waits[event.at] = trace.name_of(event), event.time
            else:
                name, begin = open_waits.pop(event.at)
                sums[name] += event.time - begin
        self.assertEqual(open_waits, {})
        for metric, name in (("mpi_latesender", "MPI Late Sender"), ("mpi_barrier_wait", "MPI Wait at Barrier"),
                             ("mpi_wait_nxn", "MPI Wait at N x N")):
            seconds = sum(self.totals("run", metric).values())
            self.assertGreater(seconds, 0)
            self.assertAlmostEqual(sums[name], 1e9 * seconds, delta=1e3)

    def test_calls_of_mpi_have_the_numbers_of_extrae(self):
        trace = self.trace("run")
        numbers = {trace.name_of(event): (event.type, event.value) for event in trace.region_events() if event.value}
        self.assertEqual(numbers["MPI_Isend"], (50000001, 3))
        self.assertEqual(numbers["MPI_Waitall"], (50000001, 6))
        self.assertEqual(numbers["MPI_Barrier"], (50000002, 8))
        self.assertEqual(numbers["MPI_Init"], (50000003, 31))
        self.assertEqual(numbers["iteration"][0], 60000019)

    def test_cases(self):
        for case in ("omp_barrier_of_copies", "omp_task_that_waits", "intercommunicator_messages",
                     "delay_of_a_message_after_a_fence"):
            with self.subTest(case):
                self.make(case, "--from", CASES / f"{case}.case")
                self.check_regions(case)

    def counters(self, name):
        """Returns the sums of the values of the events of counters, by name, then rank and thread."""
        trace, sums = self.trace(name), collections.defaultdict(collections.Counter)
        for event in trace.events:
            if 42000000 <= event.type < 46000000:
                sums[trace.types[event.type][0].split()[0]][event.at.task - 1, event.at.thread - 1] += event.value
        return sums

    def test_counters_are_events_with_what_was_counted_since_the_event_before(self):
        self.make("presets", "--from", CASES / "counters_by_call_path.case")
        sums = self.counters("presets")
        self.assertEqual(sums.keys(), {"PAPI_TOT_INS", "PAPI_TOT_CYC"})
        for name, found in sums.items():
            self.assertGreater(sum(found.values()), 0)
            self.assertEqual(found, self.totals("presets", name))
        types = self.trace("presets").types  # those of Extrae: 42000000 + the number of the preset of PAPI
        self.assertEqual([types[42000050][0], types[42000059][0]], ["PAPI_TOT_INS", "PAPI_TOT_CYC"])

    def test_counters_of_other_modes(self):
        self.make("modes", "--from", CASES / "counters_since_the_value_before.case")
        sums = self.counters("modes")
        self.assertEqual(sums.keys(), {"misses", "calls", "temperature", "power"})
        for name in ("misses", "calls"):
            self.assertEqual(sums[name], self.totals("modes", name))
        self.assertEqual(sums["temperature"][0, 0], 40 + 50 + 60 + 41)
        self.make("types", "--from", CASES / "counters_of_any_type_and_unit.case")
        sums = self.counters("types")
        self.assertEqual(sums["large"][0, 0], 9007199254740994)
        self.assertEqual(sums["signed"][0, 0], 25)

    def test_groups_of_an_intercommunicator(self):
        self.make("groups", "--from", CASES / "intercommunicator_barrier.case")
        trace = self.trace("groups")
        (first, leader, second, other_leader), = trace.intercommunicators.values()
        self.assertEqual((trace.communicators[first], leader), ([1, 2], 1))
        self.assertEqual((trace.communicators[second], other_leader), ([3], 3))

    def test_messages_in_the_order_of_posting(self):
        self.make("posting", "--from", CASES / "matching_in_posting_order.case")
        found = {message.size: message[1:3] + message[4:6] for message in self.trace("posting").messages}
        seconds = 10**9
        self.assertEqual(found, {8: (3 * seconds, 3 * seconds, 1 * seconds, 9 * seconds),
                                 0: (6 * seconds, 6 * seconds, 2 * seconds, 7 * seconds)})

    def test_errors(self):
        done = self.tarry("convert", "run", "--to", "paraver", "-o", "run.txt")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(".prv", done.stderr)
        done = self.tarry("convert", "run", "--to", "paraver", "-o", "missing/run.prv")
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_says_what_was_written(self):
        done = self.tarry("convert", "run", "--to", "paraver", "-o", "said.prv")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "", "tarry: wrote said.prv with .pcf and .row; open it: wxparaver said.prv\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
