# SPDX-License-Identifier: BSD-3-Clause
# Writes the trace of a wavefront code as a text case: sweeps over a square grid of processes from
# its four corners in turn. Each process receives from two neighbors, computes a block, and sends to
# the other two. Some in the middle have more to do, and all vary a little at random. `tarry synth`
# has no such pattern: its iterations do not depend on each other, so no wait has a chain behind it.
import random

TICKS_PER_SECOND = 1_000_000
BLOCK = 1000          # ticks of a block's computation
NOISE = 0.1  # mean of the random addition, as a fraction
FIXUP = 0.3  # additional work of processes in the middle
SOURCE = 2000         # once per iteration
SEND, LATENCY, RECEIVE, REDUCE = 2, 3, 1, 20
CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))  # directions of the sweeps


def seconds(ticks):
    return f"{ticks // TICKS_PER_SECOND}.{ticks % TICKS_PER_SECOND:06d}"


class Grid:
    """side x side processes, the time of each, and its actions so far as text."""

    def __init__(self, side, seed):
        self.side = side
        self.random = random.Random(seed)
        self.now = [0] * (side * side)
        self.text = [[] for _ in self.now]

    def noisy(self, ticks):
        return int(ticks * (1 + self.random.expovariate(1 / NOISE)))

    def region(self, rank, name, length, attributes=""):
        begin = self.now[rank]
        self.now[rank] += length
        self.text[rank].append(f"{name} {seconds(begin)}..{seconds(self.now[rank])}{attributes}")

    def neighbour(self, x, y):
        inside = 0 <= x < self.side and 0 <= y < self.side
        return y * self.side + x if inside else None

    def in_the_middle(self, rank):
        x, y = rank % self.side, rank // self.side
        return all(self.side * 3 // 8 <= place < self.side * 5 // 8 for place in (x, y))

    def block(self, x, y, direction, sent):
        """`sent` tells when each message of this block was sent, by sender and receiver."""
        rank = self.neighbour(x, y)
        dx, dy = direction
        for source in (self.neighbour(x - dx, y), self.neighbour(x, y - dy)):
            if source is not None:
                there = sent[source, rank] + LATENCY
                self.region(rank, "MPI_Recv", max(RECEIVE, there - self.now[rank]),
                            f" from={source} bytes=8000")
        self.region(rank, "compute_block", self.noisy(BLOCK))
        if self.in_the_middle(rank):
            self.region(rank, "fix_up", self.noisy(BLOCK * FIXUP))
        for target in (self.neighbour(x + dx, y), self.neighbour(x, y + dy)):
            if target is not None:
                sent[rank, target] = self.now[rank]
                self.region(rank, "MPI_Send", SEND, f" to={target} bytes=8000")

    def sweep(self, direction, blocks):
        order = [range(self.side)[::step] for step in direction]
        begins = list(self.now)
        before = [len(each) for each in self.text]
        for _ in range(blocks):
            sent = {}
            for y in order[1]:
                for x in order[0]:
                    self.block(x, y, direction, sent)
        for rank, items in enumerate(self.text):
            inside = " ".join(items[before[rank]:])
            items[before[rank]:] = [f"sweep {seconds(begins[rank])}..{seconds(self.now[rank])} "
                                    f"{{ {inside} }}"]

    def reduce(self):
        end = max(self.now) + REDUCE
        for rank, now in enumerate(self.now):
            self.region(rank, "MPI_Allreduce", end - now, " bytes=8/8")


def case(side, iterations, blocks, seed):
    """Returns the text of a case without expectations."""
    grid = Grid(side, seed)
    for _ in range(iterations):
        for rank in range(side * side):
            grid.region(rank, "source", grid.noisy(SOURCE))
        for direction in CORNERS:
            grid.sweep(direction, blocks)
        grid.reduce()
    end = seconds(max(grid.now))
    lines = [f"ranks {side * side}", f"resolution {TICKS_PER_SECOND}"]
    lines += [f"{rank}: main 0..{end} {{ {' '.join(items)} }}" for rank, items in enumerate(grid.text)]
    return "\n".join(lines) + "\n"
