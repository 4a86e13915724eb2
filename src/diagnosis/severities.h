// SPDX-License-Identifier: BSD-3-Clause
// The part of a diagnosis that a severity cube shows of every location: the sampled time of every
// call path, and the losses, divided among the locations that have them.
#pragma once

#include <string>
#include <vector>

#include "diagnosis/dealt_shares.h"

namespace tarry::diagnosis {

struct LocationTimes {
  model::Rank rank;
  std::uint32_t thread = 0;
  std::string host;
  struct PathTime {
    FrameId frame;
    Time self{0};  // in no frame below
  };
  std::vector<PathTime> times;  // by call path
};

struct Severities {
  std::vector<LocationTimes> locations;  // by rank and thread
  std::vector<DealtShare> shares;        // by finding
};

// Collective, for a finished diagnosis, whose findings only worker 0 has to know. Worker 0 gets the
// severities, the others get nothing.
Severities gather_severities(const Worker& worker, const OwnGroups& groups,
                             const Diagnosis& diagnosis, workers::Transport& transport);

}  // namespace tarry::diagnosis
