// SPDX-License-Identifier: BSD-3-Clause
// The number and size of calls, in the recording and in its replay.
#pragma once

#include <cstdint>
#include <vector>

namespace tarry::replay {

struct CallCounts {
  std::uint64_t calls = 0;
  std::uint64_t sent = 0;      // bytes
  std::uint64_t received = 0;  // bytes
  double time_ns = 0;

  void operator+=(const CallCounts& other) {
    calls += other.calls;
    sent += other.sent;
    received += other.received;
    time_ns += other.time_ns;
  }
};

using SiteCounts = std::vector<CallCounts>;  // by SiteId

}  // namespace tarry::replay
