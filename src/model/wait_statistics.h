// SPDX-License-Identifier: BSD-3-Clause
// How long the single waits of a wait state were, when the longest of them happened, and on which
// communicators. Times are in seconds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

// A call that waited.
struct LongWait {
  CallPathId callpath;
  Rank rank;
  double enter_s = 0.0, exit_s = 0.0;  // of the call, since the begin of the trace
  double wait_s = 0.0;

  friend bool operator==(const LongWait&, const LongWait&) = default;
};

// The part of the waits that one communicator has.
struct CommunicatorWaits {
  std::string communicator;  // name and ranks; empty: it is not known
  std::uint64_t count = 0;
  double wait_s = 0.0;

  friend bool operator==(const CommunicatorWaits&, const CommunicatorWaits&) = default;
};

struct WaitStatistics {
  std::string metric;  // the wait state
  std::uint64_t count = 0;
  double total_s = 0.0, mean_s = 0.0, least_s = 0.0, most_s = 0.0, median_s = 0.0;
  double variance_s2 = 0.0;                               // of two waits or more
  double lower_quartile_s = 0.0, upper_quartile_s = 0.0;  // of kWithQuartiles waits or more
  std::vector<LongWait> longest;                          // longest first
  // Wait states of MPI only, the communicator with the longest waiting first.
  std::vector<CommunicatorWaits> by_communicator{};

  friend bool operator==(const WaitStatistics&, const WaitStatistics&) = default;
};

// The least number of waits that have quartiles. Scalasca's files have none of fewer.
inline constexpr std::uint64_t kWithQuartiles = 5;

}  // namespace tarry::model
