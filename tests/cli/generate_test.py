#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry generate: benchmarks in C and coNCePTuaL, their size and names, warnings, messages."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(__file__))
import conceptual_grammar

TARRY = os.path.abspath(sys.argv[1])
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "formats" / "tct.md"
RING = re.search(r"```tct\n(.*?)```", DOCUMENT.read_text(), re.DOTALL).group(1)

# A program that transposes like a Fourier transform: set up, 20 steps, the end.
TRANSFORM = """tarry-compressed-trace 1
ranks 16
program transform
file 0 transform.f90
frame 0 evolve @0:10
comm 0 MPI_COMM_WORLD [0..15]
site 0 MPI_Init 0
event 0
site 1 MPI_Barrier 0
event 1 kind=collective bytes=0 received=0 op=barrier root=none
after 0 7000000*16 100*16
site 2 MPI_Bcast 0
event 2 kind=collective bytes=256<0 0>0 received=16 op=bcast root=0
after 1 9000000*16 100*16
site 3 MPI_Alltoall 0
event 3 loop=(1,2) kind=collective bytes=524288 received=524288 op=alltoall root=none
after 2 30000000*16 100*16
after 3 30000000*16 100*16
site 4 MPI_Alltoall 0
event 4 x=1 loop=(2,20) kind=collective bytes=524288 received=524288 op=alltoall root=none
after 3 40000000*16 100*16
after 5 40000000*304 100*304
site 5 MPI_Reduce 0
event 5 x=20 kind=collective bytes=16 received=256<0 0>0 op=reduce root=0
after 4 20000000*320 100*320
site 6 MPI_Finalize 0
event 6 x=1
end
"""
HAZARD = """tarry-compressed-trace 1
ranks 3
comm 0 MPI_COMM_WORLD [0..2]
frame 0 main
site 0 MPI_Recv 0
event 0 <0 1> kind=receive posted-peer=any posted-tag=1 peer=2 tag=1 bytes=8
site 1 MPI_Recv 0
event 1 <0 1> kind=receive posted-peer=2 posted-tag=1 peer=2 tag=1 bytes=8
site 2 MPI_Send 0
event 2 <0 0><0 2> kind=send peer=1<0 0>2 tag=1 bytes=8
end
"""

# Each rank puts to the next and fetches from the one before it; the first one locks others in turn.
WINDOWS = """tarry-compressed-trace 3
ranks 6
comm 0 MPI_COMM_WORLD [0..5]
frame 0 main
site 0 MPI_Win_create 0
event 0 kind=make-window size=800 unit=8
site 1 MPI_Win_fence 0
event 1 loop=(4,10) kind=synchronize mode=8
site 2 MPI_Put 0
event 2 x=10 kind=access target=1 at=0 bytes=80 received=0
site 3 MPI_Get 0
event 3 kind=access target=5 at=10 bytes=0 received=160
site 4 MPI_Win_fence 0
event 4 kind=synchronize mode=16
site 5 MPI_Win_lock 0
event 5 <0 0> x=1 loop=(3,5) kind=synchronize target=[1..5] mode=exclusive
site 6 MPI_Fetch_and_op 0
event 6 <0 0> x=5 kind=access target=[1..5] at=20 bytes=8 received=8
site 7 MPI_Win_unlock 0
event 7 <0 0> kind=synchronize target=[1..5]
site 8 MPI_Win_free 0
event 8 x=1 kind=free-window
site 9 MPI_File_open 0
event 9 kind=open-file size=0 mode=6 name=0
after 8 1000*6 3000000*6
site 10 MPI_File_close 0
event 10 kind=close-file
after 9 1000*6 3000000*6
end
"""


