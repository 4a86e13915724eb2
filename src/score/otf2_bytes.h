// SPDX-License-Identifier: BSD-3-Clause
// The size of an event in OTF2, which follows from its encoding alone (trace/otf2/record_cursor.h
// decodes the same): a byte for the kind, for most kinds a byte for the length, and numbers without
// their leading zero bytes. A time stamp stands before each event whose time differs from the
// previous one.
#pragma once

#include <cmath>
#include <cstdint>

namespace tarry::score {

inline constexpr double kStampBytes = 9;
inline constexpr double kKindBytes = 1;
inline constexpr double kHeadBytes = 2;  // kind and length
inline constexpr double kShortBytes =
    1;  // an 8-bit number, or a longer one that is zero or undefined
inline constexpr double kChunkBytes =
    21;  // size of a file besides its events, once for each of its chunks
inline constexpr double kChunkOf = 4194304;

// Returns the size of a length byte and the bytes that the number needs; zero takes one byte.
inline double number_bytes(double value) {
  if (value < 1) return 1;
  double bytes = 2;
  for (double limit = 256; value >= limit && bytes < 9; limit *= 256) ++bytes;
  return bytes;
}

// Returns the mean size of the numbers from 0 to `count` - 1.
inline double mean_number_bytes(double count) {
  if (count <= 1) return 1;
  double sum = 1;  // bytes for the number 0
  double from = 1;
  for (double bytes = 2; from < count; ++bytes) {
    const double end = std::fmin(from == 1 ? 256 : from * 256, count);
    sum += bytes * (end - from);
    from = end;
  }
  return sum / count;
}

}  // namespace tarry::score
