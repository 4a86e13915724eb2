// SPDX-License-Identifier: BSD-3-Clause
// What keeps the calls of a class of ranks from being fitted, and which calls must go for it.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/extrapolate/class_calls.h"
#include "compressed/model/sequence.h"

namespace tarry::compressed {

// Some aligned events (ClassCalls) that are to be left out.
struct ClassFault {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  // If a loop around the events is the fault: its trips in each trace (nullptr where they need no
  // change), of which `most_trips` stay each time.
  std::vector<const Sequence*> trips;
  std::int64_t most_trips = 0;
};

// Marks the calls of a rank that open what is completed by marked ones.
void mark_openings(const Trace& trace, std::uint32_t rank, std::vector<bool>& marked);

// Returns for each call of the representative in a trace whether it must go. The calls of the other
// ranks of the class have the same numbers.
std::vector<bool> faulty_calls(ClassCalls& calls, std::size_t base,
                               const std::vector<ClassFault>& faults);

}  // namespace tarry::compressed
