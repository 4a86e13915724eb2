#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Python programs of docs/how-to/plot-a-report.md work, with and without the libraries that draw."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "how-to" / "plot-a-report.md"


class Plot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        text = GUIDE.read_text()
        cls.programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        cls.command = re.search(r"```sh\n(tarry report .*?)\npython3", text, re.DOTALL).group(1)
        for arguments in (["synth", "-q", "--ranks", "3", "--iterations", "5", "--imbalance", "50000", "-o", "run1"],
                          ["analyze", "-q", "run1"]):
            subprocess.run([TARRY, *arguments], cwd=cls.path, check=True)
        subprocess.run(cls.command.replace("tarry", TARRY, 1), shell=True, cwd=cls.path, check=True)
        # A folder with libraries that cannot be imported.
        (cls.path / "lacking").mkdir()
        for library in ("matplotlib", "pandas"):
            (cls.path / "lacking" / f"{library}.py").write_text("raise ImportError('hidden by the test')\n")

    def run_program(self, number, hides_libraries):
        environment = dict(os.environ)
        if hides_libraries:
            environment["PYTHONPATH"] = str(self.path / "lacking")
        return subprocess.run([sys.executable, "-c", self.programs[number], "waiting.csv"], cwd=self.path, text=True,
                              env=environment, timeout=100, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def expected(self):
        done = subprocess.run([TARRY, "report", "run1", "--format", "json"], cwd=self.path, text=True, check=True,
                              stdout=subprocess.PIPE)
        content = json.loads(done.stdout)
        ranks = [location["rank"] for location in content["locations"]]
        waiting = dict.fromkeys(ranks, 0.0)
        for cell in content["severity"]:
            if cell["metric"] in ("mpi_latesender", "mpi_wait_nxn", "mpi_barrier_wait"):
                waiting[ranks[cell["location"]]] += cell["value"]
        return {rank: value for rank, value in waiting.items() if value}

    def test_without_matplotlib_the_numbers_are_printed(self):
        done = self.run_program(0, hides_libraries=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "matplotlib is missing; waiting by rank:")
        found = dict(re.fullmatch(r"rank (\d+): ([\d.]+) s", line).groups() for line in lines[1:])
        expected = self.expected()
        self.assertEqual([int(rank) for rank in found], sorted(expected))
        for rank, value in found.items():
            self.assertAlmostEqual(float(value), expected[int(rank)], delta=1e-6)

    def test_without_pandas_it_says_so(self):
        done = self.run_program(1, hides_libraries=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", "pandas is missing\n"))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_with_matplotlib_there_is_a_picture(self):
        done = self.run_program(0, hides_libraries=False)
        self.assertEqual(done.stdout, "wrote waiting.png\n", done.stderr)
        self.assertTrue((self.path / "waiting.png").read_bytes().startswith(b"\x89PNG"))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_with_pandas_the_sums_are_the_same(self):
        done = self.run_program(1, hides_libraries=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for rank, value in self.expected().items():
            self.assertRegex(done.stdout, rf"(?m)^{rank} +{value:.4f}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
