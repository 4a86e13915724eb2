#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry replay under an MPI: a replay repeats the recording, impossible ones are refused, and
nothing hangs. Times are checked from below only: a busy machine makes everything slower.
usage: replay_test.py BUILD_DIRECTORY MPI MAKE_TRACES [DRAWN_RUNS]
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

BUILD, MPI, MAKE_TRACES = sys.argv[1:4]
TARRY = os.path.join(os.path.abspath(BUILD), "bin", "tarry")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
from measured import mpi_environment  # noqa: E402

# There are more with `scripts/test --long`.
DRAWN_RUNS = int(sys.argv[4]) if len(sys.argv) > 4 else 4
# Functions that a replay calls less often, and the number of missing calls per process.
CANCELLED = {"messages": {"MPI_Irecv": 5}}


# Lets no file of a process be larger than about a TiB, whatever the file system can do. The call
# fails, as the signal is ignored; launchers would not pass that on to their processes.
WITH_LIMITED_FILES = ("sh", "-c", "trap '' XFSZ; ulimit -f 1073741824; exec \"$0\" \"$@\"")


class Replay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = folder.name

    def trace(self, name, ranks):
        subprocess.run([MAKE_TRACES, self.path, str(ranks), name], check=True)
        return os.path.join(self.path, f"{name}-{ranks}.tct")

    def run_tarry(self, processes, *arguments, launcher=True, through=()):
        front = [f"mpirun.{MPI}", "-n", str(processes)] if launcher else []
        environment = {**mpi_environment(), "OMPI_MCA_osc": "pt2pt"}  # windows on any machine
        command = [*front, *through, TARRY, "replay", *map(str, arguments)]
        return subprocess.run(command, text=True, timeout=120, check=False, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def replay(self, name, ranks, *options, launcher=True):
        done = self.run_tarry(ranks, self.trace(name, ranks), "--format", "json", *options,
                              launcher=launcher)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def refused(self, name, ranks, message, *options, processes=None):
        done = self.run_tarry(processes or ranks, self.trace(name, ranks), *options)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertEqual(done.stdout, "")
        lines = [line for line in done.stderr.splitlines() if line.startswith("tarry")]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(message, lines[0])

    @staticmethod
    def functions(page):
        return {each["function"]: each for each in page["functions"]}

    def check_same(self, page, fewer=None):
        for name, each in self.functions(page).items():
            recorded, replayed = each["recorded"], each["replayed"]
            for side in ("sent", "received"):
                self.assertEqual(recorded[side], replayed[side], (name, side))
            if replayed["calls"] != 0:
                missing = (fewer or {}).get(name, 0) * page["ranks"]
                self.assertEqual(recorded["calls"], replayed["calls"] + missing, name)
        self.assertEqual((page["left_out"], page["skipped"]), (0, []))

    def test_what_is_replayed_is_what_was_recorded(self):
        for name in ("ring", "messages", "anybody", "operations"):
            for ranks in (2, 4):
                page = self.replay(name, ranks, "--compute", "none")
                self.assertEqual(page["ranks"], ranks)
                self.check_same(page, CANCELLED.get(name))
                self.assertFalse(page["follows_senders"])
                self.assertIsNone(page["accuracy"])
        names = self.functions(self.replay("messages", 2))
        for name in ("MPI_Comm_rank", "MPI_Init", "MPI_Send_init"):
            self.assertEqual(names[name]["replayed"]["calls"], 0)
        self.assertEqual(names["MPI_Test"]["replayed"]["calls"], 10)

    def test_one_process_needs_no_launcher(self):
        self.check_same(self.replay("ring", 1))
        self.check_same(self.replay("ring", 1, launcher=False))

    def test_computation_takes_its_time(self):
        page = self.replay("concurrent", 2)
        self.assertAlmostEqual(page["recorded_s"], 0.2, places=4)
        self.assertGreaterEqual(page["replayed_s"], 0.2)
        deviation = abs(page["replayed_s"] - page["recorded_s"]) / page["recorded_s"]
        self.assertAlmostEqual(page["accuracy"], 1 - deviation)
        for option in ("--compute=spin", "--times=average"):
            self.assertGreaterEqual(self.replay("concurrent", 2, option)["replayed_s"], 0.2)
        self.assertGreaterEqual(self.replay("concurrent", 2, "--speed", 0.5)["replayed_s"], 0.4)
        self.assertGreaterEqual(self.replay("concurrent", 2, "--speed", 4)["replayed_s"], 0.05)

    def test_other_sizes(self):
        for factor in (0.5, 3):
            page = self.replay("ring", 4, "--compute", "none", "--scale-bytes", factor)
            for name, each in self.functions(page).items():
                if name == "MPI_Allreduce":
                    self.assertEqual(each["replayed"]["sent"], factor * each["recorded"]["sent"])
            sends = self.functions(page)["MPI_Isend"]["replayed"]["sent"]
            self.assertEqual(sends, self.functions(page)["MPI_Waitall"]["replayed"]["received"])
            # There are 20 messages each of 8, 9 and 10 bytes per process; halves are rounded up.
            self.assertEqual(sends, 80 * sum(int(factor * size + 0.5) for size in (8, 9, 10)))

    def check_drawn(self, page):
        sent = sum(each["replayed"]["sent"] for name, each in self.functions(page).items()
                   if name in ("MPI_Send", "MPI_Isend"))
        self.assertTrue(page["follows_senders"])
        self.assertEqual(page["followed"],
                         {"messages": 30 * page["ranks"], "bytes": sent, "of_another_size": 0})
        for name in ("MPI_Send", "MPI_Isend", "MPI_Allreduce"):
            each = self.functions(page)[name]
            self.assertEqual(each["recorded"]["calls"], each["replayed"]["calls"], name)
        return sent

    def test_drawn_peers_never_deadlock(self):
        volumes = set()
        for run in range(DRAWN_RUNS):
            options = ["--compute", "none"] if run % 5 else []
            options += ["--destinations", 1 + run % 3]
            volumes.add(self.check_drawn(self.replay("drawn", 4 if run % 4 == 0 else 2, "--seed",
                                                     run, *options)))
        self.assertGreater(len(volumes), 1)

    @staticmethod
    def sizes_of_drawn(ranks):
        """Returns the bytes that drawn() of messages.cpp sends, by function."""
        sent = {"MPI_Send": 0, "MPI_Isend": 0}
        for rank in range(ranks):
            state = 17 + rank

            def random():
                nonlocal state
                state = (state * 6364136223846793005 + 1) % 2**64
                return state >> 33
            for _ in range(30):
                random()
                size = random() % 3 * 100_000 + 8
                random()
                sent["MPI_Send" if random() % 2 == 0 else "MPI_Isend"] += size
        return sent

    def test_recorded_sizes_are_not_drawn(self):
        for ranks, seed in ((2, 1), (2, 2), (4, 3)):
            names = self.functions(self.replay("drawn", ranks, "--compute", "none", "--seed", seed))
            for function, sent in self.sizes_of_drawn(ranks).items():
                self.assertEqual(names[function]["recorded"]["sent"], sent, (function, seed))
            received = [names[name]["recorded"]["received"] for name in ("MPI_Wait", "MPI_Waitall")]
            self.assertEqual(sum(received), 30 * ranks * 100)

    def test_the_same_seed_draws_the_same(self):
        def volumes():
            page = self.replay("drawn", 2, "--seed", 5)
            return [(each["function"], each["replayed"]["sent"]) for each in page["functions"]]
        self.assertEqual(volumes(), volumes())

    def test_calls_that_cannot_be_replayed(self):
        reason = " (the trace does not say what it does)"
        missing = [f"MPI_Put{reason}", f"MPI_Win_fence{reason}"]
        self.refused("unsupported", 2, ", ".join(missing))
        page = self.replay("unsupported", 2, "--skip-unsupported")
        self.assertEqual(page["skipped"], missing)
        self.assertEqual(self.functions(page)["MPI_Barrier"]["replayed"]["calls"], 2)

    def test_windows(self):
        for ranks in (2, 4):
            page = self.replay("windows", ranks, "--compute", "none")
            self.check_same(page)
            for name, each in self.functions(page).items():
                if name not in ("MPI_Init", "MPI_Finalize"):
                    self.assertEqual(each["replayed"]["calls"], each["recorded"]["calls"], name)
            names = self.functions(page)
            self.assertEqual(names["MPI_Put"]["replayed"]["sent"], 10 * 24 * ranks)
            self.assertEqual(names["MPI_Rget"]["replayed"]["received"], 10 * 8 * ranks)

    def test_pairs_with_gaps(self):
        page = self.replay("pairs", 2, "--compute", "none")
        self.check_same(page)
        names = self.functions(page)
        self.assertEqual(names["MPI_Get_accumulate"]["replayed"]["received"], 2 * 10 * 12000)
        for name in ("MPI_Fetch_and_op", "MPI_Compare_and_swap"):
            self.assertEqual(names[name]["replayed"]["calls"], 2)

    def test_windows_that_cannot_be_made(self):
        self.refused("huge_window", 2, "no memory for the windows of the trace: "
                     f"{2**60} bytes")
        self.refused("two_accesses", 2, "MPI_Put, a call on a window or file, does something else as well")
        self.refused("outside", 2, "MPI_Put of rank 1 reaches beyond the window of its target")
        self.refused("unknown_window", 2,
                     "MPI_Win_allocate (the trace does not say how large the window is)")
        page = self.replay("unknown_window", 2, "--skip-unsupported")
        self.assertEqual(self.functions(page)["MPI_Put"]["replayed"]["calls"], 0)
        self.assertEqual(self.functions(page)["MPI_Barrier"]["replayed"]["calls"], 2)

    def test_files(self):
        with tempfile.TemporaryDirectory() as scratch:
            for ranks in (1, 2, 4):
                page = self.replay("files", ranks, "--compute", "none", "--scratch", scratch)
                self.check_same(page)
                for name, each in self.functions(page).items():
                    if name not in ("MPI_Init", "MPI_Finalize"):
                        self.assertEqual(each["replayed"]["calls"], each["recorded"]["calls"], name)
                names = self.functions(page)
                self.assertEqual(names["MPI_File_write_at_all"]["replayed"]["sent"], 800 * ranks)
                self.assertEqual(names["MPI_File_iwrite"]["replayed"]["sent"],
                                 10 * sum(range(7, 7 + ranks)))
                self.assertEqual(names["MPI_File_read_at_all_begin"]["replayed"]["received"],
                                 120 * ranks)
                self.assertEqual(os.listdir(scratch), [])

    def test_files_that_cannot_be_made(self):
        self.refused("another_file_call", 2, "different collective operations")
        missing = os.path.join(self.path, "missing")
        self.refused("files", 2, f"cannot create a temporary directory in: {missing} (No such file or "
                     "directory; --scratch names a folder for the files of a replay)",
                     "--scratch", missing)
        trace = self.trace("huge_file", 2)
        # On one core the launcher is often told to end before it has read what a process wrote.
        cores = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, cores)
        os.sched_setaffinity(0, {min(cores)})
        for _ in range(8):
            with tempfile.TemporaryDirectory() as scratch:
                done = self.run_tarry(2, trace, "--scratch", scratch, through=WITH_LIMITED_FILES)
                self.assertNotEqual(done.returncode, 0, done.stdout)
                self.assertIn("tarry: MPI_File_open of the replay failed in the folder for scratch "
                              f"files, {scratch}/tarry-", done.stderr, done.stdout)
                self.assertIn("--scratch names a folder with more room", done.stderr)
                self.assertEqual(os.listdir(scratch), [])

    def test_calls_on_files_that_fail(self):
        self.refused("half_open", 2, "different collective operations")
        with tempfile.TemporaryDirectory() as scratch:
            done = self.run_tarry(1, self.trace("refused_write", 1), "--scratch", scratch)
            self.assertNotEqual(done.returncode, 0, done.stdout)
            self.assertIn("tarry: MPI_File_write of the replay failed", done.stderr)
            self.assertIn("this MPI refuses such a call in any folder", done.stderr)
            self.assertEqual(os.listdir(scratch), [])

    def test_the_number_of_processes(self):
        self.refused("ring", 4, "the trace has 4 ranks, this replay has 3 processes "
                     "(mpirun -n 4 tarry replay ...)", processes=3)
        self.refused("ring", 1, "1 rank, this replay has 2 processes", processes=2)

    def test_traces_that_are_not_complete(self):
        page = self.replay("one_sided_records", 2)
        self.assertEqual(page["left_out"], 2)
        names = self.functions(page)
        self.assertEqual(names["MPI_Ssend"]["replayed"]["calls"], 2)
        self.assertEqual(names["MPI_Recv"]["replayed"]["calls"], 2)
        self.refused("missing_operation", 4, "different collective operations")

    def test_a_deadlock_is_given_up(self):
        done = self.run_tarry(2, self.trace("crossed", 2), "--patience", 1)
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("MPI_Ssend", done.stdout)
        self.assertRegex(done.stderr, r"gave up: rank [01] has waited in MPI_Ssend for more than 2 s")

    def test_text(self):
        done = self.run_tarry(2, self.trace("ring", 2))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertRegex(lines[2], r"MPI_Allreduce +12 +12 +1.465 MiB +1.465 MiB ")
        self.assertIn("Not called by a replay: MPI_Finalize (2), MPI_Init (2)", lines)
        self.assertRegex(lines[-1], r"^Run time    recorded [0-9.]+ ms, replayed ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
