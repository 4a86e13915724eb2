# SPDX-License-Identifier: BSD-3-Clause
"""Opens event traces through libtarry-trace.so: events, states, pointers, compound events, and columns
for numpy and pandas.

    import numpy
    import tarry_trace

    trace = tarry_trace.open("run1")
    sent = trace.columns(["bytes", "peer"], kinds=["send", "isend"])
    print(numpy.histogram(sent["bytes"]))
    print(trace.region_stack(location=0, number=1000))

Columns are arrays that own what the library has read: nothing is copied, and no event becomes an
object. docs/how-to/read-traces.md says more, and has examples.
"""

import os
from typing import Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy

# The compiled part is not in share/, because it belongs to one kind of machine.
__path__.append(os.path.join(os.path.dirname(os.path.realpath(__file__)),
                             *[os.pardir] * 4, "lib", "tarry", "python", "tarry_trace"))

from . import _library  # noqa: E402
from ._library import FILE_MODES, KINDS, OPERATIONS, Error
from ._types import (CallPath, CallSite, Collective, CollectiveMember, Communicator, Counter, Event,
                     File, Location, LockTenure, Message, OpenRegion, ParallelRegion, Position,
                     Region, TeamMember, Window)

__all__ = ["FILE_MODES", "KINDS", "NONE", "NOWHERE", "OPERATIONS", "CallPath", "CallSite",
           "Collective", "CollectiveMember", "Communicator", "Counter", "Error", "Event", "File",
           "Location", "LockTenure", "Message", "OpenRegion", "ParallelRegion", "Position", "Region",
           "TeamMember", "Trace", "Window", "open"]

NONE = 0xFFFFFFFF
"""Value of a column of 32 bits where an event has no such value."""
NOWHERE = 0xFFFFFFFFFFFFFFFF
"""The same for columns of 64 bits that number something."""

Columns = Dict[str, numpy.ndarray]
Numbers = Sequence[int]


def _listed(names: Sequence[str]) -> List[str]:
    """The names as a list. A text is none, though it is a sequence of letters."""
    if isinstance(names, str):
        raise TypeError(f"names is a list, not the text '{names}'")
    return list(names)


