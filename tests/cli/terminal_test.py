#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reports on a terminal and in a pipe: colors, widths and characters."""

import fcntl
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

TARRY = os.path.abspath(sys.argv[1])
ESCAPE = "\x1b"
BLOCKS = "▁▂▃▄▅▆▇█"
PATH = ["main", "simulate_all_the_years", "advance_one_time_step", "exchange_the_halo", "MPI_Waitall"]
VIEWS = [[], ["-v", "-q"], ["--by", "metric"], ["--by", "calltree"], ["--by", "callpath"], ["--by", "region"],
         ["--by", "rank"], ["--by", "host"], ["--by", "callsite"], ["--metric", "mpi_latesender"]]


def report(ranks):
    """A report whose ranks wait the longer the higher they are."""
    cells = [{"metric": metric, "callpath": path, "location": rank, "value": value}
             for rank in range(ranks)
             for metric, path, value in [("time", 0, 8.0), ("time", len(PATH) - 1, rank),
                                         ("mpi_latesender", len(PATH) - 1, rank)] if value]
    return {
        "schema": "tarry-report/1",
        "experiment": {"program": "climate", "ranks": ranks, "threads": 1, "duration_s": 12.0,
                       "warnings": ["messages without a receive: 3, which the program never asks for before it ends"]},
        "metrics": [{"id": "time", "name": "Time", "unit": "sec", "parent": None, "total": 0.0},
                    {"id": "mpi_latesender", "name": "MPI Late Sender", "unit": "sec", "parent": "time",
                     "total": 0.0}],
        "callpaths": [{"id": i, "parent": i - 1 if i else None, "region": region,
                       "file": f"/home/user/climate/src/{region}.f90", "line": 10 + i,
                       "role": "function"} for i, region in enumerate(PATH)],
        "locations": [{"id": rank, "rank": rank, "thread": 0, "host": f"n{rank // 2}", "kind": "cpu"}
                      for rank in range(ranks)],
        "severity": cells, "findings": [],
    }


class Terminal(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.report = str(pathlib.Path(folder.name) / "report.json")
        pathlib.Path(self.report).write_text(json.dumps(report(4)))

    @staticmethod
    def environment(**changes):
        out = {key: value for key, value in os.environ.items()
               if key not in ("COLUMNS", "NO_COLOR", "LANG", "LC_CTYPE")}
        out.update({"LC_ALL": "C.UTF-8", "TERM": "xterm"}, **changes)
        return out

    def in_pipe(self, *arguments, **changes):
        done = subprocess.run([TARRY, "report", self.report, *arguments], timeout=60, check=False,
                              capture_output=True, env=self.environment(**changes))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def on_terminal(self, *arguments, columns=80, **changes):
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with subprocess.Popen([TARRY, "report", self.report, *arguments], stdout=follower,
                              env=self.environment(**changes)) as process:
            os.close(follower)
            text = b""
            while True:
                try:
                    part = os.read(leader, 4096)
                except OSError:  # Linux says so when the other side is closed
                    break
                if not part:
                    break
                text += part
            self.assertEqual(process.wait(timeout=60), 0)
        os.close(leader)
        return text.decode().replace("\r\n", "\n")

    def test_a_pipe_gets_no_escapes(self):
        for view in VIEWS:
            self.assertNotIn(ESCAPE, self.in_pipe(*view), view)
        self.assertIn(ESCAPE, self.in_pipe("--color", "always"))

    def test_a_terminal_gets_colors(self):
        text = self.on_terminal()
        self.assertIn(f"{ESCAPE}[1mclimate: 4 ranks", text)
        self.assertRegex(text, re.escape(ESCAPE) + r"\[36m[^" + ESCAPE + "]*[" + BLOCKS + "]")
        for view in VIEWS:
            self.assertIn(ESCAPE, self.on_terminal(*view), view)

    def test_colors_can_be_refused(self):
        for text in [self.on_terminal(NO_COLOR="1"), self.on_terminal("--color", "never"),
                     self.on_terminal(TERM="dumb")]:
            self.assertNotIn(ESCAPE, text)
        self.assertIn(ESCAPE, self.on_terminal(NO_COLOR=""))
        self.assertIn(ESCAPE, self.on_terminal("--color", "always", NO_COLOR="1"))

    def test_a_terminal_gets_what_a_pipe_of_its_width_gets(self):
        for view in VIEWS:
            text = re.sub(re.escape(ESCAPE) + r"\[\d+m", "", self.on_terminal(*view, columns=66))
            self.assertEqual(text, self.in_pipe(*view, COLUMNS="66"), view)

    def test_lines_fit(self):
        for columns in (60, 80, 120):
            for view in VIEWS:
                for line in self.on_terminal(*view, "--color", "never", columns=columns).splitlines():
                    self.assertLessEqual(len(line), columns, (view, line))

    def test_long_paths_lose_their_middle(self):
        whole = "/".join(PATH)
        self.assertIn(whole, self.in_pipe("--by", "callpath"))
        narrow = self.on_terminal("--by", "callpath", "--color", "never", columns=60)
        self.assertNotIn(whole, narrow)
        self.assertRegex(narrow, "main/….*/MPI_Waitall")

    def test_columns_wins_over_the_terminal(self):
        text = self.on_terminal("--by", "callpath", "--color", "never", columns=60, COLUMNS="200")
        self.assertIn("/".join(PATH), text)
        for wrong in ("", "0", "many", "-5"):
            self.assertEqual(self.on_terminal(columns=60, COLUMNS=wrong), self.on_terminal(columns=60))

    def test_other_locales_get_ascii(self):
        for locale in ("C", "POSIX"):
            for view in VIEWS:
                text = self.in_pipe(*view, LC_ALL=locale)
                self.assertTrue(text.isascii(), (view, text))
        self.assertIn("[.-+@]", self.in_pipe(LC_ALL="C"))
        self.assertIn("·▃▅█", self.in_pipe())

    def test_many_ranks_share_characters(self):
        pathlib.Path(self.report).write_text(json.dumps(report(1000)))
        text = self.on_terminal("--by", "callpath", "--color", "never", columns=100)
        self.assertRegex(text, "Bars: one character for [0-9]+ ranks, as high as the largest of them")
        for line in text.splitlines():
            self.assertLessEqual(len(line), 100)

    def test_the_first_screen_is_one_screen(self):
        self.assertLessEqual(self.on_terminal(columns=80).count("\n"), 24)

    def test_a_file_has_whole_lines(self):
        target = pathlib.Path(self.report).with_suffix(".txt")
        self.on_terminal("--by", "callpath", "-o", str(target), columns=60)
        text = target.read_text(encoding="utf-8")
        self.assertIn("/".join(PATH), text)
        self.assertNotIn(ESCAPE, text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
