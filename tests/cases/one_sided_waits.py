# SPDX-License-Identifier: BSD-3-Clause
"""The one-sided waits of docs/definitions.md once more, as plainly as can be, for programs of one thread per process in
which every epoch has its counterpart. Cases made at random expect these waits."""
from collections import Counter
from dataclasses import dataclass, field

MOVES = ("MPI_Put", "MPI_Get")
AT_WINDOW = {"MPI_Win_create": "mpi_rma_wait_at_create", "MPI_Win_free": "mpi_rma_wait_at_free",
             "MPI_Win_fence": "mpi_rma_wait_at_fence"}


@dataclass(eq=False)
class Call:
    name: str
    begin: int
    end: int
    window: str = ""
    target: int | None = None  # rank of the world; None for all
    group: tuple = ()  # ranks of the world; empty for none
    exclusive: bool = False


@dataclass(eq=False)
class Epoch:
    rank: int
    first: Call
    last: Call
    moves: list
    partners: list = field(default_factory=list)  # epochs of the others

    def moves_on(self, rank):
        return [call for call in self.moves if call.target == rank]


def waits(windows, calls):
    """Returns the waits by metric, rank and region. `windows` are the members of each, `calls`
    those of each rank."""
    found = Waits(calls)
    for window, members in windows.items():
        found.collectives(window, members)
        found.exposures(window)
        found.locks(window, members)
    return found.amounts


class Waits:
    def __init__(self, calls):
        self.calls = calls
        self.amounts = Counter()

    def note(self, metric, rank, call, amount):
        if amount:
            self.amounts[metric, rank, call.name] += amount

    def pairs(self, rank, call, partners, involved):
        self.note("mpi_rma_pairsync_count", rank, call, partners)
        self.note("mpi_rma_pairsync_unneeded_count", rank, call, partners - involved)

    def on(self, rank, window):
        return [call for call in self.calls[rank] if call.window == window]

    def collectives(self, window, members):
        parts = [[call for call in self.on(rank, window) if call.name in AT_WINDOW] for rank in members]
        for meeting in zip(*parts):
            last = max(call.begin for call in meeting)
            overlap = last < min(call.end for call in meeting)
            moved = {rank: self.since_fence(rank, call) for rank, call in zip(members, meeting)}
            for rank, call in zip(members, meeting):
                wait = last - call.begin if overlap else 0
                self.note(AT_WINDOW[call.name], rank, call, wait)
                if call.name == "MPI_Win_fence":
                    self.fence(rank, call, wait, moved)

    def since_fence(self, rank, until):
        calls = self.on(rank, until.window)
        moves = []
        for call in reversed(calls[:calls.index(until)]):
            if call.name == "MPI_Win_fence":
                break
            if call.name in MOVES:
                moves.append(call)
        return moves

    def fence(self, rank, call, wait, moved):
        on_me = [(origin, move) for origin, moves in moved.items() for move in moves
                 if move.target == rank and origin != rank]
        involved = {origin for origin, _ in on_me} | {move.target for move in moved[rank]}
        self.pairs(rank, call, len(moved) - 1, len(involved - {rank}))
        last = max((move.end for _, move in on_me), default=call.begin)
        if wait and call.begin < last <= call.end:
            self.note("mpi_rma_early_fence", rank, call, min(last - call.begin, wait))

    def epochs(self, window, first, last):
        for rank in range(len(self.calls)):
            begin, moves = None, []
            for call in self.on(rank, window):
                if call.name in first:
                    begin, moves = call, []
                elif call.name in last:
                    yield Epoch(rank, begin, call, moves)
                    moves = []
                elif call.name in MOVES:
                    moves.append(call)

    def exposures(self, window):
        accesses = list(self.epochs(window, ["MPI_Win_start"], ["MPI_Win_complete"]))
        exposures = list(self.epochs(window, ["MPI_Win_post"], ["MPI_Win_wait"]))
        exposed = numbered(exposures)
        for (origin, target, number), access in numbered(accesses).items():
            exposure = exposed[target, origin, number]
            access.partners.append(exposure)
            exposure.partners.append(access)
        for access in accesses:
            self.late_post(access)
        for exposure in exposures:
            self.early_wait(exposure)

    def late_post(self, access):
        involved = sum(bool(access.moves_on(exposure.rank)) for exposure in access.partners)
        self.pairs(access.rank, access.last, len(access.partners), involved)
        post = max(exposure.first.begin for exposure in access.partners)
        for call in [access.last, access.first, *access.moves]:
            if call.begin < post < call.end:
                kind = "comm" if call.name in MOVES else "sync"
                return self.note(f"mpi_rma_{kind}_late_post", access.rank, call, post - call.begin)

    def early_wait(self, exposure):
        rank, call = exposure.rank, exposure.last
        moves = [access.moves_on(rank) for access in exposure.partners]
        self.pairs(rank, call, len(moves), sum(map(bool, moves)))
        complete = min(max(access.last.begin for access in exposure.partners), call.end)
        last = max([call.begin, *(move.end for of in moves for move in of)])
        self.note("mpi_rma_early_wait", rank, call, max(complete - call.begin, 0))
        self.note("mpi_rma_late_complete", rank, call, max(complete - last, 0))

    def locks(self, window, members):
        epochs = list(self.epochs(window, ["MPI_Win_lock", "MPI_Win_lock_all"],
                                  ["MPI_Win_unlock", "MPI_Win_unlock_all"]))
        longest = {}
        for epoch in epochs:
            for target in members if epoch.first.target is None else [epoch.first.target]:
                released = max((other.last.end for other in epochs if excludes(other, epoch, target)), default=0)
                for call in [epoch.first, *epoch.moves_on(target), epoch.last]:
                    if call.begin < released < call.end:
                        amount = released - call.begin
                        longest[epoch.rank, call] = max(longest.get((epoch.rank, call), 0), amount)
        for (rank, call), amount in longest.items():
            kind = "comm" if call.name in MOVES else "sync"
            self.note(f"mpi_rma_{kind}_lock_competition", rank, call, amount)


def excludes(other, epoch, target):
    return (other.rank != epoch.rank and other.last.end < epoch.last.end and
            other.first.target in (None, target) and (other.first.exclusive or epoch.first.exclusive))


def numbered(epochs):
    """Returns the epochs by the two processes and their number."""
    count = Counter()
    out = {}
    for epoch in epochs:
        for other in epoch.first.group:
            out[epoch.rank, other, count[epoch.rank, other]] = epoch
            count[epoch.rank, other] += 1
    return out
