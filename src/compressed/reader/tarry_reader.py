# SPDX-License-Identifier: BSD-3-Clause
"""Reads compressed traces (.tct) through libtarry-reader.so, without expanding them.

    import tarry_reader
    with tarry_reader.open("run1/compressed/trace.tct") as trace:
        for call in trace.calls(rank=0):
            print(call.function, [action.kind for action in call.actions])

The library is looked for beside the folder that this file is installed in; the variable
TARRY_READER_LIBRARY names another one.
"""

import ctypes
import os
import pathlib
from collections import namedtuple

ANY = -1  # peer or tag that a receive asked for

Frame = namedtuple("Frame", "name file line")
Action = namedtuple("Action", "kind peer posted_peer comm tag posted_tag bytes received request "
                              "op root count datatype")
Action.__doc__ = """What a call did. None: the action has no such value, or nobody knows it.

kind and op are words ("start-send", "allreduce"), peer and posted_peer ranks of MPI_COMM_WORLD (or
ANY), comm the name of the communicator, datatype that of the datatype."""
Call = namedtuple("Call", "event function stack actions before_ns duration_ns")
Call.__doc__ = """One MPI call. Calls with the same event are repetitions of each other; their mean
times are in nanoseconds, None if unknown. stack: Frames, the outermost first."""

Statistic = namedtuple("Statistic", "name unit")
Values = namedtuple("Values", "count sum smallest largest")

_UNKNOWN = -9


class Error(Exception):
    """The file cannot be read; the text has the place."""


class _Frame(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("file", ctypes.c_char_p), ("line", ctypes.c_uint32)]


class _Action(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32)] + [(name, ctypes.c_int64) for name in Action._fields[1:]]


class _Call(ctypes.Structure):
    _fields_ = [("event", ctypes.c_uint32), ("function", ctypes.c_char_p),
                ("frame_count", ctypes.c_uint32), ("frames", ctypes.POINTER(_Frame)),
                ("action_count", ctypes.c_uint32), ("actions", ctypes.POINTER(_Action)),
                ("before_ns", ctypes.c_double), ("duration_ns", ctypes.c_double)]


class _Values(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in Values._fields]


def _load():
    beside = pathlib.Path(__file__).resolve().parents[3] / "lib" / "libtarry-reader.so"
    library = ctypes.CDLL(os.environ.get("TARRY_READER_LIBRARY") or str(beside))
    handle, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32
    for name, result, arguments in (
            ("tarry_reader_open", handle, [text]),
            ("tarry_reader_close", None, [handle]),
            ("tarry_reader_error", text, [handle]),
            ("tarry_reader_ranks", number, [handle]),
            ("tarry_reader_program", text, [handle]),
            ("tarry_reader_comms", number, [handle]),
            ("tarry_reader_comm_name", text, [handle, ctypes.c_int64]),
            ("tarry_reader_comm_size", number, [handle, ctypes.c_int64]),
            ("tarry_reader_datatype_name", text, [handle, ctypes.c_int64]),
            ("tarry_reader_statistics", number, [handle]),
            ("tarry_reader_statistic_name", text, [handle, ctypes.c_int64]),
            ("tarry_reader_statistic_unit", text, [handle, ctypes.c_int64]),
            ("tarry_reader_measured", _Values, [handle, ctypes.c_int64, number]),
            ("tarry_kind_name", text, [ctypes.c_int32]),
            ("tarry_op_name", text, [ctypes.c_int64]),
            ("tarry_calls_open", handle, [handle, number]),
            ("tarry_calls_close", None, [handle]),
            ("tarry_calls_set_seed", None, [handle, ctypes.c_uint64]),
            ("tarry_calls_next", ctypes.c_int, [handle, ctypes.POINTER(_Call)]),
            ("tarry_calls_error", text, [handle])):
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()


def _text(raw):
    return raw.decode("utf-8", "replace")


class Trace:
    """An open trace. Close it, or use it in a `with` block."""

    def __init__(self, path):
        self._handle = _library.tarry_reader_open(os.fsencode(path))
        error = _text(_library.tarry_reader_error(self._handle))
        if error:
            self.close()
            raise Error(error)
        self.ranks = _library.tarry_reader_ranks(self._handle)
        self.program = _text(_library.tarry_reader_program(self._handle))
        self.comm_sizes = {}  # by name; of several with one name, that of the last
        for comm in range(_library.tarry_reader_comms(self._handle)):
            name = _text(_library.tarry_reader_comm_name(self._handle, comm))
            self.comm_sizes[name] = _library.tarry_reader_comm_size(self._handle, comm)
        self.statistics = [Statistic(_text(_library.tarry_reader_statistic_name(self._handle, each)),
                                     _text(_library.tarry_reader_statistic_unit(self._handle, each)))
                           for each in range(_library.tarry_reader_statistics(self._handle))]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Calls that are still being gone through end with an Error."""
        if self._handle is not None:
            _library.tarry_reader_close(self._handle)
            self._handle = None

    def measured(self, statistic, event):
        """Values of the n-th of the statistics that a plug-in measured of the calls of an event, of
        all ranks. Not every call need have one."""
        if self._handle is None:
            raise Error("the trace was closed")
        raw = _library.tarry_reader_measured(self._handle, statistic, event)
        return Values(*(getattr(raw, name) for name in Values._fields))

    def calls(self, rank, seed=0):
        """The calls of a rank in order. The seed is for values that the trace only has as a
        histogram."""
        if not 0 <= rank < self.ranks:
            raise IndexError(f"no such rank: {rank}")
        handle = _library.tarry_calls_open(self._handle, rank)
        try:
            _library.tarry_calls_set_seed(handle, seed)
            raw = _Call()
            while (state := _library.tarry_calls_next(handle, ctypes.byref(raw))) == 1:
                yield self._call(raw)
                if self._handle is None:
                    raise Error("the trace was closed")
            if state < 0:
                raise Error(_text(_library.tarry_calls_error(handle)))
        finally:
            _library.tarry_calls_close(handle)

    def _call(self, raw):
        frames = raw.frames[:raw.frame_count]
        stack = tuple(Frame(_text(each.name), _text(each.file), each.line) for each in frames)
        actions = tuple(self._action(each) for each in raw.actions[:raw.action_count])
        return Call(raw.event, _text(raw.function), stack, actions,
                    raw.before_ns if raw.before_ns >= 0 else None,
                    raw.duration_ns if raw.duration_ns >= 0 else None)

    def _action(self, raw):
        values = {name: getattr(raw, name) for name in Action._fields}
        values = {name: None if value == _UNKNOWN else value for name, value in values.items()}
        values["kind"] = _text(_library.tarry_kind_name(raw.kind))
        if values["op"] is not None:
            values["op"] = _text(_library.tarry_op_name(raw.op))
        if values["comm"] is not None:
            values["comm"] = _text(_library.tarry_reader_comm_name(self._handle, raw.comm))
        if values["datatype"] is not None:
            values["datatype"] = _text(
                _library.tarry_reader_datatype_name(self._handle, raw.datatype))
        return Action(**values)


def open(path):  # pylint: disable=redefined-builtin
    """Opens a file, packed or not, or the trace of an experiment directory."""
    return Trace(path)
