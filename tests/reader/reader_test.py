#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The reader library and its Python module: the programs of docs/how-to/read-compressed-traces.md with
the example of docs/formats/tct.md, errors, and that the library exports what its header declares.
usage: reader_test.py BUILD_DIRECTORY C_COMPILER NM"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()
COMPILER, NM = sys.argv[2:4]
DOCUMENTS = pathlib.Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(BUILD / "share" / "tarry" / "python"))

import tarry_reader  # noqa: E402


def blocks(document, language):
    return re.findall(rf"```{language}\n(.*?)```", (DOCUMENTS / document).read_text(), re.DOTALL)


EXAMPLE = blocks("formats/tct.md", "tct")[0]
HOW_TO = "how-to/read-compressed-traces.md"


def run(*command, **options):
    return subprocess.run(list(map(str, command)), text=True, timeout=60, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


class Reader(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "ring.tct"
        self.file.write_text(EXAMPLE)

    def test_exports_are_what_the_header_declares(self):
        header = (BUILD / "include" / "tarry" / "reader.h").read_text()
        declared = re.findall(r"^\w[\w *]*?(tarry_\w+)\(", header, re.MULTILINE)
        self.assertGreater(len(declared), 10)
        done = run(NM, "-D", "--defined-only", BUILD / "lib" / "libtarry-reader.so")
        self.assertEqual({line.split()[-1] for line in done.stdout.splitlines()}, set(declared))

    def test_statistics_of_plugins(self):
        self.file.write_text(EXAMPLE.replace("comm 0", 'statistic 0 "page faults" faults\ncomm 0', 1)
                             .replace("end\n", "measured 0 2 <0 0> 7\nmeasured 0 3 5*2\nend\n"))
        with tarry_reader.open(self.file) as trace:
            self.assertEqual(trace.statistics, [("page faults", "faults")])
            events = {call.function: call.event for call in trace.calls(0)}
            self.assertEqual(trace.measured(0, events["MPI_Reduce"]), (3, 17, 5, 7))
            for nothing in ((0, events["MPI_Init"]), (1, events["MPI_Reduce"]), (0, 99)):
                self.assertEqual(trace.measured(*nothing), (0, 0, 0, 0))

    def test_python_program_of_the_how_to(self):
        (self.folder / "who.py").write_text(blocks(HOW_TO, "python")[0])
        done = run(sys.executable, self.folder / "who.py", self.file,
                   env={**os.environ, "PYTHONPATH": str(BUILD / "share" / "tarry" / "python")})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        document = (DOCUMENTS / HOW_TO).read_text()
        self.assertIn("trace.tct\n" + done.stdout + "```", document)
        self.assertEqual(done.stdout.count("\n"), 5)

    def test_c_program_of_the_how_to(self):
        source, program = self.folder / "program.c", self.folder / "program"
        source.write_text(blocks(HOW_TO, "c")[0])
        done = run(COMPILER, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                   f"-I{BUILD}/include", source, "-o", program, f"-L{BUILD}/lib", "-ltarry-reader",
                   f"-Wl,-rpath,{BUILD}/lib")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = run(program, self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        # 812 us in MPI_Init, 1000 times 300 + 500 + 525 ns, 900 ns
        self.assertEqual(done.stdout.splitlines(),
                         [f"rank {rank}: 3002 calls, 0.002 s in them" for rank in range(4)])
        done = run(program, self.folder / "none")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no such compressed trace", done.stderr)

    def test_calls(self):
        with tarry_reader.open(self.file) as trace:
            self.assertEqual((trace.program, trace.ranks), ("ring", 4))
            self.assertEqual(trace.comm_sizes, {"MPI_COMM_WORLD": 4, "MPI_COMM_SELF": 1})
            calls = list(trace.calls(3))
            self.assertEqual([call.function for call in calls],
                             ["MPI_Init"] + ["MPI_Irecv", "MPI_Isend", "MPI_Waitall"] * 1000
                             + ["MPI_Reduce"])
            init, first, second = calls[0], calls[1], calls[4]
            self.assertEqual(init.stack, (tarry_reader.Frame("main", "ring.c", 20),))
            self.assertEqual((init.actions, init.before_ns, init.duration_ns), ((), 1325, 812000))
            self.assertEqual((first.event, second.event), (1, 1))
            self.assertEqual((first.before_ns, second.before_ns), (2000, 3600))
            self.assertEqual([frame.name for frame in first.stack], ["main", "step"])
            posted = first.actions[0]
            self.assertEqual((posted.kind, posted.posted_peer, posted.posted_tag, posted.bytes),
                             ("post-receive", 2, 7, 800))
            self.assertEqual((posted.peer, posted.tag, posted.op, posted.count), (None,) * 4)
            done = calls[3].actions
            self.assertEqual([(action.kind, action.request, action.peer) for action in done],
                             [("receive-done", 1, 2), ("send-done", 0, None)])
            reduce = calls[-1].actions[0]
            self.assertEqual((reduce.kind, reduce.op, reduce.root, reduce.comm, reduce.received),
                             ("collective", "reduce", 0, "MPI_COMM_WORLD", 0))

    def test_communicators_and_special_values(self):
        self.file.write_text(
            "tarry-compressed-trace 1\nranks 5\ncomm 0 back [4:-1:5]\ncomm 1 MPI_COMM_SELF self\n"
            "comm 2 odd [1 3]\ncomm 3 between [3 1] inter [0 2 4]\ndatatype 0 MPI_INT\n"
            "datatype 1 \"\"\nsite 0 MPI_Recv\n"
            "event 0 <0 3> actions=4 kind=receive peer=[1 0 1 2] posted-peer=[any 0 ? 2] "
            "comm=[0 1 2 3] tag=5 posted-tag=[any 5*3] bytes=4 count=1 datatype=[0 0 ? 1]\nend\n")
        with tarry_reader.open(self.file) as trace:
            actions = next(trace.calls(3)).actions
        self.assertEqual([action.comm for action in actions],
                         ["back", "MPI_COMM_SELF", "odd", "between"])
        self.assertEqual([action.peer for action in actions], [2, 3, 1, 4])
        self.assertEqual([action.posted_peer for action in actions], [tarry_reader.ANY, 3, None, 4])
        self.assertEqual([action.posted_tag for action in actions], [tarry_reader.ANY, 5, 5, 5])
        self.assertEqual([action.datatype for action in actions], ["MPI_INT", "MPI_INT", None, ""])

    def test_peers_that_a_communicator_does_not_have(self):
        self.file.write_text("tarry-compressed-trace 1\nranks 5\ncomm 0 all [0..4]\ncomm 1 odd [1 3]\n"
                             "site 0 MPI_Send\nevent 0 <0 3> actions=3 kind=send peer=[4 1 2] "
                             "comm=[0 1 1] tag=0 bytes=8\nend\n")
        with tarry_reader.open(self.file) as trace:
            actions = next(trace.calls(3)).actions
        self.assertEqual([action.peer for action in actions], [2, 1, None])

    def test_damaged_traces(self):
        self.file.write_text(EXAMPLE.replace("peer=3 tag", "peer=[3*999] tag"))
        with self.assertRaisesRegex(tarry_reader.Error, "values of peer are not as many"):
            tarry_reader.open(self.file)
        self.file.write_text(EXAMPLE)
        with tarry_reader.open(self.file) as trace:
            with self.assertRaises(IndexError):
                next(trace.calls(4))
            calls = trace.calls(0)
            next(calls)
        with self.assertRaisesRegex(tarry_reader.Error, "closed"):
            next(calls)
        self.file.write_text(EXAMPLE.replace("ring.c", ""))
        with self.assertRaisesRegex(tarry_reader.Error, "expected the path of a file, .*:4:8"):
            tarry_reader.open(self.file)

    def test_probabilistic_values_are_the_same_for_a_seed(self):
        self.file.write_text("tarry-compressed-trace 1\nranks 4\ncomm 0 world [0..3]\nsite 0 MPI_Send\n"
                             "event 0 loop=(1,50) kind=send peer={1:30 2:20} tag=0 bytes=8\nend\n")

        def peers(seed):
            with tarry_reader.open(self.file) as trace:
                return [call.actions[0].peer for call in trace.calls(1, seed=seed)]
        self.assertEqual(len(peers(7)), 50)
        self.assertEqual(set(peers(7)), {2, 3})
        self.assertEqual(peers(7), peers(7))
        self.assertNotEqual(peers(7), peers(8))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
