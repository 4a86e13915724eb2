#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry predict from outside: planted waits are found exactly, changes are compared, programs that
cannot end are reported, wrong usage is refused."""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])

HEAD = """tarry-compressed-trace 1
ranks {ranks}
program planted
frame 0 main
frame 1 solve
comm 0 MPI_COMM_WORLD [0..{last}]
"""

# Ten steps; in each, rank 3 computes 5 ms and the others 1 ms before a barrier.
BARRIER = HEAD.format(ranks=4, last=3) + """site 0 MPI_Barrier 0 1
event 0 loop=(1,10) kind=collective op=barrier root=none bytes=0 received=0
after - <1 0 3 1> 3000000/1000000..1000000:3 0*3
after - <0 3> 5000000 0
after 0 <1 0 3 1> 27000000/1000000..1000000:27 0*27
after 0 <0 3> 45000000/5000000..5000000:9 0*9
end
"""

# The same with 5 ms on all ranks.
EVEN = BARRIER[:BARRIER.index("after")] + """after - 20000000/5000000..5000000:4 0*4
after 0 180000000/5000000..5000000:36 0*36
end
"""

# Rank 0 computes 3 ms and sends, rank 1 computes 1 ms and receives.
MESSAGE = HEAD.format(ranks=2, last=1) + """site 0 MPI_Send 0 1
event 0 <0 0> kind=send peer=1 tag=7 bytes=800
after - 3000000 0
site 1 MPI_Recv 0 1
event 1 <0 1> kind=receive posted-peer=1 posted-tag=7 peer=1 tag=7 bytes=800
after - 1000000 0
end
"""

# Both send a large message first.
DEADLOCK = HEAD.format(ranks=2, last=1) + """site 0 MPI_Barrier 0
event 0 kind=collective op=barrier root=none bytes=0 received=0
after - 1000*2 0*2
site 1 MPI_Send 0 1
event 1 kind=send peer=1 tag=7 bytes=1000000
after 0 1000*2 0*2
site 2 MPI_Recv 0 1
event 2 kind=receive posted-peer=1 posted-tag=7 peer=1 tag=7 bytes=1000000
after 1 1000*2 0*2
end
"""

NETWORK = ["--latency", "1us", "--bandwidth", "1G", "--overhead", "100ns"]


class Predict(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    @staticmethod
    def run_tarry(*arguments):
        return subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def predict(self, text, *arguments, status=0):
        trace = self.path / "planted.tct"
        trace.write_text(text)
        done = self.run_tarry("predict", trace, *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def cells(self, directory):
        """Returns {metric: {rank: nanoseconds}} of the analysis that was kept."""
        report = json.loads(self.run_tarry("report", directory, "--format", "json").stdout)
        ranks = {location["id"]: location["rank"] for location in report["locations"]}
        found = {}
        for cell in report["severity"]:
            of_metric = found.setdefault(cell["metric"], {})
            rank = ranks[cell["location"]]
            of_metric[rank] = of_metric.get(rank, 0) + cell["value"] * 1e9
        return {metric: {rank: round(value) for rank, value in values.items()}
                for metric, values in found.items()}, report

    def test_planted_imbalance(self):
        kept = self.path / "kept"
        done = self.predict(BARRIER, "-o", kept, *NETWORK)
        self.assertIn("first cause of waiting", done.stdout)
        self.assertIn("main/solve on rank 3", done.stdout)
        cells, report = self.cells(kept)
        self.assertEqual(cells["mpi_barrier_wait"], {0: 40_000_000, 1: 40_000_000, 2: 40_000_000})
        self.assertEqual(cells["comp"], {0: 10_000_000, 1: 10_000_000, 2: 10_000_000,
                                         3: 50_000_000})
        # What rank 3 computes too long costs the three others all they wait.
        self.assertEqual(cells["delay_barrier_aggregate"], {3: 120_000_000})
        # Overhead, and two rounds of latency and overhead.
        self.assertEqual(round(report["experiment"]["duration_s"] * 1e9),
                         10 * (5_000_000 + 100 + 2 * 1_100))
        self.assertEqual(report["findings"][0]["ranks"], [3])

    def test_planted_late_sender(self):
        kept = self.path / "kept"
        self.predict(MESSAGE, "-o", kept, *NETWORK)
        cells, report = self.cells(kept)
        self.assertEqual(cells["mpi_latesender"], {1: 2_000_000})
        self.assertEqual(round(report["experiment"]["duration_s"] * 1e9),
                         3_000_000 + 100 + 800 + 1_000)

    def test_archive_does_not_depend_on_threads(self):
        def kept(name, jobs):
            self.predict(BARRIER, "--no-analyze", "-j", jobs, "-o", self.path / name)
            return [hashlib.sha256(file.read_bytes()).hexdigest()
                    for file in sorted((self.path / name / "traces").iterdir())
                    if file.suffix == ".evt"]

        self.assertEqual(kept("one", 1), kept("four", 4))

    def test_difference(self):
        done = self.predict(BARRIER, *NETWORK[4:], "--computation", "solve=0.5", "--format", "json")
        result = json.loads(done.stdout)
        self.assertEqual(result["schema"], "tarry-prediction/1")
        self.assertEqual(result["changes"], ["--computation solve=0.5"])
        self.assertAlmostEqual(result["unchanged"]["waiting_s"], 0.120)
        self.assertAlmostEqual(result["prediction"]["waiting_s"], 0.060)
        self.assertAlmostEqual(result["difference"]["time_s"], -0.025)
        self.assertAlmostEqual(result["difference"]["waiting_s"], -0.060)
        text = self.predict(BARRIER, "--computation", "0.5").stdout
        self.assertRegex(text, r"waiting of all ranks +120\.0 ms +60\.00 ms +-50\.0 %")

    def test_changes_of_nothing_have_no_minus(self):
        for factor in ("0.999x", "1.001x"):
            text = self.predict(BARRIER, "--latency", factor).stdout
            self.assertIn("+0.0 points", text)
            self.assertNotIn("-0.0", text)

    def test_network_of_another_speed(self):
        done = self.predict(MESSAGE, "--bandwidth", "2x", "--latency", "3us", "--format", "json")
        result = json.loads(done.stdout)
        self.assertEqual(result["network"]["latency_s"], 3e-6)
        self.assertEqual(result["network"]["sources"]["latency"], "given")
        self.assertEqual(result["network"]["sources"]["overhead"], "assumed")
        self.assertAlmostEqual(result["difference"]["time_s"], 2e-6 - 40e-9)

    def test_algorithm(self):
        # In a ring: twice three messages, instead of two rounds.
        done = self.predict(EVEN, "--latency", "1us", "--overhead", "100ns", "--collective",
                            "MPI_Barrier=ring", "--format", "json")
        self.assertAlmostEqual(json.loads(done.stdout)["prediction"]["time_s"],
                               10 * (5e-3 + 100e-9 + 6 * 1100e-9))

    def test_calls_that_do_not_fit_together(self):
        text = HEAD.format(ranks=2, last=1) + """site 0 MPI_Barrier 0
