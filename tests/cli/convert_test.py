#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry convert: files for other viewers have what the trace has."""

import collections
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PATTERNS = "halo,barrier,nxn"
TARRY = os.path.abspath(sys.argv[1])
CASES = pathlib.Path(__file__).resolve().parent.parent / "cases"


class Convert(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        for arguments in (["synth", "-q", "--ranks", "6", "--threads", "2", "--iterations", "7", "--patterns",
                           PATTERNS, "-o", "run"], ["analyze", "-q", "run"]):
            subprocess.run([TARRY, *arguments], cwd=cls.path, check=True)

    def tarry(self, *arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def converted(self, kind, name):
        done = self.tarry("convert", "run", "--to", kind, "-o", name)
        more = "; open it at https://ui.perfetto.dev" if name.endswith(".json") else ""
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", f"tarry: wrote {name}{more}\n"))
        return self.path / name

    def total(self, metric, name="run"):
        done = self.tarry("report", name, "--format", "json", "--metric", metric)
        return sum(cell["value"] for cell in json.loads(done.stdout)["severity"] if cell["metric"] == metric)

    def test_chrome_has_a_slice_for_each_visit_and_a_flow_for_each_message(self):
        events = json.loads(self.converted("chrome", "t.json").read_text())["traceEvents"]
        kinds = collections.Counter(event["ph"] for event in events)
        self.assertEqual(kinds["B"], self.total("visits"))
        self.assertEqual(kinds["E"], kinds["B"])
        messages = self.total("comms_send") + self.total("syncs_send")
        self.assertGreater(messages, 0)
        self.assertEqual(kinds["s"], messages)
        starts = {event["id"]: event for event in events if event["ph"] == "s"}
        ends = {event["id"]: event for event in events if event["ph"] == "f"}
        self.assertEqual(len(starts), messages)
        self.assertEqual(starts.keys(), ends.keys())
        for name, start in starts.items():
            self.assertEqual(start["args"], ends[name]["args"])
        places = {(event["pid"], event["tid"]) for event in events if event["ph"] == "B"}
        self.assertEqual(places, {(rank, thread) for rank in range(6) for thread in range(2)})

    def test_an_archive_has_the_same_analysis(self):
        done = self.tarry("convert", "run", "--to", "otf2", "-o", "again")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "", "tarry: wrote again; analyze it: tarry analyze again\n"))
        self.tarry("analyze", "-q", "again")
        same = self.tarry("compare", "run", "again")
        self.assertEqual(same.returncode, 0, same.stdout)
        refused = self.tarry("convert", "run", "--to", "otf2", "-o", "again")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertEqual(refused.stderr, "tarry convert: the output exists: again (choose another or remove it)\n")

    def test_chrome_slices_nest(self):
        events = json.loads(self.converted("perfetto", "p.json").read_text())["traceEvents"]
        depth, last = collections.Counter(), {}
        for event in events:
            if event["ph"] not in "BE":
                continue
            place = event["pid"], event["tid"]
            self.assertGreaterEqual(event["ts"], last.get(place, 0))
            last[place] = event["ts"]
            depth[place] += 1 if event["ph"] == "B" else -1
            self.assertGreaterEqual(depth[place], 0)
        self.assertEqual(set(depth.values()), {0})

    def test_waits_are_slices_that_add_up_to_the_metrics(self):
        events = json.loads(self.converted("chrome", "s.json").read_text())["traceEvents"]
        waits = [event for event in events if event["ph"] == "X" and event["cat"] == "wait state"]
        for metric, name in (("mpi_latesender", "MPI Late Sender"), ("mpi_barrier_wait", "MPI Wait at Barrier"),
                             ("mpi_wait_nxn", "MPI Wait at N x N")):
            total = self.total(metric)
            self.assertGreater(total, 0)
            self.assertAlmostEqual(sum(event["dur"] for event in waits if event["name"] == name), 1e6 * total, 1)
        self.assert_inside_of_calls(events, waits)

    def assert_inside_of_calls(self, events, waits):
        """Each wait is in one visit of a function of MPI, and waits do not overlap."""
        open_calls, calls = collections.defaultdict(list), collections.defaultdict(list)
        for event in events:
            place = event["pid"], event.get("tid")
            if event["ph"] == "B":
                open_calls[place].append(event)
            elif event["ph"] == "E":
                begin = open_calls[place].pop()
                if begin["cat"] == "mpi":
                    calls[place].append((begin["ts"], event["ts"]))
        last = {}
        for wait in waits:
            place, begin, end = (wait["pid"], wait["tid"]), wait["ts"], wait["ts"] + wait["dur"]
            self.assertTrue(any(enter <= begin and end <= leave + 1e-3 for enter, leave in calls[place]), wait)
            self.assertGreaterEqual(begin + 1e-3, last.get(place, 0))
            last[place] = end

    def test_arrows_follow_the_order_of_posting(self):
        for name in ("matching_in_posting_order", "matching_in_posting_order_of_wildcards"):
            self.tarry("synth", "-q", "--from", CASES / f"{name}.case", "-o", name)
            done = self.tarry("convert", name, "-o", f"{name}.json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("there is no analysis", done.stderr)
            self.assertEqual(done.stderr.count("\n"), 2)
            events = json.loads((self.path / f"{name}.json").read_text())["traceEvents"]
            sent = {event["id"]: event for event in events if event["ph"] == "s"}
            received = [event for event in events if event["ph"] == "f"]
            self.assertEqual(len(received), len(sent))
            for end in received:
                self.assertEqual(end["args"], sent[end["id"]]["args"])
                self.assertLess(sent[end["id"]]["ts"], end["ts"])

    def test_the_worst_instances_are_there(self):
        events = json.loads(self.converted("chrome", "w.json").read_text())["traceEvents"]
        findings = json.loads(self.tarry("report", "run", "--format", "json").stdout).get("findings", [])
        chains = [event for event in events if event["ph"] == "X" and event["cat"] == "waiting"]
        self.assertEqual(any(finding.get("episode", {}).get("waits") for finding in findings), bool(chains))

    def test_tables_have_the_same_lines(self):
        with open(self.converted("csv", "e.csv"), newline="", encoding="utf-8") as file:
            events = list(csv.DictReader(file))
        with open(self.converted("merged", "m.csv"), newline="", encoding="utf-8") as file:
            merged = list(csv.DictReader(file))
        as_text = [tuple(row.values()) for row in events]
        self.assertEqual(sorted(as_text), sorted(tuple(row.values()) for row in merged))
        times = [float(row["time_s"]) for row in merged]
        self.assertEqual(times, sorted(times))
        self.assertEqual(sum(row["event"] == "enter" for row in events), self.total("visits"))
        sent = sum(int(row["bytes_sent"] or 0) for row in events if row["event"] in ("send", "isend"))
        self.assertEqual(sent, self.total("bytes_sent"))
        received = [row for row in events if row["event"] in ("receive", "ireceive")]
        self.assertTrue(all(0 <= int(row["partner"]) < 6 for row in received))

    def test_a_limit_of_memory_changes_nothing(self):
        for name in ("wide.json", "narrow.json"):
            limit = ["--memory", "128M"] if name == "narrow.json" else []
            done = self.tarry("convert", "run", *limit, "-o", name)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual((self.path / "wide.json").read_bytes(), (self.path / "narrow.json").read_bytes())
        done = self.tarry("convert", "run", "--to", "csv", "--memory", "1M")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--memory 1M", done.stderr)

    def test_errors(self):
        done = self.tarry("convert", "nowhere")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        done = self.tarry("convert", "run", "--to", "picture")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        done = self.tarry("convert", "run", "-o", "run/traces.otf2")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("would replace a file of the input", done.stderr)
        done = self.tarry("convert", "run", "-o", "run/analysis.cubex")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("would replace a file of the input", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
