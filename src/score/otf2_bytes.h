// SPDX-License-Identifier: BSD-3-Clause
// What OTF2 writes for an event, as its encoding has it and nothing else (the decoder reads the
// same, trace/otf2/record_cursor.h): a byte for the kind, for most kinds a byte for the length, and
// numbers without their leading zero bytes. A time stamp of its own stands before an event whose
// time differs from that of the event before it.
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
    21;  // what a file has besides events, once for each chunk of it
inline constexpr double kChunkOf = 4194304;

// A length byte and as many as the number needs; one for zero.
inline double number_bytes(double value) {
  if (value < 1) return 1;
  double bytes = 2;
  for (double limit = 256; value >= limit && bytes < 9; limit *= 256) ++bytes;
  return bytes;
}

// The mean of the numbers from 0 to `count` - 1.
inline double mean_number_bytes(double count) {
  if (count <= 1) return 1;
  double sum = 1;  // zero
  double from = 1;
  for (double bytes = 2; from < count; ++bytes) {
    const double end = std::fmin(from == 1 ? 256 : from * 256, count);
    sum += bytes * (end - from);
    from = end;
  }
  return sum / count;
}

}  // namespace tarry::score