event 0 kind=collective op=barrier<0 0>allreduce root=none bytes=0 received=0
end
"""
        error = self.predict(text, status=1).stderr
        self.assertIn("rank 1 calls allreduce on MPI_COMM_WORLD where others call barrier\n", error)
        self.assertIn("tarry predict: the calls of the trace do not fit together: "
                      f"{self.path / 'planted.tct'} (-o DIR keeps what was simulated until then)\n",
                      error)

    def test_deadlock(self):
        kept = self.path / "kept"
        done = self.predict(DEADLOCK, "-o", kept, status=1)
        self.assertIn("rank 0 waits for ever in MPI_Send, its call 2, for rank 1 to receive its "
                      "message with tag 7 on MPI_COMM_WORLD\n", done.stderr)
        self.assertIn("2 of 2 ranks wait for ever, one for the other: 0 -> 1 -> 0", done.stderr)
        self.assertEqual(self.run_tarry("analyze", kept).returncode, 0)
        cells, _ = self.cells(kept)
        self.assertEqual(cells["comp"], {0: 1000, 1: 1000})  # up to the barrier
        stuck = json.loads(self.predict(DEADLOCK, "--format", "json", status=1).stdout)["stuck"]
        self.assertEqual([(each["rank"], each["ranks"]) for each in stuck], [(0, [1]), (1, [0])])
        # The messages fit below the limit: nobody waits.
        self.predict(DEADLOCK, "--eager-limit", "1M")

    def test_message_without_receiver(self):
        end = MESSAGE.index("site 1")
        done = self.predict(MESSAGE[:end] + "end\n", status=1)
        self.assertIn("1 message from rank 0 to rank 1 with tag 7 on MPI_COMM_WORLD is never "
                      "received", done.stderr)

    def test_more_calls_than_memory(self):
        many = 1_000_000_000_000_000
        done = self.predict(HEAD.format(ranks=1, last=0) + f"""site 0 MPI_Comm_rank 0 1
