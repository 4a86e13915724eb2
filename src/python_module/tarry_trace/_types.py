# SPDX-License-Identifier: BSD-3-Clause
"""What a trace consists of, as tuples with names. None: it has no such value, or nobody knows it."""

from typing import List, NamedTuple, Optional, Tuple

Position = Tuple[int, int]
"""The place of an event: number of the location, number of the event there."""


class Event(NamedTuple):
    """One event. Times are ticks since the begin of the trace; Trace.seconds() turns them round.

    Which members a kind has, and what `id` means, is told by the enumeration Kind in
    include/tarry/trace.h. `op` is one of OPERATIONS or, where an operation on a file begins, one of
    FILE_MODES."""
    time: int
    location: int
    number: int
    kind: str
    region: Optional[int]
    peer: Optional[int]
    comm: Optional[int]
    tag: Optional[int]
    bytes: Optional[int]
    received: Optional[int]
    id: Optional[int]
    op: Optional[str]
    root: Optional[int]
    window: Optional[int]
    lock: Optional[int]
    order: Optional[int]
    counter: Optional[int]
    value: Optional[float]
    flag: bool
    file: Optional[int]

    @property
    def position(self) -> Position:
        return self.location, self.number


class Region(NamedTuple):
    """A function or another part of the program; call_site ("heat.cc:42") is that of a call of MPI."""
    name: str
    canonical: str
    file: str
    begin_line: int
    end_line: int
    role: str
    paradigm: str
    call_site: str


class Location(NamedTuple):
    """A thread of a process (rank in MPI_COMM_WORLD)."""
    name: str
    rank: int
    thread: int
    host: str
    trace_id: int
    declared_events: int


class Communicator(NamedTuple):
    """Its members are ranks in MPI_COMM_WORLD; those of a team are numbers of locations."""
    name: str
    members: List[int]
    remote_members: List[int]
    is_self: bool
    is_team: bool


class Window(NamedTuple):
    name: str
    comm: Optional[int]


class File(NamedTuple):
    """A file that processes have opened together by MPI. One that is opened again is another one."""
    name: str
    comm: Optional[int]


class Counter(NamedTuple):
    name: str
    unit: str


class CallPath(NamedTuple):
    """A node of the tree of call paths. Its parent stands before it."""
    parent: Optional[int]
    region: int


class OpenRegion(NamedTuple):
    """A region that is open on a location; number is that of its enter there."""
    number: int
    time: int
    region: int
    call_path: int


class CallSite(NamedTuple):
    text: str
    file: str
    line: int


class Message(NamedTuple):
    """A message with both ends; the enter times and regions are those of the calls around them."""
    send: Position
    receive: Optional[Position]
    send_time: int
    receive_time: Optional[int]
    bytes: int
    source: int
    destination: int
    comm: int
    tag: int
    send_enter_time: int
    receive_enter_time: Optional[int]
    send_region: Optional[int]
    receive_region: Optional[int]
    send_path: Optional[int]
    receive_path: Optional[int]


class CollectiveMember(NamedTuple):
    rank: int
    begin: Position
    end: Position
    enter_time: int
    begin_time: int
    end_time: int
    sent: int
    received: int
    region: Optional[int]
    path: Optional[int]


class Collective(NamedTuple):
    """An instance of a collective operation; complete: all members are there and agree."""
    op: str
    comm: int
    sequence: int
    root: Optional[int]
    nonblocking: bool
    complete: bool
    members: List[CollectiveMember]


class TeamMember(NamedTuple):
    location: int
    begin: Position
    end: Optional[Position]
    begin_time: int
    end_time: Optional[int]


class ParallelRegion(NamedTuple):
    team: int
    instance: int
    fork: Optional[Position]
    join: Optional[Position]
    members: List[TeamMember]


class LockTenure(NamedTuple):
    acquire: Position
    release: Optional[Position]
    acquire_time: int
    release_time: Optional[int]
    rank: int
    lock: int
    order: int
    paradigm: int
