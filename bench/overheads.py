# SPDX-License-Identifier: BSD-3-Clause
# By how much runs of one kind take longer than bare runs of the same rounds, and how sure that is.
import collections
import random
import statistics

DRAWS, OUTSIDE = 2000, 0.025
FEWEST = 4  # fewer rounds say nothing about the range

# Values are in percent of the bare runs.
Overhead = collections.namedtuple("Overhead", "median low high")


def overhead(bare, other):
    """Takes numbers by round. A round is drawn with both, because the machine's load affected
    both."""
    def of_rounds(rounds):
        return 100 * (statistics.median(other[i] for i in rounds) / statistics.median(bare[i] for i in rounds) - 1)
    draw = random.Random(1)
    drawn = sorted(of_rounds(draw.choices(range(len(bare)), k=len(bare))) for _ in range(DRAWS))
    outside = int(DRAWS * OUTSIDE)
    return Overhead(of_rounds(range(len(bare))), drawn[outside], drawn[-1 - outside])


def shown(value, rounds):
    if rounds < FEWEST:
        return f"{value.median:+.2f} %"
    return f"{value.median:+.2f} % ({value.low:+.2f} to {value.high:+.2f})"
