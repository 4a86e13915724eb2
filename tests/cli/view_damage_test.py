#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry view of damaged reports: one line says what is damaged, at once or when it turns out."""

import json
import sys
import unittest

from viewed import ViewCase


class ViewDamageTest(ViewCase):
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
        # From then on, the same line answers all questions that need the report: none gets wrong numbers.
        for question in ("structure", "callpaths?metric=0", "locations?metric=0", "callpaths?metric=1"):
            status, again, _ = view.ask(f"/api/report/0/{question}")
            self.assertEqual((status, again), (500, body), question)
        self.assertEqual(len(json.loads(body)["error"].splitlines()), 1)
        view.json("/api/session")
        self.assertEqual(self.run_tarry("view", whole, "--html", self.path / "p.html").returncode, 1)
        self.assertFalse((self.path / "p.html").exists())
        self.assertEqual(view.end(), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