class Generate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tarry(self, *arguments):
        return subprocess.run([TARRY, "generate", *map(str, arguments)], text=True, timeout=60,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def generate(self, text, *arguments):
        file = self.folder / "trace.tct"
        file.write_text(text)
        done = self.run_tarry(file, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_c(self):
        done = self.generate(RING)
        self.assertIn("  for (int i = 0; i < 1000; ++i) {\n", done.stdout)
        self.assertIn("    MPI_Isend(out, (rank % 2 == 0 ? 800 : 1600), MPI_BYTE, "
                      "(rank + 1) % size, 7, MPI_COMM_WORLD,\n", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_names_are_left_out(self):
        for language in ("c", "conceptual"):
            text = self.generate(RING, "--language", language).stdout
            self.assertNotRegex(text, r"ring|step\b")

    def test_conceptual(self):
        text = self.generate(RING, "--language", "conceptual", "--computation", "none").stdout
        self.assertIn("""
# Phase 1: 1000 times MPI_Irecv, MPI_Isend, MPI_Waitall.
FOR 1000 REPETITIONS {
""", text)
        self.assertIn("TO UNSUSPECTING TASK (t + 1) MOD num_tasks", " ".join(text.split()))
        self.assertGreater(conceptual_grammar.statements(text), 5)

    def test_conceptual_windows_and_files(self):
        done = self.generate(WINDOWS, "--language", "conceptual")
        text = done.stdout
        self.assertGreater(conceptual_grammar.statements(text), 12)
        self.assertIn("# Instead of accessing windows, tasks send messages of as many bytes", text)
        self.assertIn("# Instead of working on files, tasks sleep as long as these calls took", text)
        self.assertIn("ALL TASKS t ASYNCHRONOUSLY SEND A 80 BYTE MESSAGE TO TASK "
                      "(t + 1) MOD num_tasks THEN", " ".join(text.split()))
        self.assertEqual(text.count("SLEEP FOR 3000 MICROSECONDS"), 2)
        self.assertEqual(done.stderr, "")

    def test_transform_is_short(self):
        text = self.generate(TRANSFORM, "--language", "conceptual").stdout
        conceptual_grammar.statements(text)
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.assertLessEqual(len(lines), 22, text)
        self.assertIn("  ALL TASKS MULTICAST A 32768 BYTE MESSAGE TO ALL OTHER TASKS THEN\n", text)
        self.assertIn("  ALL TASKS COMPUTE FOR 40000 MICROSECONDS THEN\n", text)
        program = self.generate(TRANSFORM).stdout.split("// Phase 1")[1]
        self.assertLessEqual(program.count(";"), 22, program)

    def test_grammar_is_checked(self):
        with self.assertRaises(conceptual_grammar.NotInTheLanguage):
            conceptual_grammar.statements("TASK 0 SENDS A BYTE MESSAGE TO TASK 1.")
        with self.assertRaises(conceptual_grammar.NotInTheLanguage):
            conceptual_grammar.statements("FOR 3 REPETITIONS { ALL TASKS SYNCHRONIZE THEN }.")

    def test_hazard_is_reported(self):
        done = self.generate(HAZARD, "--sources", "first")
        self.assertIn("may deadlock if its messages come in another order", done.stderr)
        self.assertIn("MPI_Recv(in, 8, MPI_BYTE, 2, 1,", done.stdout)

    def test_output_file(self):
        target = self.folder / "benchmark.c"
        done = self.generate(RING, "-o", target)
        self.assertEqual(done.stdout, "")
        self.assertIn("int main(", target.read_text())

    def test_messages(self):
        done = self.run_tarry(self.folder / "none.tct")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such compressed trace", done.stderr)
        done = self.run_tarry(self.folder / "none.tct", "--language", "fortran")
        self.assertEqual(done.returncode, 2)
        done = self.run_tarry("a.tct", "b.tct")
        self.assertEqual(done.returncode, 2)
        self.assertIn("several traces make a program with --any-size only", done.stderr)
        done = self.run_tarry("a.tct", "b.tct", "--any-size", "--language", "conceptual")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--any-size makes programs in C only", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
