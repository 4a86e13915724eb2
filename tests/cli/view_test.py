#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry view from outside: the numbers of its server and of its page against those of tarry report,
who gets an answer, and how it ends. The page is a small one that stands in for the explorer."""

import base64
import contextlib
import gzip
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

TARRY = os.path.abspath(sys.argv[1])
BUILD = pathlib.Path(TARRY).parent.parent
REPORTS = pathlib.Path(__file__).resolve().parent.parent / "reports"
PAGE = ('<!doctype html><html><head><meta http-equiv="Content-Security-Policy" '
        'content="default-src \'none\'"></head><body>'
        '<script type="application/json" id="tarry-data"></script></body></html>\n')
# Not all of them are valid in a file name or in UTF-8.
HOSTILE = ["</script><script>alert(1)</script>", "\" onload=\"alert(2)", "<!--", "a\u2028b'&amp;\\",
           "\x01\n\x7f"]


def report(names, seed):
    """Returns a report with a tree of call paths that have these names."""
    make = random.Random(seed)
    callpaths = [{"id": i, "parent": make.randrange(i) if i else None, "region": name, "file": None,
                  "line": None, "role": "function"} for i, name in enumerate(names)]
    metrics = [{"id": "time", "name": "Time", "unit": "sec", "parent": None, "total": 0},
               {"id": "of_nobody", "name": names[0], "unit": "occ", "parent": None, "total": 0}]
    locations = [{"id": i, "rank": i, "thread": 0, "host": names[-1], "kind": "cpu"} for i in range(5)]
    severity = [{"metric": metric["id"], "callpath": c, "location": l, "value": make.random()}
                for metric in metrics for c in range(len(names)) for l in range(5)
                if make.random() < 0.8]
    return {"schema": "tarry-report/1",
            "experiment": {"program": names[0], "ranks": 5, "threads": 1, "duration_s": 2.0,
                           "warnings": list(names)},
            "metrics": metrics, "callpaths": callpaths, "locations": locations,
            "severity": severity, "findings": []}


class View:
    """A server while it runs, and questions to it."""

    def __init__(self, tarry, *arguments, **options):
        self.process = subprocess.Popen([tarry, "view", "--no-browser", *map(str, arguments)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.address = self.process.stdout.readline().decode().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)", self.address)
        if not found:
            raise AssertionError(self.process.communicate()[1].decode())
        self.port, self.token = int(found.group(1)), found.group(2)

    def ask(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            headers = {"Host": f"127.0.0.1:{self.port}", "X_Tarry_Token": self.token,
                       "Accept_Encoding": "gzip, br", **headers}
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers

    def body(self, path):
        status, body, _ = self.ask(path)
        if status != 200:
            raise AssertionError((status, body))
        return body

    def json(self, path):
        return json.loads(self.body(path))

    def numbers(self, path):
        body = self.body(path)
        return list(struct.unpack(f"<{len(body) // 8}d", body))

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.communicate(timeout=60)
        return self.process.returncode


class ViewTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        # An installation of its own, whose page can be missing.
        self.tarry = self.path / "installed" / "bin" / "tarry"
        self.tarry.parent.mkdir(parents=True)
        shutil.copy(TARRY, self.tarry)
        (self.path / "installed" / "lib").symlink_to(BUILD / "lib")
        self.page = self.path / "installed" / "share" / "tarry" / "explorer.html"
        self.page.parent.mkdir(parents=True)
        self.page.write_text(PAGE)
        self.report = self.written("run1.json", report([f"f{i}" for i in range(40)], 1))

    def written(self, name, content):
        file = self.path / name
        file.write_text(json.dumps(content))
        return file

    def view(self, *arguments, **options):
        view = View(self.tarry, *arguments, **options)

        def stop():
            if view.process.poll() is None:
                view.process.kill()
            view.process.communicate()
        self.addCleanup(stop)
        return view

    def run_tarry(self, *arguments):
        return subprocess.run([self.tarry, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def json_of(self, file):
        return json.loads(self.run_tarry("report", file, "--format", "json").stdout)

    def data_in(self, page):
        found = re.findall(r'<script type="application/json" id="tarry-data">(.*?)</script>',
                           page.read_text())
        self.assertEqual(len(found), 1)
        return json.loads(gzip.decompress(base64.b64decode(found[0], validate=True)))

    def check_numbers(self, view, number, whole, choices):
        """Compares what the server says of some random selections with sums of the whole report."""
        values = {(entry["metric"], entry["callpath"], entry["location"]): entry["value"]
                  for entry in whole["severity"]}
        below = {path["id"]: [path["id"]] for path in whole["callpaths"]}
        for path in reversed(whole["callpaths"]):
            if path["parent"] is not None:
                below[path["parent"]] += below[path["id"]]
        locations = range(len(whole["locations"]))

        def row(metric, callpath):
            return [values.get((metric, callpath, l), 0.0) for l in locations]

        choose = random.Random(number)
        for _ in range(choices):
            m = choose.randrange(len(whole["metrics"]))
            metric = whole["metrics"][m]["id"]
            address = f"/api/report/{number}/"
            self.assertEqual(view.numbers(f"{address}callpaths?metric={m}"),
                             [sum(row(metric, path["id"])) for path in whole["callpaths"]])
            some = choose.sample(range(len(below)), min(3, len(below)))
            for question, callpaths in (
                    ("", list(below)),
                    (f"&callpath={some[0]}", some[:1]),
                    (f"&callpath={some[0]}&inclusive=1", below[some[0]]),
                    (f"&callpath={','.join(map(str, some))}&inclusive=0", some)):
                wanted = [sum(column) for column in zip(*(row(metric, c) for c in callpaths))]
                found = view.numbers(f"{address}locations?metric={m}{question}")
                self.assertEqual(len(found), len(wanted))
                for one, other in zip(found, wanted):
                    self.assertAlmostEqual(one, other, delta=1e-12 * max(1, abs(other)))

    def test_numbers_are_those_of_the_report(self):
        view = self.view(REPORTS / "wave.cube", self.report)
        session = view.json("/api/session")
        self.assertEqual((session["schema"], session["timeline"]), ("tarry-explorer/1", False))
        for number, file in enumerate((REPORTS / "wave.cube", self.report)):
            self.assertEqual(session["reports"][number]["name"], str(file))
            text = " ".join(self.run_tarry("report", file).stdout.split())
            for line in session["reports"][number]["headline"]:
                self.assertIn(" ".join(line.split()), text)
            whole = self.json_of(file)
            structure = view.json(f"/api/report/{number}/structure")
            self.assertEqual(structure, {key: value for key, value in whole.items() if key != "severity"})
            self.check_numbers(view, number, whole, 25)
        self.assertEqual(view.end(), 0)

    def test_who_gets_an_answer(self):
        view = self.view(self.report)
        self.assertEqual(view.ask("/", X_Tarry_Token="")[:2], (200, PAGE.encode()))
        self.assertEqual(view.ask(f"/?token={view.token}")[0], 200)
        self.assertEqual(view.ask("/", Host=f"localhost:{view.port}")[0], 200)
        for token in ("", "x", view.token[:-1], view.token + "x"):
            status, body, _ = view.ask("/api/session", X_Tarry_Token=token)
            self.assertEqual(status, 403)
            self.assertIn("token", json.loads(body)["error"])
        for host in ("evil.example", "127.0.0.1", f"127.0.0.1:{view.port}.evil.example"):
            self.assertEqual(view.ask("/", Host=host)[0], 403)
            self.assertEqual(view.ask("/api/session", Host=host)[0], 403)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            status, _, headers = view.ask("/api/session", method=method)
            self.assertEqual((status, headers["Allow"]), (405, "GET"))
        for path in ("/x", "/explorer.html", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                     "//etc/passwd", "/api", "/api/x", "/api/report/0/../../../etc/passwd",
                     "/api/report/0/source?file=/etc/passwd", "/api/report/0/source?file=run1.json",
                     "/api/report/1/structure"):
            self.assertEqual(view.ask(path)[0], 404, path)
        for path in ("/", "/api/session", "/x"):
            headers = view.ask(path)[2]
            self.assertEqual(headers["Content-Security-Policy"],
                             "default-src 'none'; frame-ancestors 'none'")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertEqual(headers["Cache-Control"], "no-store")
            self.assertIsNone(headers["Content-Encoding"])
            self.assertIsNone(headers["Access-Control-Allow-Origin"])

    def test_listens_to_this_machine_alone(self):
        view = self.view(self.report)
        listening = [line.split()[1] for table in ("tcp", "tcp6")
                     for line in pathlib.Path(f"/proc/{view.process.pid}/net/{table}").read_text()
                     .splitlines()[1:] if line.split()[3] == "0A"]
        self.assertEqual([each for each in listening if int(each.split(":")[1], 16) == view.port],
                         [f"0100007F:{view.port:04X}"])

    def test_port(self):
        view = self.view(self.report)
        done = self.run_tarry("view", self.report, "--no-browser", "--port", view.port)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"cannot take the port: 127.0.0.1:{view.port}", done.stderr)
        self.assertEqual(view.end(), 0)
        self.assertEqual(self.view(self.report, "--port", view.port).port, view.port)

    def test_signals_end_it(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            view = self.view(self.report)
            view.body("/api/session")
            self.assertEqual(view.end(how), 0)
        # A shell starts background jobs without interrupts.
        view = self.view(self.report, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.assertEqual(view.end(), 0)

    def test_browser(self):
        # The browser is a program that notes what it got.
        programs = self.path / "programs"
        programs.mkdir()
        begun, noted = self.path / "begun", self.path / "noted"
        os.mkfifo(noted)
        browser = programs / "xdg-open"
        browser.write_text(f"#!/bin/sh\n: > {begun}\necho noise\necho \"$1\" > {noted}\n")
        browser.chmod(0o755)
        for display, opens in (("DISPLAY", True), ("WAYLAND_DISPLAY", True), (None, False)):
            environment = {name: value for name, value in os.environ.items()
                           if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
            environment["PATH"] = f"{programs}:{environment['PATH']}"
            if display:
                environment[display] = ":7"
            begun.unlink(missing_ok=True)
            process = subprocess.Popen([self.tarry, "view", self.report], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, env=environment)
            address = process.stdout.readline()
            if opens:
                self.assertEqual(noted.read_text(), address)  # waits for the browser
            process.send_signal(signal.SIGTERM)
            stdout, _ = process.communicate(timeout=60)
            self.assertEqual((process.returncode, stdout), (0, ""))
            self.assertEqual(begun.exists(), opens)

    def test_sources(self):
        named = report(["main", "solve"], 1)
        named["callpaths"][0]["file"] = "a b.c"
        named["callpaths"][1]["file"] = "/etc/passwd"
        file = self.written("named.json", named)
        (self.path / "a b.c").write_bytes(b"int x; // \xff </script>\n")
        view = self.view(file)
        source = "/api/report/0/source?file="
        self.assertEqual(view.body(source + urllib.parse.quote("a b.c")).decode(),
                         "int x; // ? </script>\n")
        self.assertEqual(view.ask(source + "/etc/passwd")[0], 404)
        self.assertEqual(view.ask(source + str(self.path / "a%20b.c"))[0], 404)  # not named so

    def made_run(self):
        """Returns an analyzed experiment with a trace."""
        for arguments in (["synth", "-q", "--ranks", "6", "--iterations", "7", "--patterns",
                           "halo,barrier,nxn", "-o", "run"], ["analyze", "-q", "run"]):
            subprocess.run([self.tarry, *arguments], cwd=self.path, check=True)
        return self.path / "run"

    def picture(self, content):
        """Returns window, rows and the four tables of a picture."""
        from_s, to_s, columns, rows = struct.unpack_from("<ddII", content)
        bands = list(struct.iter_unpack("<II", content[24:24 + 8 * rows]))
        at, cells, tables = 24 + 8 * rows, rows * columns, []
        for kind in "HBBH":
            tables.append(struct.unpack_from(f"<{cells}{kind}", content, at))
            at += struct.calcsize(f"<{cells}{kind}")
        self.assertEqual(at, len(content))
        return from_s, to_s, bands, tables

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
        from_s, to_s, bands, (state, share, waiting, wait) = self.picture(
            view.body(f"/api/timeline/picture?from={begin}&to={end}&columns=100&rows=50"))
        self.assertEqual(bands, [(line, 1) for line in range(6)])
        self.assertLessEqual(from_s, begin)
        self.assertGreaterEqual(to_s, end - 1e-6)
        self.assertTrue(all(number < len(names) or number == 65535 for number in state + wait))
        self.assertTrue(any(waiting) and any(share))
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
            from_s, to_s, bands, _ = self.picture(base64.b64decode(picture, validate=True))
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

    def test_one_page(self):
        page = self.path / "page.html"
        done = self.run_tarry("view", REPORTS / "wave.cube", self.report, "--html", page)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn(f"wrote {page}", done.stderr)
        data = self.data_in(page)
        self.assertEqual(data["reports"], [self.json_of(REPORTS / "wave.cube"), self.json_of(self.report)])
        self.assertEqual(len(data["session"]["reports"]), 2)
        self.assertIsNone(data["timeline"])
        self.assertEqual((data["pictures"], data["details"]), ([], []))
        begin = PAGE.index("</script>")
        self.assertTrue(page.read_text().startswith(PAGE[:begin]))
        self.assertTrue(page.read_text().endswith(PAGE[begin:]))
        # The same data give the same page.
        other = self.path / "other.html"
        self.run_tarry("view", REPORTS / "wave.cube", self.report, "--html", other)
        self.assertEqual(page.read_bytes(), other.read_bytes())

    def test_hostile_names(self):
        hostile = json.dumps(report(HOSTILE, 3)).replace("<!--", "<!--BYTE").encode()
        file = self.path / "hostile.json"
        file.write_bytes(hostile)
        page = self.path / "page.html"
        done = self.run_tarry("view", file, "--html", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.data_in(page)["reports"], [self.json_of(file)])
        text = page.read_text()
        for word in ("alert", "<!--", "onload"):
            self.assertNotIn(word, text)
        view = self.view(file)
        self.assertEqual([path["region"] for path in view.json("/api/report/0/structure")["callpaths"]],
                         [name.replace("<!--", "<!--BYTE") for name in HOSTILE])
        for line in view.json("/api/session")["reports"][0]["headline"]:
            self.assertNotRegex(line, r"[\x00-\x1f\x7f]")

    def test_missing_page(self):
        self.page.unlink()
        for arguments in (["--no-browser"], ["--html", self.path / "page.html"]):
            done = self.run_tarry("view", self.report, *arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("the explorer was not built", done.stderr)
            self.assertIn("scripts/build", done.stderr)
        self.page.write_text("<html></html>")
        done = self.run_tarry("view", self.report, "--html", self.path / "page.html")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no place for data", done.stderr)
        self.assertFalse((self.path / "page.html").exists())

    def test_damaged_reports(self):
        damaged = self.path / "damaged.json"
        damaged.write_text(self.report.read_text()[:-10])
        cubex = self.path / "damaged.cubex"
        cubex.write_bytes(b"\0" * 2048)
        for file in (damaged, cubex, self.path / "missing", self.path):
            for more in ([], [self.report]):
                done = self.run_tarry("view", *more, file, "--no-browser")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(str(file), done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_a_value_that_is_damaged_is_found_later(self):
        whole = self.path / "whole.cubex"
        self.assertEqual(self.run_tarry("cut", self.report, "--root", "f0", "-o", whole).returncode, 0)
        content = bytearray(whole.read_bytes())
        # The rows of the second metric: the last member that ends with .data.
        at = content.rindex(b".data\0")
        start = at - at % 512 + 512
        for i in range(start + 40, start + 512):
            content[i] ^= 0x55
        whole.write_bytes(content)
        view = self.view(whole)
        view.json("/api/session")
        status, body, _ = view.ask("/api/report/0/locations?metric=1&callpath=0")
        self.assertEqual(status, 500)
        self.assertIn(str(whole), json.loads(body)["error"])
        self.assertEqual(self.run_tarry("view", whole, "--html", self.path / "p.html").returncode, 1)
        self.assertFalse((self.path / "p.html").exists())
        self.assertEqual(view.end(), 0)

    def test_wrong_usage(self):
        for arguments, message in [
                ([], "report"),
                ([self.report] * 3, "at most two reports"),
                ([self.report, "--port", "0"], "--port"),
                ([self.report, "--port", "65536"], "--port"),
                ([self.report, "--html", ""], "--html"),
                ([self.report, "--html", self.report], "would replace a file of the input")]:
            done = self.run_tarry("view", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(message, done.stderr)
        done = self.run_tarry("view", self.report, "--html", self.path / "no" / "page.html")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
