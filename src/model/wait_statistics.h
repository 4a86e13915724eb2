// SPDX-License-Identifier: BSD-3-Clause
// How long the single waits of a wait state were, when the longest of them happened and for which
// calls, at which call paths and on which communicators. Times are in seconds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

// The call that a wait was for, or the release of a lock or the end of a task, which take no time.
struct AwaitedCall {
  CallPathId callpath;  // !valid(): it is not known
  Rank rank;
  double enter_s = 0.0, exit_s = 0.0;  // since the begin of the trace

  friend bool operator==(const AwaitedCall&, const AwaitedCall&) = default;
};

// A call that waited.
struct LongWait {
  CallPathId callpath;
  Rank rank;
  double enter_s = 0.0, exit_s = 0.0;  // of the call, since the begin of the trace
  double wait_s = 0.0;
  AwaitedCall awaited{};

  friend bool operator==(const LongWait&, const LongWait&) = default;
};

// The part of the waits that one communicator has.
struct CommunicatorWaits {
  std::string communicator;  // name and ranks; empty: it is not known
  std::uint64_t count = 0;
  double wait_s = 0.0;

  friend bool operator==(const CommunicatorWaits&, const CommunicatorWaits&) = default;
};

// How long some waits are.
struct WaitFigures {
  std::uint64_t count = 0;
  double total_s = 0.0, mean_s = 0.0, least_s = 0.0, most_s = 0.0, median_s = 0.0;
  double variance_s2 = 0.0;                               // of two waits or more
  double lower_quartile_s = 0.0, upper_quartile_s = 0.0;  // of kWithQuartiles waits or more
  std::vector<LongWait> longest{};                        // longest first

  friend bool operator==(const WaitFigures&, const WaitFigures&) = default;
};

// The waits of a wait state at one call path.
struct CallPathWaits : WaitFigures {
  CallPathId callpath;

  friend bool operator==(const CallPathWaits&, const CallPathWaits&) = default;
};

// All waits of a wait state. Its longest waits are at different call paths.
struct WaitStatistics : WaitFigures {
  std::string metric;  // the wait state
  // Wait states of MPI only, the communicator with the longest waiting first.
  std::vector<CommunicatorWaits> by_communicator{};
  std::vector<CallPathWaits> by_callpath{};  // ascending; empty if they are not known

  friend bool operator==(const WaitStatistics&, const WaitStatistics&) = default;
};

// Has `change(CallPathId&)` rename the call paths of all waits. The lengths of waits at several
// call paths that become one are not known: then `by_callpath` becomes empty.
template <class Change>
void rename_callpaths(WaitStatistics& waits, const Change& change) {
  const auto rename = [&](WaitFigures& figures) {
    for (LongWait& wait : figures.longest) {
      change(wait.callpath);
      if (wait.awaited.callpath.valid()) change(wait.awaited.callpath);
    }
  };
  rename(waits);
  for (CallPathWaits& at : waits.by_callpath) {
    change(at.callpath);
    rename(at);
  }
  std::vector<CallPathWaits>& all = waits.by_callpath;
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.callpath < b.callpath; });
  const auto is_one = [](const auto& a, const auto& b) { return a.callpath == b.callpath; };
  if (std::adjacent_find(all.begin(), all.end(), is_one) != all.end()) all.clear();
}

// The least number of waits that have quartiles. Scalasca's files have none of fewer.
inline constexpr std::uint64_t kWithQuartiles = 5;

}  // namespace tarry::model