class Trace:
    """An open trace. Regions, locations and so on are numbered by their place in its lists."""

    def __init__(self, opened: _library.Trace) -> None:
        self._opened = opened
        self.program: str = opened.program
        self.regions: List[Region] = opened.regions()
        self.locations: List[Location] = opened.locations()
        self.communicators: List[Communicator] = opened.communicators()
        self.windows: List[Window] = opened.windows()
        self.files: List[File] = opened.files()
        self.counters: List[Counter] = opened.counters()
        self.ticks_per_second: int = opened.ticks_per_second
        self.length: int = opened.length  # as the trace declares it, in ticks
        # False for a compressed trace or what was made of one: calls have the mean time of their place.
        self.times_are_measured: bool = opened.times_are_measured

    def seconds(self, ticks: Union[int, numpy.ndarray]) -> Union[float, numpy.ndarray]:
        """Ticks, or an array of ticks, as seconds."""
        return ticks / self.ticks_per_second

    def warnings(self) -> List[str]:
        """The notes of a compressed trace, then what was odd in what has been read so far, one sentence each."""
        return self._opened.warnings()

    # Events

    def columns(self, names: Sequence[str] = (), *, locations: Numbers = (), ranks: Numbers = (),
                kinds: Sequence[str] = (), regions: Numbers = (), start: Optional[int] = None,
                end: Optional[int] = None, in_time_order: bool = False) -> Columns:
        """Columns of all events that pass the filter, by location, then in the order of the trace; or all
        locations together in the order of time, location and number, which needs the index.

        names: of members of Event; none: all. kind and op are numbers, whose names are in KINDS and in
        OPERATIONS or, of operations on files, in FILE_MODES. An empty filter takes everything; times are
        ticks, both ends included. What an event does not have is NONE or NOWHERE. pandas.DataFrame() takes
        the result as it is."""
        return self._opened.columns(_listed(names), list(locations), list(ranks), list(kinds),
                                    list(regions), start, end, in_time_order)

    def event_count(self, location: Optional[int] = None) -> int:
        """Number of events of a location, or of all."""
        return self._opened.event_count(location)

    def event(self, location: int, number: int) -> Event:
        """One event."""
        return self._opened.event(location, number)

    def events(self, location: int, first: int = 0, count: Optional[int] = None) -> Iterator[Event]:
        """Events of a location one after the other. Columns are some hundred times faster."""
        end = self.event_count(location)
        if count is not None:
            end = min(end, first + count)
        for begin in range(first, end, 1024):
            yield from self._opened.events(location, begin, min(1024, end - begin))

    def at_time(self, location: int, time: int) -> int:
        """Number of the first event of the location that is not before a time; event_count(location) if
        there is none."""
        return self._opened.at_time(location, time)

    # States: what is open behind an event. All events are ordered by time, location, number.

    def region_stack(self, location: int, number: int) -> List[OpenRegion]:
        """Open regions of the location, the outermost first."""
        return self._opened.region_stack(location, number)

    def messages_in_flight(self, location: int, number: int) -> numpy.ndarray:
        """Numbers of messages that are sent and not yet received, in the whole trace."""
        return self._opened.messages_in_flight(location, number)

    def open_collectives(self, location: int, number: int) -> numpy.ndarray:
        """Numbers of collective operations that have begun and that not all members have left."""
        return self._opened.open_collectives(location, number)

    def held_locks(self, location: int, number: int) -> numpy.ndarray:
        """Numbers of the tenures of locks that somebody holds."""
        return self._opened.held_locks(location, number)

    def open_parallel_regions(self, location: int, number: int) -> numpy.ndarray:
        """Numbers of parallel regions that have begun and not ended, in the whole trace."""
        return self._opened.open_parallel_regions(location, number)

    def teams_of(self, location: int, number: int) -> numpy.ndarray:
        """Numbers of parallel regions whose teams the location is in, the outermost first."""
        return self._opened.teams_of(location, number)

    # Pointers: positions of other events, or None.

    def enclosing_enter(self, location: int, number: int) -> Optional[Position]:
        """Enter of the region around the event; of a leave, its own enter."""
        return self._opened.enclosing_enter(location, number)

    def partner(self, location: int, number: int) -> Optional[Position]:
        """The other end of the message that is sent or received."""
        return self._opened.partner(location, number)

    def previous_owner(self, location: int, number: int) -> Optional[Position]:
        """Of an acquisition of a lock, the release before; of a release, its acquisition."""
        return self._opened.previous_owner(location, number)

    def call_path(self, location: int, number: int) -> List[int]:
        """Regions around what follows the event, with those around the fork of a team."""
        return self._opened.call_path(location, number)

    def call_site(self, location: int, number: int) -> Optional[CallSite]:
        """Place in the program of the call of MPI around the event."""
        return self._opened.call_site(location, number)

    def call_paths(self) -> List[CallPath]:
        """The tree of call paths."""
        return self._opened.call_paths()

    # Compound events

    def messages(self, names: Sequence[str] = (), **wanted: Union[Numbers, int]) -> Columns:
        """Columns of messages. Filters as for collectives(), but for the operation."""
        return self._table(self._opened.messages, names, **wanted)

    def collectives(self, names: Sequence[str] = (), **wanted: Union[Numbers, str, int]) -> Columns:
        """Columns of instances of collective operations: first_begin_time, last_end_time, ...

        wanted: locations, ranks (one of its members), comms (numbers of communicators), operation
        ("allreduce"), start and end (it overlaps that time, in ticks)."""
        return self._table(self._opened.collectives, names, **wanted)

    def collective_members(self, names: Sequence[str] = (),
                           **wanted: Union[Numbers, str, int]) -> Columns:
        """Columns of the members of such instances, whose numbers are in the column collective."""
        return self._table(self._opened.collective_members, names, **wanted)

    def parallel_regions(self, names: Sequence[str] = (), **wanted: Union[Numbers, int]) -> Columns:
        """Columns of parallel regions. Filters as for messages(); comms are teams."""
        return self._table(self._opened.parallel_regions, names, **wanted)

    def lock_tenures(self, names: Sequence[str] = (), **wanted: Union[Numbers, int]) -> Columns:
        """Columns of the times in which somebody held a lock."""
        return self._table(self._opened.lock_tenures, names, **wanted)

    def message(self, number: int) -> Message:
        """One message."""
        return self._opened.message(number)

    def collective(self, number: int) -> Collective:
        """One instance with all its members."""
        return self._opened.collective(number)

    def parallel_region(self, number: int) -> ParallelRegion:
        """One parallel region with the members of its team."""
        return self._opened.parallel_region(number)

    def lock_tenure(self, number: int) -> LockTenure:
        """One time in which somebody held a lock."""
        return self._opened.lock_tenure(number)

    def message_of(self, location: int, number: int) -> Optional[int]:
        """Number of the message that is sent or received in an event."""
        return self._opened.message_of(location, number)

    def collective_of(self, location: int, number: int) -> Optional[int]:
        """Number of the collective operation that ends for a member in an event."""
        return self._opened.collective_of(location, number)

    @staticmethod
    def _table(table, names: Sequence[str], *, locations: Numbers = (), ranks: Numbers = (),
               comms: Numbers = (), operation: str = "", start: Optional[int] = None,
               end: Optional[int] = None) -> Columns:
        return table(_listed(names), list(locations), list(ranks), list(comms), operation, start, end)


def open(path: Union[str, "os.PathLike[str]"], *, correct_clocks: bool = True, scratch: str = "",
         threads: int = 0, memory_limit: int = 0) -> Trace:  # pylint: disable=redefined-builtin
    """Opens an OTF2 archive (traces.otf2 or its folder, that of an experiment too) or a compressed trace
    (.tct, or the folder of an experiment that has no archive). Raises Error.

    correct_clocks: False for times as recorded. scratch: folder for a large index and for an expanded
    trace. threads: how many make these (0: one for each core). memory_limit: bytes of memory that Python
    may take while messages are matched; the rest goes to a file (0: a quarter of the machine's memory)."""
    return Trace(_library.open(os.fspath(path), correct_clocks, scratch, threads, memory_limit))
