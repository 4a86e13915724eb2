// SPDX-License-Identifier: BSD-3-Clause
// The loops of a class of ranks that all base traces have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compressed/extrapolate/class_calls.h"
#include "compressed/extrapolate/class_faults.h"

namespace tarry::compressed {

// A loop of the class, with what each trace has for it.
struct CommonLoop {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  struct OfBase {
    bool is_reached = true;           // false: the trace says nothing about the trips
    const Sequence* trips = nullptr;  // nullptr: the same trips each time
    std::int64_t each = 1;
  };
  std::vector<OfBase> bases;

  // Returns the fault of trips without a formula: all keep the fewest that there are.
  [[nodiscard]] ClassFault fault() const;
};

struct CommonLoops {
  std::vector<CommonLoop> loops;  // outer ones first
  // A trace and its loop that is not among those of the others; then the loops are not complete.
  std::optional<std::pair<std::size_t, BaseLoop>> other;
};

// Returns the loops of the trace that has most of them, and finds those of the other traces among
// them. A loop that a trace lacks has one trip there, or none if the trace lacks its events.
CommonLoops common_loops(const ClassCalls& calls);

// Returns whether a trace has any event of a loop.
bool has_any(const ClassCalls& calls, std::size_t base, const CommonLoop& loop);

}  // namespace tarry::compressed
