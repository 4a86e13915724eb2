// SPDX-License-Identifier: BSD-3-Clause
// Sizes of messages and collective operations that a trace can be believed. Only damaged records
// have larger ones, and sums could not hold these.
#pragma once

#include <cstdint>

#include "model/anomalies.h"

namespace tarry::model {

// Returns the size, or 0 for an impossible one, which is counted.
inline std::uint64_t believable(std::uint64_t bytes, Anomalies& anomalies) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 42;
  if (bytes <= kLargest) return bytes;
  anomalies.add("messages and collectives with impossible sizes (taken as empty)");
  return 0;
}

}  // namespace tarry::model
