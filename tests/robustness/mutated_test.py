#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A thousand archives (or the given number) with flipped bits, cut, swapped and missing files: none
# crashes the tool, none hangs it, none makes it use more than twice the memory of the intact one,
# and each ends with status 0 or with status 1 and one line.
# usage: mutated_test.py BUILD_DIRECTORY [ARCHIVES]
import os
import random
import sys

from damaged import Workshop

SEED = 20040
FAILED = 1


def trace_files(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder)
                  for name in names if name.endswith((".otf2", ".def", ".evt")))


def flip_bits(files, chance):
    with open(chance.choice(files), "r+b") as file:
        content = bytearray(file.read())
        for _ in range(chance.choice((1, 1, 2, 8, 64))):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        file.seek(0)
        file.write(content)


def cut(files, chance):
    path = chance.choice(files)
    os.truncate(path, chance.randrange(os.path.getsize(path)))


def overwrite(files, chance):
    """Puts a piece of one file in the place of a piece of another."""
    source, target = chance.choice(files), chance.choice(files)
    with open(source, "rb") as file:
        content = file.read()
    begin = chance.randrange(len(content))
    with open(target, "r+b") as file:
        file.seek(chance.randrange(os.path.getsize(target)))
        file.write(content[begin:begin + chance.randrange(1, 256)])


def swap(files, chance):
    one, other = chance.sample(files, 2)
    os.rename(one, one + ".kept")
    os.rename(other, one)
    os.rename(one + ".kept", other)


def remove(files, chance):
    for path in chance.sample(files, chance.choice((1, 1, 2, 3))):
        os.remove(path)


def main():
    workshop = Workshop(sys.argv[1])
    intact = workshop.analyze(workshop.intact)
    chance = random.Random(SEED)
    mutations = (flip_bits, flip_bits, flip_bits, cut, cut, overwrite, swap, remove)
    statuses = {}
    highest = 0
    archives = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    for number in range(archives):
        mutate = chance.choice(mutations)
        copy = workshop.fresh_copy()
        mutate(trace_files(copy), chance)
        outcome = workshop.analyze(copy)
        what = f"archive {number} ({mutate.__name__}): "
        if outcome.status not in (0, FAILED):
            sys.exit(f"FAILED: {what}status {outcome.status}\n{outcome.stderr}\nkept as {keep(copy)}")
        if outcome.status == FAILED and len(outcome.stderr.splitlines()) != 1:
            sys.exit(f"FAILED: {what}not one line\n{outcome.stderr}\nkept as {keep(copy)}")
        if outcome.peak_kib > 2 * intact.peak_kib:
            sys.exit(f"FAILED: {what}{outcome.peak_kib} KiB, the intact one took {intact.peak_kib}; "
                     f"kept as {keep(copy)}")
        statuses[outcome.status] = statuses.get(outcome.status, 0) + 1
        highest = max(highest, outcome.peak_kib)
    print(f"{archives} mutated archives: {statuses.get(0, 0)} analysed, {statuses.get(FAILED, 0)} "
          f"refused; peak {highest} KiB, intact {intact.peak_kib} KiB")


def keep(copy):
    kept = os.path.abspath("mutated-archive")
    os.rename(copy, kept)
    return kept


if __name__ == "__main__":
    main()
