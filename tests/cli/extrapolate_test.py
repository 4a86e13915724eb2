#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tarry extrapolate: a ring of 16 ranks from rings of 3, 4 and 6, its formulas, and what it refuses."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARRY = os.path.abspath(sys.argv[1])


def ring(ranks, size=None):
    """Returns the text of a trace in which each rank sends to its right neighbor ten times."""
    left = ranks - 1
    size = 100 * ranks if size is None else size
    return f"""tarry-compressed-trace 1
ranks {ranks}
program ring
file 0 ring.c
frame 0 main @0:20
comm 0 MPI_COMM_WORLD [0..{ranks - 1}]
site 0 MPI_Init 0
event 0
site 1 MPI_Irecv 0
event 1 loop=(3,10) kind=post-receive posted-peer={left} posted-tag=7 bytes={size}
site 2 MPI_Isend 0
event 2 x=10 kind=start-send peer=1 tag=7 bytes={size}
site 3 MPI_Waitall 0
event 3 actions=2 kind=[[receive-done send-done]*10] peer={left} tag=7 bytes={size} request=[[1 0]*10]
end
"""


class Extrapolate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, ranks, text=None):
        path = self.folder / f"{ranks}.tct"
        path.write_text(text or ring(ranks))
        return path

    def files(self, *sizes):
        return [self.file(ranks) for ranks in sizes]

    def run_it(self, *arguments):
        return subprocess.run([TARRY, "extrapolate", *map(str, arguments)], text=True, timeout=60,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def error_of(self, *arguments, status=1):
        done = self.run_it(*arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_larger_ring(self):
        target = self.folder / "far.tct"
        done = self.run_it(*self.files(3, 4, 6), "--to", 16, "--text", "-o", target)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn("16 ranks in a 16 grid with 1 class of ranks, from 3, 4, 6", done.stderr)
        self.assertNotIn("one more trace", done.stderr)
        self.assertEqual(target.read_text(), ring(16))

    def test_experiment_directory(self):
        (self.folder / "run6" / "compressed").mkdir(parents=True)
        (self.folder / "run6" / "compressed" / "trace.tct").write_text(ring(6))
        target = self.folder / "far.tct"
        done = self.run_it(self.folder / "run6", self.file(3), "--to", 9, "--text", "-o", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("rest on as many traces as they have unknowns; one more trace would check "
                      "them", done.stderr)
        self.assertIn("not confirmed: posted-peer of MPI_Irecv (in main, ring.c:20) of the ranks 'all "
                      "ranks'", done.stderr)
        self.assertEqual(target.read_text(), ring(9))
        self.assertNotIn("more, which", done.stderr)

    def test_many_formulas_that_one_more_trace_would_check(self):
        def reductions(ranks):
            calls = "".join(f"site {i} MPI_Allreduce {i}\nevent {i} kind=collective op=allreduce "
                            f"root=none bytes={ranks + 7} received=8\n" for i in range(7))
            frames = "".join(f"frame {i} step{i}\n" for i in range(7))
            return (f"tarry-compressed-trace 1\nranks {ranks}\nprogram sums\n{frames}"
                    f"comm 0 MPI_COMM_WORLD [0..{ranks - 1}]\n{calls}end\n")
        target = self.folder / "far.tct"
        files = [self.file(ranks, reductions(ranks)) for ranks in (3, 6)]
        done = self.run_it(*files, "--to", 9, "-o", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("not confirmed: bytes of MPI_Allreduce (in step"), 5,
                         done.stderr)
        self.assertIn("and 2 more, which --verbose shows", done.stderr)
        done = self.run_it(*files, "--to", 9, "-o", target, "--verbose")
        self.assertEqual(done.stderr.count("not confirmed: bytes of MPI_Allreduce (in step"), 7)
        self.assertNotIn("more, which", done.stderr)

    def test_formulas(self):
        done = self.run_it(*self.files(3, 4, 6), "--formulas")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[:4], [
            "class all ranks",
            "  MPI_Init (in main, ring.c:20)  actions=0",
            "  loop 10",
            "    MPI_Irecv (in main, ring.c:20)  kind=post-receive  actions=1  posted-peer=x - 1"
            "  comm=0  posted-tag=7  bytes=100*x"])

    def snippet(self, text):
        path = self.folder / "snippet.txt"
        path.write_text(text)
        return path

    def with_minor_messages(self, ranks):
        """Returns the trace of a ring whose first and third rank also exchange messages."""
        return ring(ranks).replace("end\n", f"""site 4 MPI_Sendrecv 0
event 4 <1 0 2 2> x=1 actions=2 kind=[send receive] posted-peer=2<0 0>{ranks - 2} posted-tag=9 peer=2<0 0>{ranks - 2} tag=9 bytes=64
end
""")

    def test_lossy_extrapolation_keeps_a_snippet(self):
        files = [self.file(ranks, self.with_minor_messages(ranks)) for ranks in (5, 6, 8)]
        target = self.folder / "far.tct"
        self.assertIn("tarry extrapolate: ", self.error_of(*files, "--to", 16, "-o", target))
        kept = self.snippet("MPI_Irecv at ring.c:20\nMPI_Isend tag=7\nMPI_Waitall\n")
        done = self.run_it(*files, "--to", 16, "--text", "-o", target, "--lossy", 1, "--snippet", kept)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        for file, ranks in zip(files, (5, 6, 8)):
            self.assertIn(f"left out: 2 of 2 calls of MPI_Sendrecv (in main, ring.c:20) on 2 of "
                          f"{ranks} ranks, 256 of 256 bytes, in {file}, which do not follow the "
                          "snippet", done.stderr)
        self.assertIn("the traces lack: 2 of ", done.stderr)
        self.assertEqual(target.read_text().count("\nnote "), 3)
        compared = subprocess.run([TARRY, "compare-traces", self.file(16, ring(16)), target],
                                  text=True, timeout=60, check=False, stdout=subprocess.PIPE)
        self.assertEqual(compared.returncode, 0, compared.stdout)

    def test_lossy_extrapolation_without_losses(self):
        files = self.files(3, 4, 6)
        target = self.folder / "far.tct"
        kept = self.snippet("MPI_Irecv\nMPI_Isend\nMPI_Waitall\n")
        done = self.run_it(*files, "--to", 16, "--text", "-o", target, "--lossy", 1, "--snippet", kept)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing is left out", done.stderr)
        self.assertEqual(target.read_text(), ring(16))

    def test_messages_that_lose_their_partner(self):
        files = self.files(3, 4, 6)
        target = self.folder / "far.tct"
        done = self.run_it(*files, "--to", 16, "-o", target, "--lossy", 1, "--snippet",
                           self.snippet("MPI_Isend\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("160 messages of the predicted trace are not received", done.stderr)
        done = self.run_it(*files, "--to", 16, "-o", target, "--lossy", 1, "--snippet",
                           self.snippet("MPI_Irecv\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("calls that were left out are waited for", done.stderr)
        self.assertFalse(target.exists())

    def test_snippets_that_cannot_be_read(self):
        files = self.files(3, 4, 6)
        target = self.folder / "far.tct"
        options = ["--to", 9, "-o", target]
        self.assertIn("--lossy 1 and --snippet belong together",
                      self.error_of(*files, *options, "--lossy", 1, status=2))
        self.assertIn("--lossy", self.error_of(*files, *options, "--lossy", 4, status=2))
        kept = self.snippet("MPI_Isend\n")
        for level in ([], ["--lossy", 0]):
            self.assertIn("--snippet is for lossy extrapolation",
                          self.error_of(*files, *options, *level, "--snippet", kept, status=2))
        self.assertIn("nowhere.txt", self.error_of(*files, *options, "--lossy", 1, "--snippet",
                                                   self.folder / "nowhere.txt"))
        self.assertIn("snippet.txt:1", self.error_of(*files, *options, "--lossy", 1, "--snippet",
                                                     self.snippet("MPI_Send color=1\n")))

    def uneven(self, ranks):
        """Returns the trace of a ring whose odd ranks send to themselves three times, the others
        twice, and which makes a reduction from 5 ranks on."""
        odd = f"<1 1 {ranks // 2} 2>"
        reduction = "" if ranks < 5 else """site 5 MPI_Allreduce 0
event 5 x=1 kind=collective op=allreduce root=none bytes=24 received=24
"""
        return ring(ranks).replace("end\n", f"""site 4 MPI_Sendrecv 0
event 4 x=1 loop=(1,3{odd}2) actions=2 kind=[[send receive]*3]{odd}[[send receive]*2] posted-peer=0 posted-tag=9 peer=0 tag=9 bytes=64
{reduction}end
""")

    def tarry(self, *arguments):
        done = subprocess.run([TARRY, *map(str, arguments)], text=True, timeout=60, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def check_runs_to_its_end(self, trace):
        self.tarry("expand", trace, "-o", self.folder / "expanded")
        self.tarry("analyze", self.folder / "expanded")
        self.tarry("predict", trace)

    def test_calls_that_ranks_and_sizes_do_not_share(self):
        files = [self.file(ranks, self.uneven(ranks)) for ranks in (3, 4, 7)]
        target = self.folder / "far.tct"
        self.assertIn("--lossy 3 leaves out what does not fit",
                      self.error_of(*files, "--to", 16, "-o", target))
        error = self.error_of(*files, "--to", 16, "-o", target, "--lossy", 2)
        self.assertIn("there is no call of MPI_Allreduce", error)
        self.assertIn("or --lossy 3 leaves out what does not fit", error)
        self.assertFalse(target.exists())
        done = self.run_it(*files, "--to", 16, "-o", target, "--lossy", 3, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = json.loads(done.stdout)
        self.assertEqual((page["schema"], page["ranks"], page["from"]),
                         ("tarry-extrapolation/1", 16, ["3", "4", "7"]))
        found = [(loss["trace"], each["call"].split()[0], each["left_out"], each["calls"],
                  each["left_out_bytes"], each["bytes"], len(each["ranks"]))
                 for loss in page["losses"] for each in loss["left_out"]]
        expected = [(str(file), "MPI_Sendrecv", ranks // 2, 2 * ranks + ranks // 2,
                     ranks // 2 * 128, (2 * ranks + ranks // 2) * 128, ranks // 2)
                    for file, ranks in zip(files, (3, 4, 7))]
        expected.append((str(files[2]), "MPI_Allreduce", 7, 7, 7 * 24, 7 * 24, 7))
        self.assertEqual(sorted(found), sorted(expected))
        self.assertEqual(page["losses"][0]["left_out"][0]["ranks"],
                         [{"rank": 1, "calls": 1, "bytes": 128}])
        for line in (f"left out: 1 of 7 calls of MPI_Sendrecv (in main, ring.c:20) on 1 of 3 ranks, "
                     f"128 of 896 bytes, in {files[0]}, which not all ranks with their place share",
                     f"left out: 7 of 7 calls of MPI_Allreduce (in main, ring.c:20) on 7 of 7 ranks, "
                     f"168 of 168 bytes, in {files[2]}, which follow no formula over all traces"):
            self.assertIn(line, done.stderr)
        expected = ring(16).replace("end\n", """site 4 MPI_Sendrecv 0
event 4 x=1 loop=(1,2) actions=2 kind=[[send receive]*2] posted-peer=0 posted-tag=9 peer=0 tag=9 bytes=64
end
""")
        compared = self.tarry("compare-traces", self.file(16, expected), target)
        self.assertTrue(compared.startswith("equal: "), compared)
        self.check_runs_to_its_end(target)

    def test_level_2_is_enough_for_differences_between_ranks(self):
        files = [self.file(ranks, self.uneven(ranks)) for ranks in (2, 3, 4)]
        target = self.folder / "far.tct"
        self.assertIn("--lossy 2 leaves out what does not fit",
                      self.error_of(*files, "--to", 9, "-o", target))
        done = self.run_it(*files, "--to", 9, "-o", target, "--lossy", 2)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.check_runs_to_its_end(target)

    def test_messages_without_a_partner_go(self):
        def chain(ranks, tag):
            """Each rank sends to the next one, the first one with a tag of its own."""
            return f"""tarry-compressed-trace 1
ranks {ranks}
program chain
frame 0 main
comm 0 MPI_COMM_WORLD [0..{ranks - 1}]
site 0 MPI_Send 0
event 0 <1 0 {ranks - 1} 1> kind=send peer=1 tag={tag}<0 0>7 bytes=8
site 1 MPI_Recv 0
event 1 <1 1 {ranks - 1} 1> kind=receive posted-peer={ranks - 1} posted-tag=any peer={ranks - 1} tag={tag}<0 1>7 bytes=8
end
"""
        files = [self.file(ranks, chain(ranks, tag)) for ranks, tag in
                 ((4, 31), (5, 17), (6, 94), (8, 3), (9, 55))]
        target = self.folder / "far.tct"
        self.assertIn("no formula explains tag of MPI_Send (in main) of the ranks 'x low'",
                      self.error_of(*files, "--to", 12, "-o", target))
        done = self.run_it(*files, "--to", 12, "-o", target, "--lossy", 3, "--format", "json",
                           "--verbose")
        self.assertEqual(done.returncode, 0, done.stderr)
        repaired = [loss for loss in json.loads(done.stdout)["losses"] if loss["of"] == "prediction"]
        self.assertEqual(repaired, [{
            "of": "prediction", "ranks": 12, "why": "which have no partner",
            "left_out": [{"call": "MPI_Recv (in main)", "left_out": 1, "calls": 11,
                          "left_out_bytes": 8, "bytes": 88,
                          "ranks": [{"rank": 1, "calls": 1, "bytes": 8}]}]}])
        self.assertIn("in the predicted trace, which have no partner; 1 call and 8 bytes on rank 1\n",
                      done.stderr)
        self.assertIn("1 of 21 calls of 12 ranks, which have no partner", self.tarry("print", target))
        self.check_runs_to_its_end(target)

    def test_formats(self):
        files = self.files(3, 4, 6)
        target = self.folder / "far.tct"
        done = self.run_it(*files, "--to", 16, "-o", target, "--format", "json")
        page = json.loads(done.stdout)
        self.assertEqual((page["losses"], page["notes"], page["grid"], page["unconfirmed"]),
                         ([], [], "16", []))
        self.assertIn("formulas are shown as text only",
                      self.error_of(*files, "--formulas", "--format", "json", status=2))

    def test_usage(self):
        files = self.files(3, 4, 6)
        target = self.folder / "far.tct"
        self.assertIn("no target given", self.error_of(*files, status=2))
        for options in (["--to", 9], ["--to", 9, "--formulas"], ["-o", target]):
            self.assertIn("--to and --output belong together",
                          self.error_of(*files, *options, status=2))
        self.assertIn("no extents: '3x'",
                      self.error_of(*files, "--to", 9, "--extents", "3x", "-o", target, status=2))
        self.assertIn("at least two traces", self.error_of(files[0], "--to", 9, "-o", target,
                                                           status=2))
        self.assertFalse(target.exists())

    def test_refusals(self):
        files = self.files(3, 4, 6)
        target = self.folder / "far.tct"
        self.assertIn("a 3x3 grid has 2 dimensions, those of the traces have 1",
                      self.error_of(*files, "--to", 9, "--extents", "3x3", "-o", target))
        self.assertIn("the target of 2 ranks is smaller than the smallest trace, of 3 ranks",
                      self.error_of(*files, "--to", 2, "-o", target))
        odd = [self.file(ranks, ring(ranks, size)) for ranks, size in
               ((3, 70), (4, 12), (5, 931), (6, 44), (7, 600))]
        self.assertIn("no formula explains bytes of MPI_Irecv (in main, ring.c:20) of the ranks "
                      "'all ranks': 70 on 3, 12 on 4, 931 on 5, 44 on 6, 600 on 7",
                      self.error_of(*odd, "--to", 9, "-o", target))
        cut = self.file(5, ring(5)[:-60])
        self.assertIn(str(cut), self.error_of(*files, cut, "--to", 9, "-o", target))
        self.assertIn(str(files[0]), self.error_of(*files, "--to", 9, "-o", files[0], status=2))
        self.assertFalse(target.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
