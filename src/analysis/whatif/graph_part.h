// SPDX-License-Identifier: BSD-3-Clause
// The data of a location that one worker needs to evaluate the dependency graph.
#pragma once

#include <cstdint>
#include <span>

#include "model/ids.h"

namespace tarry::analysis {

using model::CallPathId;
using model::Ticks;

// A location's graph and the changes of the scenarios to it. It has views of bytes, which must
// outlive them.
struct GraphPart {
  model::LocationIndex location;
  Ticks begin, end;  // as in LocationSteps
  std::uint32_t sends = 0;
  std::uint32_t from_any_source = 0;  // number of receives
  std::span<const std::byte> log, changes;
  std::span<const std::byte> wants_post;  // by send, one bit each
  std::span<const CallPathId> unified;    // by call path of the log: that of all workers
};

}  // namespace tarry::analysis
