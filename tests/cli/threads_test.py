#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Commands that are told to use more threads than the system gives: they do the same with fewer."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
SANITIZED = any(name in pathlib.Path(TARRY).read_bytes() for name in (b"__asan_init", b"__tsan_init"))
THREADS = 64  # as many as there are ranks
STACK = 8 << 20
ADDRESS_SPACE = 256 << 20  # too little for the stacks of all threads
SHAPE = ("--ranks", str(THREADS), "--iterations", "20")


def limited():
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def content_of(archive):
    """Returns all event files by name. Other files of an archive contain the number of that
    archive."""
    return {str(file.relative_to(archive)): file.read_bytes() if file.suffix == ".evt" else None
            for file in archive.rglob("*") if file.is_file()}


@unittest.skipIf(SANITIZED, "a sanitizer needs the whole address space")
class Threads(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tarry(self, *arguments, **settings):
        done = subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              capture_output=True, **settings)
        self.assertEqual(done.returncode, 0, (arguments, done.stderr))
        return done.stdout

    def both(self, verb, *arguments, suffix=""):
        """Returns the output of the command with one thread, and with many under the limit."""
        made = self.folder / (verb + "-one" + suffix), self.folder / (verb + "-many" + suffix)
        self.run_tarry(verb, "-q", "-j", 1, *arguments, "-o", made[0])
        self.run_tarry(verb, "-q", "-j", THREADS, *arguments, "-o", made[1], preexec_fn=limited)
        return made

    def test_the_limit_refuses_threads(self):
        program = ("import threading\n"
                   "end = threading.Event()\n"
                   f"team = [threading.Thread(target=end.wait) for _ in range({THREADS})]\n"
                   "try:\n"
                   "    for one in team: one.start()\n"
                   "except RuntimeError:\n"
                   "    print('refused')\n"
                   "end.set()\n")
        done = subprocess.run([sys.executable, "-c", program], text=True, timeout=60, check=True,
                              capture_output=True, preexec_fn=limited)
        self.assertEqual(done.stdout, "refused\n")

    def made(self):
        archive = self.folder / "made"
        self.run_tarry("synth", "-q", *SHAPE, "-o", archive)
        return archive

    def test_synth(self):
        one, many = self.both("synth", *SHAPE)
        self.assertEqual(content_of(many), content_of(one))
        self.assertEqual((many / "expected.json").read_bytes(), (one / "expected.json").read_bytes())

    def test_compress(self):
        one, many = self.both("compress", self.made() / "traces.otf2", suffix=".tct")
        self.assertEqual(many.read_bytes(), one.read_bytes())

    def test_expand(self):
        compressed = self.folder / "made.tct"
        self.run_tarry("compress", "-q", self.made() / "traces.otf2", "-o", compressed)
        one, many = self.both("expand", compressed)
        self.assertEqual(content_of(many), content_of(one))

    def test_analyze(self):
        one, many = self.both("analyze", self.made(), suffix=".cubex")
        self.assertEqual(self.run_tarry("report", "--format", "json", many),
                         self.run_tarry("report", "--format", "json", one))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
