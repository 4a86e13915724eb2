#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry view --html: the page has what the server says, and names in it do no harm."""

import json
import sys
import unittest

from viewed import HOSTILE, PAGE, REPORTS, ViewCase, report


class ViewPageTest(ViewCase):
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
