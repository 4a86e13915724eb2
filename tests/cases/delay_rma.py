#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# One-sided communication in random programs: processes meet in calls on windows, post and access,
# lock windows and send messages, simulated exactly. They must wait as one_sided_waits.py says, all
# times must follow from their dependencies, and the cube must be sound (run_case).
#
#   tests/cases/delay_rma.py RUN_CASE FIRST_SEED PROGRAMS
import random

import random_cases
from one_sided_waits import Call, waits

# These waits are not checked here.
OTHER_WAITS = ("mpi_barrier_wait mpi_barrier_completion mpi_latesender mpi_latesender_wo mpi_lswo_different "
               "mpi_lswo_same mpi_latereceiver mpi_slr_count mpi_clr_count mpi_sls_count mpi_cls_count "
               "mpi_slswo_count mpi_clswo_count")


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ranks = self.random.randint(2, 5)
        self.now = [0] * self.ranks
        self.calls = [[] for _ in range(self.ranks)]
        self.attributes = {}  # more of them, by call
        self.windows = {"w": list(range(self.ranks))}
        if self.ranks > 2:
            self.windows["v"] = self.random.sample(range(self.ranks), self.random.randint(2, self.ranks))
        self.released = {}  # by window and target: the last lock of any kind, the last exclusive one
        steps = [self.collective] * 2 + [self.exposure] * 2 + [self.locks] * 3 + [self.message, self.barrier, self.put]
        for self.step in range(self.random.randint(3, 12)):
            for rank in range(self.ranks):
                self.work(rank)
            self.random.choice(steps)(self.random.choice(list(self.windows)))

    def soon(self, most=1):
        return self.random.randint(0, most)

    def add(self, rank, name, end, attributes="", **of_window):
        call = Call(name, self.now[rank], end, **of_window)
        self.attributes[call] = attributes
        self.calls[rank].append(call)
        self.now[rank] = end

    def work(self, rank):
        self.add(rank, self.random.choice("abc"), self.now[rank] + self.soon(3))

    def move(self, rank, window, targets, end):
        self.add(rank, self.random.choice(["MPI_Put", "MPI_Get"]), end, window=window,
                 target=self.random.choice(targets))

    def moves(self, rank, window, targets, most=2):
        for _ in range(self.soon(most)):
            self.move(rank, window, targets, self.now[rank] + self.soon(2))
            self.work(rank)

    def put(self, window):
        for rank in self.windows[window]:
            self.moves(rank, window, self.windows[window], 1)

    # The end of an epoch may also be recorded when the call begins.
    def at(self, rank):
        return self.random.choice(["", f" at={self.now[rank]}"])

    def collective(self, window):
        members = self.windows[window]
        if self.random.random() < 0.7:
            self.put(window)
        name = self.random.choice(["MPI_Win_fence", "MPI_Win_fence", "MPI_Win_create", "MPI_Win_free"])
        last = max(self.now[rank] for rank in members)
        for rank in members:
            self.add(rank, name, last + self.soon(2), window=window)

    def barrier(self, _):
        last = max(self.now)
        for rank in range(self.ranks):
            self.add(rank, "MPI_Barrier", last + self.soon())

    def message(self, _):
        source, target = self.random.sample(range(self.ranks), 2)
        sent, posted = self.now[source], self.now[target]
        is_synchronous = self.random.random() < 0.5
        self.add(source, "MPI_Send", max(sent, posted if is_synchronous else 0) + self.soon(),
                 f" to={target} tag={self.step}")
        self.add(target, "MPI_Recv", max(sent, posted) + self.soon(), f" from={source} tag={self.step}")

    # The MPI library decides which call waits for the posts.
    def exposure(self, window):
        members = self.random.sample(self.windows[window], len(self.windows[window]))
        cut = self.random.randint(1, len(members) - 1)
        targets, origins = tuple(members[:cut]), tuple(members[cut:])
        posted = max(self.now[rank] for rank in targets)
        for rank in targets:
            self.add(rank, "MPI_Win_post", self.now[rank] + 1, window=window, group=origins)
            self.work(rank)
        for rank in origins:
            waits_in = self.random.choice(["start", "move", "complete"])
            end = max(self.now[rank], posted) + 1 if waits_in == "start" else self.now[rank] + self.soon()
            self.add(rank, "MPI_Win_start", end, window=window, group=targets)
            self.work(rank)
            if waits_in == "move":
                self.move(rank, window, targets, max(self.now[rank], posted) + 1)
            else:
                self.moves(rank, window, targets)
            self.work(rank)
        completed = max(self.now[rank] for rank in origins)
        for rank in origins:
            self.add(rank, "MPI_Win_complete", max(self.now[rank], posted) + self.soon(), self.at(rank), window=window,
                     group=targets)
        for rank in targets:
            self.add(rank, "MPI_Win_wait", max(self.now[rank], completed) + self.soon(2), window=window, group=origins)

    # The MPI library also decides which call waits for a lock.
    def locks(self, window):
        members = self.windows[window]
        target = self.random.choice(members)
        origins = self.random.sample(members, self.random.randint(1, len(members)))
        for rank in sorted(origins, key=lambda origin: self.now[origin]):
            self.lock(rank, window, None if self.random.random() < 0.2 else target)

    def lock(self, rank, window, target):
        of_all = target is None
        targets = self.windows[window] if of_all else [target]
        is_exclusive = not of_all and self.random.random() < 0.6
        free = max(self.released.get((window, each), (0, 0))[0 if is_exclusive else 1] for each in targets)
        waits_in = self.random.choice(["lock", "move", "unlock"])
        suffix = "_all" if of_all else ""
        self.add(rank, "MPI_Win_lock" + suffix, max(self.now[rank], free * (waits_in == "lock")) + self.soon(),
                 "" if is_exclusive else " lock=shared", window=window, target=target, exclusive=is_exclusive)
        self.work(rank)
        if waits_in == "move":
            self.move(rank, window, targets, max(self.now[rank], free) + self.soon())
        elif waits_in == "lock":
            self.moves(rank, window, targets)
        self.work(rank)
        self.add(rank, "MPI_Win_unlock" + suffix, max(self.now[rank], free) + self.soon(), self.at(rank), window=window,
                 target=target)
        for each in targets:
            last, last_exclusive = self.released.get((window, each), (0, 0))
            end = self.now[rank]
            self.released[window, each] = max(last, end), max(last_exclusive, end * is_exclusive)

    def text(self, call):
        out = f"{call.name} {call.begin}..{call.end}{self.attributes[call]}"
        if call.window:
            out += f" win={call.window}"
        if call.target is not None:
            out += f" to={self.windows[call.window].index(call.target)}"
        if call.group:
            out += " group=" + ",".join(map(str, call.group))
        return out

    def case(self):
        text = f"ranks {self.ranks}\n"
        for window, members in self.windows.items():
            text += f"comm of_{window} {','.join(map(str, members))}\nwindow {window} of_{window}\n"
        end = max(self.now) + 1
        for rank, calls in enumerate(self.calls):
            lines = "\n  ".join(map(self.text, calls))
            text += f"{rank}: main 0..{end} {{ {lines} }}\n"
        for (metric, rank, region), amount in waits(self.windows, self.calls).items():
            text += f"expect {metric} rank={rank} path=main/{region} value={amount}\n"
        regions = {call.name for calls in self.calls for call in calls}
        if "a" in regions:
            text += f"expect-what-if a factor=1 value={end}\n"
        return text + f"expect-more {OTHER_WAITS}\n"


random_cases.run(lambda seed: Program(seed).case(), "waits as defined")
