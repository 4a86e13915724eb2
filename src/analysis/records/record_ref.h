// SPDX-License-Identifier: BSD-3-Clause
// How records of a process refer to each other.
#pragma once

#include <compare>
#include <cstdint>

namespace tarry::analysis {

// A location of the same process, by thread order: requests may be completed by another thread.
using Sibling = std::uint16_t;

// Names one record of a process, whichever has it.
struct RecordRef {
  Sibling location = 0;
  std::uint32_t index = 0;

  friend auto operator<=>(const RecordRef&, const RecordRef&) = default;
};

}  // namespace tarry::analysis
