// SPDX-License-Identifier: BSD-3-Clause
// The definitions of the events that a compressed trace expands to: a region for every place on a
// stack and every MPI function, one location per rank.
#pragma once

#include <vector>

#include "compressed/model/trace.h"
#include "model/definitions.h"

namespace tarry::compressed {

struct ExpandedDefinitions {
  // Event counts and the length of the clock are missing; times are nanoseconds from 0.
  model::Definitions definitions;
  std::vector<model::RegionId> functions;  // by SiteId; a FrameId equals the RegionId of its frame
};

ExpandedDefinitions expanded_definitions(const Trace& trace);

}  // namespace tarry::compressed
