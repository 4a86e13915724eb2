// SPDX-License-Identifier: BSD-3-Clause
// What a diagnosis says of every location, for a severity cube: the sampled time of every call
// path, and the losses, dealt out to those that have them.
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

// Collective: of a finished diagnosis, whose findings worker 0 alone has to know. It gets the
// severities, the others nothing.
Severities gather_severities(const Worker& worker, const OwnGroups& groups,
                             const Diagnosis& diagnosis, workers::Transport& transport);

}  // namespace tarry::diagnosis
