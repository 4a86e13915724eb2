// SPDX-License-Identifier: BSD-3-Clause
// What one worker needs of a location to go through the dependency graph.
#pragma once

#include <cstdint>
#include <span>

#include "model/ids.h"

namespace tarry::analysis {

using model::CallPathId;
using model::Ticks;

// A location's graph and what the scenarios change in it. Views: the bytes must outlive them.
struct GraphPart {
  model::LocationIndex location;
  Ticks begin, end;  // as in LocationSteps
  std::uint32_t sends = 0;
  std::uint32_t from_any_source = 0;  // receives
  std::span<const std::byte> log, changes;
  std::span<const std::byte> wants_post;  // by send, a bit each
  std::span<const CallPathId> unified;    // call paths of the log in those of all workers
};

}  // namespace tarry::analysis
