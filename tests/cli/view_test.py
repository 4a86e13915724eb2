#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry view from outside: the numbers of its server against those of tarry report, who gets an
answer, and how it ends."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import unittest
import urllib.parse

from viewed import PAGE, REPORTS, ViewCase, report


class ViewTest(ViewCase):
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
