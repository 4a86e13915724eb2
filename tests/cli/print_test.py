#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry print: the worked example of docs/formats/tct.md as text, packed and rank by rank; errors."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "formats" / "tct.md"
EXAMPLE = re.search(r"```tct\n(.*?)```", DOCUMENT.read_text(), re.DOTALL).group(1)


class Print(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "ring.tct"
        self.file.write_text(EXAMPLE)

    def print(self, *arguments, verb="print"):
        return subprocess.run([TARRY, verb, *map(str, arguments)], text=True, timeout=60,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def error_of(self, *arguments, status=1, verb="print"):
        done = self.print(*arguments, verb=verb)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_text_as_it_is(self):
        done = self.print(self.file)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, EXAMPLE, ""))

    def test_experiment_directory(self):
        (self.file.parent / "compressed").mkdir()
        (self.file.parent / "compressed" / "trace.tct").write_text(EXAMPLE)
        self.assertEqual(self.print(self.file.parent).stdout, EXAMPLE)

    @unittest.skipUnless(shutil.which("zstd"), "zstd is not installed")
    def test_packed(self):
        packed = self.file.with_suffix(".packed")
        subprocess.run(["zstd", "-q", self.file, "-o", packed], check=True)
        self.assertEqual(self.print(packed).stdout, EXAMPLE)
        whole = packed.read_bytes()
        packed.write_bytes(whole[:-7])
        self.assertIn(f"the file ends early: {packed} (was it copied as a whole?)",
                      self.error_of(packed))
        packed.write_bytes(whole[:20] + bytes([whole[20] ^ 255]) + whole[21:])
        self.assertIn(str(packed), self.error_of(packed))

    def test_selected_calls(self):
        done = self.print(self.file, "--calls", "MPI_*send bytes>1000")
        self.assertEqual((done.returncode, done.stderr), (0, "tarry: calls that fit: 2000\n"))
        self.assertEqual(done.stdout.splitlines()[0],
                         "rank 1, call 2: MPI_Isend start-send comm=0 peer=1 tag=7 bytes=1600 partner=2"
                         "  # in main > step (ring.c:8)")
        done = self.print(self.file, "-q", "--rank", "3", "--calls", "root=0", "--calls", "MPI_Init")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "rank 3, call 0: MPI_Init  # in main (ring.c:20)\n"
                         "rank 3, call 3001: MPI_Reduce collective op=reduce comm=0 root=0 bytes=8 "
                         "received=0  # in main (ring.c:20)\n")
        for selection, said in (("MPI_Send weight>3", "calls have no field 'weight'"),
                                ("bytes=>3", "there is no operator '=>'"),
                                ("", "the selection of calls is empty")):
            self.assertIn(said, self.error_of(self.file, "--calls", selection, status=2))
        self.assertIn("leave out --matrix", self.error_of(self.file, "--matrix", "--calls", "x", status=2))

    def test_matrix(self):
        done = self.print(self.file, "--matrix")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line.split() for line in done.stdout.splitlines()], [
            ["sender", "receiver", "messages", "bytes"], ["0", "1", "1000", "800000"],
            ["1", "2", "1000", "1600000"], ["2", "3", "1000", "800000"],
            ["3", "0", "1000", "1600000"]])

    def test_statistics(self):
        done = self.print(self.file, "--statistics")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        by_function, by_path = done.stdout.split("\n\n")
        sends = [line.split() for line in by_function.splitlines() if line.endswith("MPI_Isend")]
        self.assertEqual(sends[0][:2] + sends[0][-11:], [
            "4000", "4", "4000", "4800000", "800", "1200.0", "1600", "0", "0", "0", "0", "0",
            "MPI_Isend"])
        self.assertIn("main/step/MPI_Isend", by_path)
        self.error_of(self.file, "--statistics", "--rank", "0", status=2)

    def test_statistics_of_plugins(self):
        self.file.write_text(EXAMPLE.replace("comm 0", 'statistic 0 "page faults" faults\ncomm 0', 1)
                             .replace("end\n", "measured 0 3 60/0..30:2,1;9:1\nend\n"))
        self.assertEqual(self.print(self.file).stdout, self.file.read_text())
        tables = self.print(self.file, "--statistics").stdout.split("\n\n")
        self.assertEqual(tables[2].splitlines()[0], "page faults (faults):")
        self.assertEqual(tables[2].splitlines()[2].split(),
                         ["4", "60", "0", "15.0", "30", "MPI_Reduce"])
        self.assertIn(', "page faults" 15 faults', self.print(self.file, "--rank", "1").stdout)

    def test_analysis(self):
        cube = self.file.with_suffix(".cubex")
        made = subprocess.run([TARRY, "analyze", self.file, "-o", cube], text=True, timeout=60,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((made.returncode, made.stdout), (0, ""), made.stderr)
        self.assertIn("a compressed trace has no wait states", made.stderr)
        shown = subprocess.run([TARRY, "report", cube, "--format", "json"], text=True, timeout=60,
                               check=True, stdout=subprocess.PIPE)
        report = json.loads(shown.stdout)
        totals = {metric["id"]: metric["total"] for metric in report["metrics"]}
        self.assertEqual(totals["visits"], 4 * 3002)
        self.assertEqual(totals["bytes_sent"], 4800000)
        self.assertEqual(totals["bytes_rcvd"], 4800000)
        self.assertEqual(totals["comms_send"], 4000)
        self.assertNotIn("mpi_latesender", totals)
        self.assertEqual(report["experiment"]["ranks"], 4)
        asked = subprocess.run([TARRY, "analyze", self.file, "-o", cube, "--what-if", "step"],
                               text=True, timeout=60, check=False, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        self.assertEqual(asked.returncode, 1, asked.stderr)

    def test_loops_of_a_rank(self):
        done = self.print(self.file, "--rank", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line.split("  #")[0] for line in done.stdout.splitlines()], [
            "MPI_Init",
            "loop 1000 times {",
            "  MPI_Irecv kind=post-receive posted-peer=3 comm=0 posted-tag=7 bytes=800",
            "  MPI_Isend kind=start-send peer=1 comm=0 tag=7 bytes=1600",
            "  MPI_Waitall kind=[[receive-done send-done]*1000] actions=2 peer=3 comm=0 tag=7 "
            "bytes=800 request=[[1 0]*1000]",
            "}",
            "MPI_Reduce kind=collective comm=0 bytes=8 received=0 op=reduce root=0"])
        self.assertIn("  # in main > step (ring.c:8) 200 ns before, 500 ns in it\n", done.stdout)

    def test_loops_that_change(self):
        self.file.write_text("tarry-compressed-trace 1\nranks 2\nsite 0 MPI_A\nevent 0 x=1 loop=(3,2)\n"
                             "site 1 MPI_B\nevent 1 x=2 loop=([1 2],[0 3]<0 0>4)\n"
                             "site 2 MPI_C\nevent 2 x=4<0 0>5\n"
                             "site 3 MPI_D\nevent 3 <0 1> x=1\nend\n")
        names = [line.split("  # in")[0].split("  # ?")[0]
                 for line in self.print(self.file, "--rank", "0").stdout.splitlines()]
        self.assertEqual(names, ["loop 2 times {", "  MPI_A",
                                 "  loop [0 3] times {  # lengths [1 2]", "    MPI_B", "    MPI_C",
                                 "  }", "}"])

    def test_errors(self):
        self.assertIn("the trace has no rank 4: ", self.error_of(self.file, "--rank", "4", status=2))
        self.file.write_text(EXAMPLE.replace("kind=collective", "kind=colective"))
        self.assertIn(f"no value of kind is called 'colective': {self.file}:23:18",
                      self.error_of(self.file))
        self.file.write_text(EXAMPLE.replace("end\n", ""))
        self.assertIn(f"expected 'end' as the last line, found the end of the file: {self.file}:25:1",
                      self.error_of(self.file))
        self.file.write_text(EXAMPLE.replace("trace 1", "trace 4"))
        self.assertIn("version 4", self.error_of(self.file))

    def test_what_is_no_compressed_trace(self):
        said = self.error_of(TARRY)
        self.assertIn("expected 'tarry-compressed-trace'", said)
        self.assertIn("('tarry compress' makes", said)
        for verb in ("print", "expand"):
            options = ["-o", self.file.with_suffix(".made")] if verb == "expand" else []
            said = self.error_of(self.file.with_name("none"), *options, verb=verb)
            self.assertIn(f"no such compressed trace or experiment: {self.folder.name}/none ('tarry",
                          said)
            self.assertIn(f": {self.folder.name} ('tarry compress {self.folder.name}' makes it)",
                          self.error_of(self.folder.name, *options, verb=verb))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
