#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The timeline of tarry view: its answers against the report of the same trace."""

import base64
import signal
import struct
import subprocess
import sys
import unittest

from viewed import ViewCase


class ViewTimelineTest(ViewCase):
    def made_run(self):
        """Returns an analyzed experiment with a trace."""
        for arguments in (["synth", "-q", "--ranks", "6", "--iterations", "7", "--patterns",
                           "halo,barrier,nxn", "-o", "run"], ["analyze", "-q", "run"]):
            subprocess.run([self.tarry, *arguments], cwd=self.path, check=True)
        return self.path / "run"

    def picture(self, content):
        """Returns window, rows, the row of each line if rows are of alike ones, and the four tables of a picture."""
        from_s, to_s, columns, rows, is_coarse, lines, percent = struct.unpack_from("<ddIIIII", content)
        self.assertEqual(is_coarse, 0)
        self.assertEqual(lines != 0, percent != 0)
        at, cells, tables = 36, rows * columns, []
        bands = list(struct.iter_unpack("<II", content[at:at + 8 * rows]))
        at += 8 * rows
        row_of = struct.unpack_from(f"<{lines}I", content, at)
        at += 4 * lines
        for kind in "HBBH":
            tables.append(struct.unpack_from(f"<{cells}{kind}", content, at))
            at += struct.calcsize(f"<{cells}{kind}")
        self.assertEqual(at, len(content))
        return from_s, to_s, bands, row_of, tables

    def test_a_trace_that_was_damaged_after_its_analysis(self):
        run = self.made_run()
        page = ["view", run, "--html", self.path / "page.html"]
        self.assertNotIn("warning", self.run_tarry(*page).stderr)
        events = sorted((run / "traces").glob("*.evt"))[3]
        events.write_bytes(events.read_bytes()[:-100])
        (run / "timeline.index").unlink()
        said = self.run_tarry(*page).stderr
        self.assertIn("the trace has more that is odd than its report says; 'tarry analyze'", said)
        self.assertIn("locations whose event file is truncated or damaged (read up to there): 1", said)

    def test_timeline(self):
        run = self.made_run()
        index = run / "timeline.index"
        view = self.view(run)
        self.assertTrue(index.exists())
        self.assertTrue(view.json("/api/session")["timeline"])
        structure = view.json("/api/report/0/structure")
        timeline = view.json("/api/timeline")
        self.assertEqual(timeline["locations"], list(range(6)))
        names = [state["name"] for state in timeline["states"]]
        begin, end = timeline["begin_s"], timeline["end_s"]
        details = view.json(f"/api/timeline/details?from={begin}&to={end}&messages=100000")
        # Slices of a wait state amount to what the report says of its metric.
        totals = {metric["id"]: metric["total"] for metric in structure["metrics"]}
        found = {}
        for piece in details["slices"]:
            metric = timeline["states"][piece["state"]].get("metric")
            if metric:
                found[metric] = found.get(metric, 0) + piece["end_s"] - piece["begin_s"]
        self.assertTrue(found)
        for metric, seconds in found.items():
            self.assertAlmostEqual(seconds, totals[metric], delta=1e-6 * max(1, totals[metric]))
        self.assertEqual(len(details["messages"]), timeline["messages"])
        self.assertEqual(details["message_count"], timeline["messages"])
        few = view.json(f"/api/timeline/details?from={begin}&to={end}&lines=2,4&messages=1")
        self.assertEqual({piece["line"] for piece in few["slices"]}, {2, 4})
        self.assertEqual(len(few["messages"]), 1)
        question = f"/api/timeline/picture?from={begin}&to={end}&columns=100&rows=50"
        from_s, to_s, bands, row_of, (state, share, waiting, wait) = self.picture(view.body(question))
        self.assertEqual(bands, [(line, 1) for line in range(6)])
        self.assertEqual(row_of, ())
        self.assertLessEqual(from_s, begin)
        self.assertGreaterEqual(to_s, end - 1e-6)
        self.assertTrue(all(number < len(names) or number == 65535 for number in state + wait))
        self.assertTrue(any(waiting) and any(share))
        *_, alike, row_of, _ = self.picture(view.body(question.replace("rows=50", "rows=2") + "&alike=1"))
        self.assertEqual(len(row_of), 6)
        self.assertEqual(alike, [(row_of.index(row), row_of.count(row)) for row in (0, 1)])
        for query in ("picture", f"picture?from={end}&to={begin}&columns=9&rows=9",
                      f"details?from={begin}&to=nan", f"details?from={begin}&to={end}&lines=6"):
            self.assertEqual(view.ask(f"/api/timeline/{query}")[0], 400, query)
        self.assertEqual(view.end(), 0)
        # The index is made once.
        before = index.stat()
        again = self.view(run, self.report)
        self.assertTrue(again.json("/api/session")["timeline"])
        self.assertEqual((index.stat().st_mtime_ns, index.stat().st_ino),
                         (before.st_mtime_ns, before.st_ino))
        without = self.view(run, "--no-timeline")
        self.assertFalse(without.json("/api/session")["timeline"])
        self.assertIsNone(without.json("/api/timeline"))
        self.assertEqual(without.ask("/api/timeline/picture")[0], 404)

    def test_whole_trace(self):
        run = self.made_run()
        view = self.view(run)
        report = self.json_of(run)
        totals = {metric["id"]: metric["total"] for metric in report["metrics"]}
        communication = view.json("/api/timeline/communication")
        self.assertEqual(communication["ranks_in_bin"], 1)
        sums = {key: sum(each[key] for each in communication["traffic"])
                for key in ("messages", "bytes", "waited_s")}
        self.assertEqual(sums["messages"], totals["comms_send"])
        self.assertEqual(sums["bytes"], totals["bytes_sent"])
        self.assertAlmostEqual(sums["waited_s"], totals["mpi_latesender"], delta=1e-9)
        timeline = view.json("/api/timeline")
        states = {state.get("metric"): at for at, state in enumerate(timeline["states"])}
        late = view.json(f"/api/timeline/waits?states={states['mpi_latesender']}&most=5")
        self.assertEqual([wait["waited_s"] for wait in late],
                         sorted((wait["waited_s"] for wait in late), reverse=True))
        details = view.json(f"/api/timeline/details?from={timeline['begin_s']}&to={timeline['end_s']}")
        longest = max(piece["end_s"] - piece["begin_s"] for piece in details["slices"]
                      if piece["state"] == states["mpi_latesender"])
        self.assertAlmostEqual(late[0]["waited_s"], longest, delta=1e-9)
        # All waits of this program have a cause, so the path has none in it.
        self.assertEqual(details["path_count"], len(details["path"]))
        self.assertAlmostEqual(sum(piece["end_s"] - piece["begin_s"] for piece in details["path"]),
                               totals["critical_path"], delta=1e-9)
        for before, after in zip(details["path"], details["path"][1:]):
            self.assertLessEqual(before["end_s"], after["begin_s"] + 1e-9)
        for query in ("waits", "waits?states=0&most=1", "waits?states=&most=1",
                      f"waits?states={states['mpi_latesender']}&most=65"):
            self.assertEqual(view.ask(f"/api/timeline/{query}")[0], 400, query)
        page = self.path / "page.html"
        self.assertEqual(self.run_tarry("view", run, "--html", page).returncode, 0)
        data = self.data_in(page)
        self.assertEqual(data["communication"], communication)
        self.assertEqual([wait for wait in data["waits"] if wait["state"] == states["mpi_latesender"]][:5], late)
        self.assertEqual(data["details"][0]["path"], details["path"])

    def test_timeline_in_one_page(self):
        run = self.made_run()
        page = self.path / "page.html"
        done = self.run_tarry("view", run, "--html", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        data = self.data_in(page)
        self.assertTrue(data["session"]["timeline"])
        view = self.view(run)
        self.assertEqual(data["timeline"], view.json("/api/timeline"))
        findings = self.json_of(run)["findings"]
        episodes = [finding["episode"] for finding in findings if finding.get("episode")]
        self.assertEqual(len(data["pictures"]), 1 + len(episodes))
        self.assertEqual(len(data["details"]), len(data["pictures"]))
        for picture, details in zip(data["pictures"], data["details"]):
            from_s, to_s, bands, _, _ = self.picture(base64.b64decode(picture, validate=True))
            self.assertEqual(len(bands), 6)
            self.assertLessEqual(from_s, details["from_s"] + 1e-6)
            self.assertGreaterEqual(to_s, details["to_s"] - 1e-6)

    def test_a_damaged_trace_leaves_the_report(self):
        run = self.made_run()
        (run / "traces.otf2").write_bytes(b"damaged")
        view = self.view(run)
        self.assertFalse(view.json("/api/session")["timeline"])
        self.assertIsNotNone(view.json("/api/report/0/structure"))
        view.process.send_signal(signal.SIGINT)
        self.assertIn(b"there is no timeline", view.process.communicate(timeout=60)[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
