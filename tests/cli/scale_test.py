#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry scale from outside: waits of larger runs are exact where the truth is known, recorded sizes
stand beside, figures have ranges, wrong usage is refused."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
STEPS = 10
NETWORK = ["--latency", "1us", "--bandwidth", "1G", "--overhead", "100ns"]


def trace(ranks, slow_ns=5_000_000):
    """In each step rank 0 computes `slow_ns`, the others 1 ms; then rank 0 broadcasts a byte, and
    all meet at a barrier."""
    first, later, others = f"after - {{}} {{}} 0{{}}", f"after 1 {{}} {{}} 0{{}}", ranks - 1

    def times(line, who, ns, count):
        sums = f"{ns}" if count == 1 else f"{ns * count}/{ns}..{ns}:{count}"
        return line.format(who, sums, "" if count == 1 else f"*{count}")

    rest = f"<1 1 {others} 1>"
    return "\n".join([
        "tarry-compressed-trace 1", f"ranks {ranks}", "program planted", "frame 0 main",
        "frame 1 solve", f"comm 0 MPI_COMM_WORLD [0..{ranks - 1}]",
        "site 0 MPI_Bcast 0 1",
        f"event 0 loop=(2,{STEPS}) kind=collective op=bcast root=0 bytes={ranks}<0 0>0 received=1",
        times(first, "<0 0>", slow_ns, 1), times(first, rest, 1_000_000, others),
        times(later, "<0 0>", slow_ns, STEPS - 1),
        times(later, rest, 1_000_000, others * (STEPS - 1)),
        "site 1 MPI_Barrier 0",
        f"event 1 x={STEPS} kind=collective op=barrier root=none bytes=0 received=0",
        f"after 0 0*{ranks * STEPS} 0*{ranks * STEPS}", "end", ""])


