# SPDX-License-Identifier: BSD-3-Clause
"""What tests of tarry view share: an installation with a small page that stands in for the explorer,
reports, and a server with questions to it."""

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


class ViewCase(unittest.TestCase):
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
