#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The explorer in an installation: its page, and the server with the library that only it needs."""
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

BUILD, SOURCE = sys.argv[1:3]

import installed_tree  # noqa: E402

PAGE = "share/tarry/explorer.html"


@unittest.skipUnless(pathlib.Path(BUILD, PAGE).exists(), "the explorer is not built (scripts/build-explorer)")
class Explorer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.scratch.name)
        cls.prefix = installed_tree.install(BUILD, folder / "tarry")
        cls.run_folder = folder / "run1"
        cls.tarry("synth", "-q", "--ranks", "2", "--iterations", "2", "-o", cls.run_folder)
        cls.tarry("analyze", "-q", cls.run_folder)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    @classmethod
    def tarry(cls, *arguments):
        return subprocess.run([cls.prefix / "bin" / "tarry", *arguments], check=True, text=True, timeout=60,
                              stdout=subprocess.PIPE).stdout

    def test_files(self):
        for name in (PAGE, "lib/tarry/libtarry-http.so"):
            self.assertTrue((self.prefix / name).is_file() and not (self.prefix / name).is_symlink(), name)

    def test_one_page(self):
        file = pathlib.Path(self.scratch.name, "one.html")
        self.tarry("view", "-q", self.run_folder, "--html", file)
        self.assertIn('id="tarry-data"', file.read_text())

    def test_server(self):
        server = subprocess.Popen([self.prefix / "bin" / "tarry", "view", "-q", "--no-browser", self.run_folder],
                                  text=True, stdout=subprocess.PIPE)
        try:
            address = urllib.parse.urlsplit(server.stdout.readline().strip())
            origin = f"{address.scheme}://{address.netloc}"
            with urllib.request.urlopen(origin, timeout=20) as page:
                self.assertEqual(page.read(), (self.prefix / PAGE).read_bytes())
            token = urllib.parse.parse_qs(address.query)["token"][0]
            question = urllib.request.Request(f"{origin}/api/session", headers={"X-Tarry-Token": token})
            with urllib.request.urlopen(question, timeout=20) as session:
                self.assertIn(b"tarry-explorer/1", session.read())
        finally:
            server.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(timeout=20), 0)
            server.stdout.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