class Scale(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    @staticmethod
    def run_tarry(*arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=110, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def files(self, *sizes, **options):
        made = []
        for ranks in sizes:
            made.append(self.path / f"p{ranks}.tct")
            made[-1].write_text(trace(ranks, **options))
        return made

    def scale(self, *arguments, status=0):
        done = self.run_tarry("scale", *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def check(self, run, ranks):
        rounds = (ranks - 1).bit_length()
        predicted = run["predicted"]
        self.assertEqual(run["ranks"], ranks)
        # Overhead of both calls, a byte in each round of the broadcast, and rounds of messages.
        step = 5_000_000 + 2 * 100 + rounds * (1_100 + 1) + rounds * 1_100
        self.assertEqual(round(predicted["time_s"] * 1e9), STEPS * step)
        # The others wait for rank 0, which then waits for the last of them at the barrier.
        self.assertEqual(round(predicted["waiting_s"] * 1e9),
                         STEPS * ((ranks - 1) * 4_000_000 + rounds * 1_100))
        self.assertAlmostEqual(predicted["load_balance"], (5 + ranks - 1) / (5 * ranks))
        self.assertEqual(predicted["first_cause"], "planted/main/solve on rank 0")

    def test_waits_at_64_times_the_size(self):
        done = self.scale(*self.files(4, 8, 16), "--to", "64,1024", "--no-variations", *NETWORK,
                          "--format", "json")
        result = json.loads(done.stdout)
        self.assertEqual(result["schema"], "tarry-scaling/1")
        self.assertEqual(result["recorded"], [4, 8, 16])
        for run, ranks in zip(result["runs"], (4, 8, 16, 64, 1024)):
            self.check(run, ranks)
            self.assertEqual("measured" in run, ranks <= 16)

    def test_ranges(self):
        files = self.files(4, 8) + self.files(16, slow_ns=6_000_000)
        result = json.loads(self.scale(*files, "--to", "32", "--format", "json").stdout)
        run = result["runs"][-1]["predicted"]
        low, high = run["range"]["time_s"]
        self.assertLess(low, run["time_s"] + 1e-9)
        self.assertGreater(high - low, 0.005)
        self.assertGreaterEqual(run["variations"], 3)

    def test_what_traces_say_differently_about_the_network(self):
        files = self.files(4, 8, 16)
        for file, ns in zip(files, (4_000, 5_000, 30_000)):
            text = file.read_text()
            calls = text.split("after 0 0*")[1].split()[0]
            file.write_text(text.replace(f"after 0 0*{calls} 0*{calls}",
                                         f"after 0 0*{calls} {ns * int(calls)}/{ns}..{ns}:{calls}"))
        done = self.scale(*files, "--to", "32", "--overhead", "100ns", "--format", "json")
        result = json.loads(done.stdout)
        latency = result["network"]["latency"]
        self.assertEqual(latency["source"], "from the trace")
        self.assertEqual(latency["value"], latency["range"][1])
        self.assertNotEqual(*latency["range"])
        self.assertNotIn("range", result["network"]["bandwidth"])
        self.assertIn("the bandwidth is assumed", " ".join(result["notes"]))
        run = result["runs"][-1]["predicted"]
        low, high = run["range"]["time_s"]
        self.assertLess(low, run["time_s"] - 1e-5)
        self.assertEqual(high, run["time_s"])
        text = self.scale(*files, "--to", "32", "--overhead", "100ns", "--no-variations").stdout
        self.assertRegex(text, r"\nlatency +\S+ us  from the trace, \S+ .s to \S+ us\n")
        given = self.scale(*files, "--to", "32", *NETWORK, "--no-variations", "--format",
                           "json").stdout
        self.assertNotIn("range", json.loads(given)["network"]["latency"])
        self.assertEqual(json.loads(given)["notes"], [])

    def test_errors_of_fitted_times(self):
        (small, *others) = self.files(4, 8, 16)
        small.write_text(trace(4, slow_ns=6_000_000))
        done = self.scale(small, *others, "--to", "32", *NETWORK, "--format", "json")
        run = json.loads(done.stdout)["runs"][-1]
        self.assertGreater(run["computation_error"], 0.01)
        low, high = run["predicted"]["range"]["time_s"]
        self.assertLess(low, run["predicted"]["time_s"] * (1 - 0.5 * run["computation_error"]))
        self.assertGreater(high, run["predicted"]["time_s"] * (1 + 0.5 * run["computation_error"]))
        text = self.scale(small, *others, "--to", "32", "--no-variations", *NETWORK).stdout
        self.assertRegex(text, r"\ncomputation +\d+\.\d %  largest error of its fits, at 32 ranks\n")
        exact = json.loads(self.scale(*self.files(4, 8, 16), "--to", "32", "--no-variations",
                                      *NETWORK, "--format", "json").stdout)
        self.assertAlmostEqual(exact["runs"][-1]["computation_error"], 0)

    def test_text(self):
        text = self.scale(*self.files(4, 8, 16), "--to", "32").stdout
        self.assertIn("planted: predicted from runs with 4,8,16 ranks", text)
        self.assertRegex(text, r"\n +32 predicted +50\.\d+ ms \+- 0\.0 %")
        self.assertRegex(text, r"\n +16 measured +\d")
        self.assertRegex(text, r"\n +32 predicted  planted/main/solve on rank 0 \(3 of 3 variations agree\)")

    def test_measured_efficiencies_of_an_experiment(self):
        (small, *others) = self.files(4, 8, 16)
        experiment = self.path / "run4"
        done = self.run_tarry("predict", small, "-o", experiment, *NETWORK)
        self.assertEqual(done.returncode, 0, done.stderr)
        (experiment / "compressed").mkdir()
        small.rename(experiment / "compressed" / "trace.tct")
        done = self.scale(experiment, *others, "--to", "32", "--no-variations", *NETWORK,
                          "--format", "json")
        run = json.loads(done.stdout)["runs"][0]
        self.assertEqual(run["measured"], run["predicted"])

    def test_lost_imbalance_is_told(self):
        # Rank 1 makes the same calls as the ranks behind it.
        slow = trace(4).replace("after - <1 1 3 1> 3000000/1000000..1000000:3 0*3",
                                "after - <0 1> 90000000 0\nafter - <1 2 2 1> 2000000/1000000"
                                "..1000000:2 0*2")
        (small, *others) = self.files(4, 8, 16)
        small.write_text(slow)
        experiment = self.path / "run4"
        self.run_tarry("predict", small, "-o", experiment, *NETWORK)
        (experiment / "compressed").mkdir()
        small.rename(experiment / "compressed" / "trace.tct")
        text = self.scale(experiment, *others, "--to", "32", "--no-variations").stdout
        self.assertIn("Note: the load balance of 4 ranks is ", text)
        self.assertNotIn("the load balance of 8 ranks", text)

    def test_loads_without_a_rule_are_told(self):
        files = self.files(4, 8, 16)
        text = self.scale(*files, "--to", "32", "--no-variations", *NETWORK).stdout
        self.assertNotIn("the loads of single ranks", text)
        files[1].write_text(trace(8).replace(
            "after 1 <1 1 7 1> 63000000/1000000..1000000:63 0*63",
            "after 1 <0 2> 90000000/10000000..10000000:9 0*9\n"
            "after 1 <0 1><1 3 5 1> 54000000/1000000..1000000:54 0*54"))
        text = self.scale(*files, "--to", "32", "--no-variations", *NETWORK).stdout
        self.assertIn("Note: the predictions lack the loads of single ranks: in '", text)

    def test_deadlock_is_refused(self):
        # Each rank waits for its left neighbor before it sends to the right one.
        made = []
        for ranks in (4, 8, 16):
            made.append(self.path / f"p{ranks}.tct")
            made[-1].write_text("\n".join([
                "tarry-compressed-trace 1", f"ranks {ranks}", "frame 0 main",
                f"comm 0 MPI_COMM_WORLD [0..{ranks - 1}]", "site 0 MPI_Recv 0",
                f"event 0 kind=receive posted-peer={ranks - 1} posted-tag=7 peer={ranks - 1} tag=7 "
                "bytes=8", "site 1 MPI_Send 0", "event 1 kind=send peer=1 tag=7 bytes=8", "end", ""]))
        done = self.scale(*made, "--to", "32", *NETWORK, status=1)
        self.assertIn("4 of 4 ranks wait for ever, one for the other: 0 -> 3 -> 2 -> 1 -> 0: 4 ranks "
                      "('tarry predict' says who waits for whom in what 'tarry extrapolate' makes)\n",
                      done.stderr)

    def test_wrong_usage(self):
        files = self.files(4, 8, 16)
        for targets in ("many", "0", "64,", "4000000000"):
            done = self.scale(*files, "--to", targets, status=2)
            self.assertIn("not a list of numbers of ranks", done.stderr)
        self.assertIn("no target given", self.scale(*files, status=2).stderr)
        done = self.scale(files[0], "--to", "64", status=2)
        self.assertIn("at least two traces", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
