// SPDX-License-Identifier: BSD-3-Clause
// Tells how long a rank computes before each call and how long the call takes. A compressed trace
// keeps no single times: every call gets the mean time of its event after its predecessor, or a
// time drawn from the histogram there.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/model/cursor.h"
#include "compressed/model/path_times.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

enum class TimeChoice : std::uint8_t { Average, Draw };

struct CallTime {
  std::uint64_t before_ns = 0;
  std::uint64_t duration_ns = 0;
};

// The result is the same for the same trace, rank, choice and seed. The trace must outlive the
// object.
class CallTimes {
 public:
  CallTimes(const Trace& trace, std::uint32_t rank, TimeChoice choice, std::uint64_t seed = 0)
      : paths_(trace, rank),
        rank_(rank),
        choice_(choice),
        seed_(seed),
        occurrences_(trace.events.size()) {}

  // Must get the calls in their order. Returns zeros if the trace has no times.
  CallTime next(const CursorCall& call);
  // Returns the shortest time that such calls took, or 0 if the trace has no times.
  std::uint64_t shortest_ns(const CursorCall& call);

 private:
  PathTimes paths_;
  std::uint32_t rank_;
  TimeChoice choice_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> occurrences_;  // by event
};

}  // namespace tarry::compressed
