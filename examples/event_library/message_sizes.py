#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Histogram of the sizes of messages: how many there are of each power of two, and how many bytes.

usage: message_sizes.py TRACE
"""
import sys

import numpy
import tarry_trace


def main(path):
    trace = tarry_trace.open(path)
    size = trace.columns(["bytes"], kinds=["send", "isend"])["bytes"]
    # The class of a size is the number of its binary digits: 0; 1; 2, 3; 4 to 7; ...
    digits = numpy.frexp(size.astype(float))[1]
    print(f"{'bytes':>24} {'messages':>12} {'bytes in all':>16}")
    for number in numpy.unique(digits):
        own = size[digits == number]
        least, most = (0, 0) if number == 0 else (2 ** (number - 1), 2 ** number - 1)
        print(f"{f'{least} to {most}':>24} {len(own):>12} {own.sum():>16}")
    print(f"{'all':>24} {len(size):>12} {size.sum():>16}")


if __name__ == "__main__":
    main(*sys.argv[1:])
