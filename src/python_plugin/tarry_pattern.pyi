# SPDX-License-Identifier: BSD-3-Clause
"""Patterns in Python, which `tarry analyze --pattern FILE.py` runs. The guide is
docs/how-to/add-a-pattern.md. Times are ticks."""

from typing import List, Optional, Sequence

class Call:
    """A call that an event is in."""
    @property
    def enter(self) -> int: ...
    @property
    def leave(self) -> int: ...
    @property
    def own(self) -> int:
        """The time that is not in regions nested in it."""
    @property
    def rank(self) -> int:
        """In MPI_COMM_WORLD."""
    @property
    def thread(self) -> int: ...
    @property
    def may_wait(self) -> bool:
        """A call of MPI that waits, and does not only test."""
    @property
    def name(self) -> str:
        """Such as "MPI_Recv"."""
    @property
    def metric(self) -> str:
        """The metric that its time belongs to, such as "mpi_point2point"."""

class Message:
    """A message that was received."""
    @property
    def receive(self) -> Call:
        """The call that completes the receive."""
    @property
    def send(self) -> Call: ...
    @property
    def sent(self) -> int:
        """Time of the record of the send."""
    @property
    def bytes(self) -> int: ...
    @property
    def tag(self) -> int: ...
    @property
    def any_source(self) -> bool:
        """Posted with MPI_ANY_SOURCE."""

class Member:
    """The part of a process in a collective operation."""
    @property
    def call(self) -> Call:
        """The call, or the one that completes the operation."""
    @property
    def begin(self) -> int: ...
    @property
    def waits_from(self) -> int:
        """The begin, or the enter of the completing call."""
    @property
    def end(self) -> int: ...
    @property
    def sent(self) -> int: ...
    @property
    def received(self) -> int: ...

class Collective:
    @property
    def operation(self) -> str:
        """Such as "allreduce"."""
    @property
    def kind(self) -> str:
        """"barrier", "n-to-n", "1-to-n", "n-to-1", "prefix", "neighborhood" or "other"."""
    @property
    def members(self) -> List[Member]:
        """By rank in the communicator."""
    @property
    def root(self) -> Optional[Member]: ...

class Lock:
    """The acquisition of a lock."""
    @property
    def call(self) -> Call: ...
    @property
    def acquired(self) -> int: ...
    @property
    def lock(self) -> int:
        """Number of the lock in the process, of those of its paradigm."""
    @property
    def paradigm(self) -> str:
        """"openmp" or "pthread"."""
    @property
    def released(self) -> Optional[int]:
        """When another thread released it, if that is what happened directly before."""
    @property
    def released_thread(self) -> Optional[int]: ...

class OneSided:
    """A call on a window."""
    @property
    def call(self) -> Call: ...
    @property
    def time(self) -> int: ...
    @property
    def kind(self) -> str:
        """"create", "free", "fence", "start", "complete", "post", "wait", "lock", "acquire", "unlock",
        "operation" or "completion"."""
    @property
    def target(self) -> Optional[int]:
        """Rank in MPI_COMM_WORLD."""
    @property
    def window(self) -> int: ...
    @property
    def exclusive(self) -> bool:
        """Of a lock."""

class Result:
    """A wait state of the catalogue, or what another pattern has found: a call that was charged it."""
    @property
    def pattern(self) -> str:
        """Id of its metric, such as "mpi_latesender"."""
    @property
    def call(self) -> Call: ...
    @property
    def amount(self) -> int: ...
    @property
    def message(self) -> Optional[Message]:
        """That the call waited for, if it is one."""

class Visit:
    """A visit of a region, which is any function, loop or call that was recorded."""
    @property
    def call(self) -> Call: ...
    @property
    def number(self) -> int:
        """Counts the visits of the thread in the order of their enters, from 0."""
    @property
    def around(self) -> Optional[int]:
        """Number of the visit around it."""
    @property
    def times(self) -> int:
        """Visits that this one stands for: 1; more for calls that tested in vain and were recorded together; 0
        if a task goes on here that another thread began."""

class Event:
    """What a function gets besides its event, until it returns."""
    @property
    def ticks_per_second(self) -> int: ...
    def charge(self, call: Call, amount: int) -> None:
        """Charges an amount to a call of the event: ticks, or a number if that is the unit."""
    def path(self, call: Call) -> List[str]:
        """Returns the names of the regions that the thread was in, from the outermost to the call itself."""
    def counter(self, call: Call, name: str) -> Optional[int]:
        """Returns what a counter of the list `counters` has counted from the enter to the leave of the call, if
        the trace tells."""

class Pattern:
    """A pattern is a class derived from this one, with a name and at least one of the functions
    described below. Its events go to several objects in several processes."""
    name: Optional[str]
    """Id of the metric. A class without a name is no pattern."""
    title: Optional[str]
    """Without it, the name."""
    about: Optional[str]
    """Without it, the first line of the description of the class."""
    parent: Optional[str]
    """Id of the metric that it is part of."""
    unit: str
    """"seconds", "occurrences" or "bytes"."""
    confidence: str
    unless: Sequence[str]
    """Ids of wait states: a call that was charged one of them, or one below it, is not charged."""
    asks_for: Sequence[str]
    """Ids of wait states (with all below them) and names of patterns before this one, in this file or in
    one named before it, that are times and see no visits. Their results are events of this pattern."""
    counters: Sequence[str]
    """Names of counters whose values the functions want, at most two in all patterns."""
    def message(self, message: Message, event: Event) -> None: ...
    def collective(self, operation: Collective, event: Event) -> None: ...
    def lock(self, lock: Lock, event: Event) -> None: ...
    def call(self, call: Call, event: Event) -> None:
        """Called for each call that sends or receives, synchronizes, or takes a lock."""
    def team_barrier(self, barrier: Collective, event: Event) -> None:
        """Called for each barrier that all threads of a team of OpenMP are in: members by thread."""
    def one_sided(self, call: OneSided, event: Event) -> None: ...
    def result(self, result: Result, event: Event) -> None:
        """Called for each result of what asks_for names."""
    def visit(self, visit: Visit, event: Event) -> None:
        """Called for each visit of any region that was left."""