event 0 loop=(1,{many})
after - 5 5
after 0 {5 * (many - 1)}/5..5:{many - 1} {5 * (many - 1)}/5..5:{many - 1}
end
""", status=1)
        self.assertIn("takes 14552 TiB of memory", done.stderr)

    def test_wrong_usage(self):
        for arguments, message in (
                (["--latency", "1"], "not a time: --latency 1"),
                (["--latency", "-1us"], "not a time"),
                (["--bandwidth", "0"], "not a number of bytes per second"),
                (["--eager-limit", "many"], "not a size"),
                (["--computation", "half"], "not a factor of computation"),
                (["--computation", "sole=2"], "below this function: sole"),
                (["--message-size", "x"], "not a factor of sizes"),
                (["--collective", "MPI_Send=ring"], "not a collective operation"),
                (["--collective", "MPI_Alltoall=ring"], "it has linear, pairwise"),
                (["--collective", "MPI_Allreduce"], "not an algorithm of MPI_Allreduce"),
                (["--collective", "MPI_Allreduce=ring"], "no call of this operation"),
                (["--times", "mean"], "--times"),
        ):
            done = self.predict(BARRIER, *arguments, status=2)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_output_that_exists(self):
        done = self.predict(BARRIER, "-o", self.path, status=1)
        self.assertIn("the output exists", done.stderr)

    def test_platform(self):
        platform = self.path / "platform.xml"
        platform.write_text("""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="n" suffix="" radical="0-1" speed="1Gf" bw="1GBps" lat="4us"/>
</platform>
""")
        library = pathlib.Path(TARRY).parent.parent / "lib" / "tarry" / "libtarry-simgrid.so"
        if not library.exists():
            done = self.predict(MESSAGE, "--platform", platform, status=1)
            self.assertIn("cannot read platform files of SimGrid", done.stderr)
            self.skipTest("built without SimGrid")
        arguments = ("--platform", platform, "--overhead", "100ns", "--format", "json")
        result = json.loads(self.predict(MESSAGE, *arguments).stdout)
        # Two links of 4 us lie between two hosts.
        self.assertAlmostEqual(result["prediction"]["time_s"], 3e-3 + 100e-9 + 800e-9 + 8e-6)
        done = self.predict(BARRIER, *arguments, status=2)
        self.assertIn("the platform has 2 hosts, 4 are needed", done.stderr)
        self.predict(BARRIER, *arguments, "--ranks-per-node", "2")
        done = self.predict(MESSAGE, "--platform", self.path / "planted.tct", status=1)
        self.assertIn("SimGrid cannot read the platform", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
