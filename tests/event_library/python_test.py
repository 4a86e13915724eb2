#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The Python module tarry_trace: its columns against its single events, the examples of
examples/event_library/ with traces whose waits are known, the programs of docs/how-to/read-traces.md,
errors, and that what is described is what there is.
usage: python_test.py BUILD_DIRECTORY SOURCE_DIRECTORY CXX_COMPILER"""

import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
COMPILER = sys.argv[3]
MODULE = BUILD / "share" / "tarry" / "python"
EXAMPLES = SOURCE / "examples" / "event_library"
sys.path.insert(0, str(MODULE))

import numpy  # noqa: E402

import tarry_trace  # noqa: E402


def run(*command):
    done = subprocess.run(list(map(str, command)), text=True, timeout=120, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(MODULE)})
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr}")
    return done.stdout


class Module(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        cls.halo = cls.synth("halo", "halo,nxn,barrier")
        cls.order = cls.synth("order", "wrong-order-same,late-broadcast")
        cls.trace = tarry_trace.open(cls.halo)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def synth(cls, name, patterns):
        run(BUILD / "bin" / "tarry", "synth", "--ranks", 6, "--iterations", 8, "--patterns", patterns,
            "-o", cls.path / name)
        return cls.path / name

    @staticmethod
    def waits_of(archive, metric):
        """Seconds of a wait state in all, as the trace was made with it."""
        expected = json.loads((archive / "expected.json").read_text())
        ticks = sum(row["total"] for row in expected["values"] if row["metric"] == metric)
        assert ticks > 0, metric
        return ticks / expected["ticks_per_second"]

    def test_columns_are_the_values_of_the_events(self):
        for filters in ({}, {"ranks": [1, 4]}, {"kinds": ["isend", "irecv"]},
                        {"locations": [2], "start": 200_000, "end": 900_000}):
            columns = self.trace.columns(**filters)
            self.assertEqual(len({len(column) for column in columns.values()}), 1)
            locations = filters.get("locations", filters.get("ranks", range(6)))
            events = [event for location in locations for event in self.trace.events(location)
                      if event.kind in filters.get("kinds", tarry_trace.KINDS)
                      and filters.get("start", 0) <= event.time <= filters.get("end", event.time)]
            self.assertGreater(len(events), 20)
            for name, column in columns.items():
                if name == "paradigm":
                    continue
                names = {"kind": tarry_trace.KINDS, "op": tarry_trace.OPERATIONS}.get(name)
                for value, event in zip(column.tolist(), events):
                    said = getattr(event, name)
                    if said is not None:
                        self.assertEqual(names[value] if names else value, said, (name, event))
                self.assertEqual(len(column), len(events))

    def test_columns_in_the_order_of_time(self):
        by_location = self.trace.columns(["time", "location", "number"])
        order = numpy.lexsort((by_location["number"], by_location["location"], by_location["time"]))
        together = self.trace.columns(["time", "location", "number"], in_time_order=True)
        for name, column in together.items():
            numpy.testing.assert_array_equal(column, by_location[name][order], name)

    def test_columns_own_their_memory(self):
        times = tarry_trace.open(self.halo).columns(["time"])["time"]
        self.assertEqual(times.dtype, numpy.int64)
        self.assertIsNone(getattr(times.base, "dtype", None))  # no copy of another array
        self.assertGreater(times.sum(), 0)

    def test_messages(self):
        table = self.trace.messages()
        self.assertTrue(table["received"].all())
        self.assertEqual(len(table["message"]), len(self.trace.columns(["time"], kinds=["isend"])["time"]))
        for number in table["message"].tolist():
            message = self.trace.message(number)
            self.assertEqual(self.trace.partner(*message.send), message.receive)
            self.assertEqual(self.trace.partner(*message.receive), message.send)
            self.assertEqual(self.trace.message_of(*message.receive), number)
            self.assertEqual(self.trace.event(*message.send).peer, message.destination)
            self.assertIn(number, self.trace.messages_in_flight(*message.send))
            self.assertNotIn(number, self.trace.messages_in_flight(*message.receive))
        own = self.trace.messages(["source", "destination"], ranks=[3])
        self.assertTrue(((own["source"] == 3) | (own["destination"] == 3)).all())

    def test_collectives(self):
        for operation in ("allreduce", "barrier"):
            table = self.trace.collectives(operation=operation)
            self.assertEqual(len(table["collective"]), 8)
            self.assertTrue(table["complete"].all())
            self.assertEqual(set(table["members"].tolist()), {6})
            members = self.trace.collective_members(operation=operation)
            self.assertEqual(len(members["rank"]), 48)
            one = self.trace.collective(int(table["collective"][3]))
            self.assertEqual([member.rank for member in one.members], list(range(6)))
            self.assertEqual(one.op, operation)
            self.assertEqual(self.trace.collective_of(*one.members[2].end), table["collective"][3])
        self.assertEqual(len(self.trace.collectives(operation="bcast")["comm"]), 0)

    def test_states_and_pointers(self):
        enter = next(event for event in self.trace.events(0)
                     if event.kind == "enter" and self.trace.regions[event.region].name == "MPI_Waitall")
        stack = self.trace.region_stack(0, enter.number)
        self.assertEqual(stack[-1].number, enter.number)
        self.assertEqual([open_.region for open_ in stack], self.trace.call_path(0, enter.number))
        self.assertEqual(self.trace.enclosing_enter(0, enter.number), (0, stack[-2].number))
        self.assertEqual(self.trace.at_time(0, enter.time + 1), next(
            event.number for event in self.trace.events(0) if event.time > enter.time))
        path = self.trace.call_paths()[stack[-1].call_path]
        self.assertEqual(path.region, enter.region)
        self.assertEqual(path.parent, stack[-2].call_path)
        self.assertIsNone(self.trace.partner(0, enter.number))

    def test_threads(self):
        case = self.path / "threads.case"
        case.write_text((SOURCE / "tests" / "cases" / self.case_with("lock")).read_text())
        trace = tarry_trace.open(case)
        tenures = trace.lock_tenures()
        self.assertGreater(len(tenures["lock"]), 1)
        first = trace.lock_tenure(0)
        self.assertIn(0, trace.held_locks(*first.acquire))
        self.assertEqual(trace.previous_owner(*first.release), first.acquire)
        regions = trace.parallel_regions()
        self.assertGreater(len(regions["team"]), 0)
        team = trace.parallel_region(0)
        self.assertEqual(trace.teams_of(*team.members[0].begin).tolist(), [0])

    def test_files(self):
        trace = tarry_trace.open(SOURCE / "tests" / "cases" / "file_bytes_of_transfers.case")
        self.assertEqual([file.name for file in trace.files], ["data"])
        moved = trace.columns(["file", "bytes"], kinds=["file_completed"])
        self.assertEqual(set(moved["file"].tolist()), {0})
        self.assertEqual(moved["bytes"].sum(), 310)
        events = [event for event in trace.events(0) if event.file is not None]
        self.assertEqual([(event.kind, event.op, event.bytes) for event in events[2:6]],
                         [("file_read", "individual", 64), ("file_completed", None, 20),
                          ("file_write", "individual", 50), ("file_completed", None, 50)])
        self.assertEqual(events[2].id, events[3].id)
        self.assertEqual(events[6].op, "collective")
        modes = trace.columns(["op"], kinds=["file_read", "file_write"], locations=[1])["op"]
        self.assertEqual([tarry_trace.FILE_MODES[mode] for mode in modes], ["collective"] * 2)
        text = (SOURCE / "docs" / "how-to" / "read-traces.md").read_text()
        program, = re.findall(r"```\n(moved = .*?)```", text, re.DOTALL)
        printed = []
        exec(program, {"trace": trace, "print": lambda *words: printed.append(words)})
        self.assertEqual(printed, [("data", 310)])

    @staticmethod
    def case_with(word):
        for case in sorted((SOURCE / "tests" / "cases").glob("*.case")):
            trace = tarry_trace.open(case)
            if word in case.name and trace.parallel_regions()["team"].size and \
                    trace.lock_tenures()["released"].sum() > 1 and trace.lock_tenures()["released"][0]:
                return case.name
        raise AssertionError("no case has both")

    def test_compressed_traces(self):
        for archive in (self.halo, self.order):
            run_ = self.path / f"{archive.name}-compressed"
            (run_ / "compressed").mkdir(parents=True)
            file = run_ / "compressed" / "trace.tct"
            run(BUILD / "bin" / "tarry", "compress", archive, "-o", file)
            expanded = self.path / f"{archive.name}-expanded"
            run(BUILD / "bin" / "tarry", "expand", file, "-o", expanded)
            scratch = self.path / f"{archive.name}-scratch"
            scratch.mkdir()
            trace = tarry_trace.open(run_, scratch=str(scratch))
            same = tarry_trace.open(expanded)
            self.assertEqual((trace.times_are_measured, same.times_are_measured), (False, False))
            self.assertEqual(trace.warnings(), [])
            self.assertEqual((trace.regions, trace.locations, trace.communicators, trace.length),
                             (same.regions, same.locations, same.communicators, same.length))
            for columns, expected in ((trace.columns(), same.columns()),
                                      (trace.messages(), same.messages()),
                                      (trace.collective_members(), same.collective_members())):
                self.assertGreater(len(next(iter(columns.values()))), 40)
                for name, column in columns.items():
                    numpy.testing.assert_array_equal(column, expected[name], name)
            middle = trace.event_count(2) // 2
            self.assertEqual(trace.region_stack(2, middle), same.region_stack(2, middle))
            self.assertEqual(len(list(scratch.iterdir())), 1)
            del trace
            self.assertEqual(list(scratch.iterdir()), [])
        file.write_bytes(file.read_bytes()[:-20])
        with self.assertRaisesRegex(tarry_trace.Error, "trace.tct .was it copied as a whole"):
            tarry_trace.open(run_)

    def test_message_sizes(self):
        sizes = self.trace.columns(["bytes"], kinds=["isend"])["bytes"]
        last = run(sys.executable, EXAMPLES / "message_sizes.py", self.halo).splitlines()[-1].split()
        self.assertEqual(last, ["all", str(len(sizes)), str(sizes.sum())])

    def test_waiting_per_iteration(self):
        printed = run(sys.executable, EXAMPLES / "waiting_per_iteration.py", self.halo, "iteration")
        rows = [line.split() for line in printed.splitlines()[1:]]
        self.assertEqual([row[0] for row in rows], [str(number) for number in range(8)])
        waited = sum(float(row[1]) for row in rows)
        expected = sum(self.waits_of(self.halo, metric)
                       for metric in ("mpi_latesender", "mpi_wait_nxn", "mpi_barrier_wait"))
        self.assertAlmostEqual(waited, expected, places=7)

    def test_waiting_per_iteration_of_a_region_that_is_not_there(self):
        done = subprocess.run([sys.executable, EXAMPLES / "waiting_per_iteration.py", self.halo, "iteratoin"],
                              text=True, timeout=120, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(MODULE)})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "the trace has no region 'iteratoin'\n")

    def test_wrong_order(self):
        printed = run(sys.executable, EXAMPLES / "wrong_order.py", self.order)
        found = float(printed.splitlines()[-1].split()[1])
        self.assertAlmostEqual(found, self.waits_of(self.order, "mpi_lswo_same"), places=8)
        self.assertIn("MPI_Recv", printed)

    def test_programs_of_the_how_to(self):
        text = (SOURCE / "docs" / "how-to" / "read-traces.md").read_text()
        program, = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        (self.path / "sent.py").write_text(program)
        printed = run(sys.executable, self.path / "sent.py", self.halo)
        self.assertEqual(len(re.findall(r"^rank \d: 16 messages, \d+ bytes in MPI_Isend$", printed, re.M)), 6)
        program, = re.findall(r"```cpp\n(.*?)```", text, re.DOTALL)
        (self.path / "open.cpp").write_text(program)
        run(COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", self.path / "open.cpp",
            f"-I{BUILD}/include", f"-L{BUILD}/lib", "-ltarry-trace", f"-Wl,-rpath,{BUILD}/lib", "-o",
            self.path / "open")
        printed = run(self.path / "open", self.halo)
        self.assertIn("MPI_Allreduce: 48\n", printed)
        self.assertRegex(printed, r"in \S+ since 0\.\d+ s\n")

    def test_library_exports_its_header_alone(self):
        names = run("nm", "-DC", "--defined-only", BUILD / "lib" / "libtarry-trace.so").splitlines()
        self.assertGreater(len(names), 40)
        for name in names:
            self.assertIn("tarry::events::", name)
            self.assertNotIn("Opened::", name)

    def test_errors(self):
        with self.assertRaisesRegex(tarry_trace.Error, "nowhere"):
            tarry_trace.open(self.path / "nowhere")
        with self.assertRaisesRegex(tarry_trace.Error, "no event"):
            self.trace.event(0, self.trace.event_count(0))
        with self.assertRaisesRegex(tarry_trace.Error, "no location 6, only 6"):
            self.trace.event(6, 0)
        with self.assertRaisesRegex(ValueError, "there is no column 'size'; there are time"):
            self.trace.columns(["size"])
        with self.assertRaisesRegex(ValueError, "no kind of event 'sends'"):
            self.trace.columns(kinds=["sends"])
        with self.assertRaises(TypeError):
            self.trace.messages(kinds=["send"])
        for table in (self.trace.columns, self.trace.messages):
            with self.assertRaisesRegex(TypeError, "names is a list, not the text 'time'"):
                table("time")

    def test_everything_has_types_and_a_description(self):
        compiled = {name for name in dir(type(self.trace._opened)) if not name.startswith("_")}
        shown = dict(inspect.getmembers(tarry_trace.Trace, inspect.isfunction))
        self.assertEqual(compiled - set(vars(self.trace)) - set(shown), set())
        for name, function in {**shown, "open": tarry_trace.open}.items():
            if name.startswith("_"):
                continue
            self.assertTrue(function.__doc__, name)
            self.assertIn("return", function.__annotations__, name)
        self.assertTrue((MODULE / "tarry_trace" / "py.typed").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
