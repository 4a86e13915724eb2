// SPDX-License-Identifier: BSD-3-Clause
// Late Progress: a call ends only when its partner comes back to MPI, although the partner has
// posted its receive, or has sent its message, long before: the library moves data only while both
// processes are in MPI. Definition: docs/patterns/progress.md.
//
//   sender    ──█Isend█──█Waitall···········█──   from when it waits for nothing else (from), or
//   receiver  █Irecv█─────────────────█Isend█──   from when the receiver has left MPI (away),
//                   ^away             ^event      until the receiver's next call
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "model/ids.h"

namespace tarry::analysis {

// A process came back to MPI.
struct Return {
  model::Ticks event;  // begin of the call
  model::Ticks away;   // begin of the time outside of MPI before it
};

// Returns the time that a call, which waits for nothing else since `from`, has waited for a return.
inline model::Ticks late_progress(const Return& partner, model::Ticks from) {
  return base::positive_part(partner.event - std::max(from, partner.away));
}

// Returns the evidence, in bits, that a call went on because of an event `tail` before its end. If
// the event had come at any time of the call, each further bit would be half as likely. Two bits
// are subtracted, so that calls without a cause add up to less than nothing.
inline std::int64_t progress_evidence(model::Ticks wait, model::Ticks tail) {
  if (wait.count <= 0) return -2;
  const auto after = static_cast<std::uint64_t>(std::max<std::int64_t>(tail.count, 1));
  const auto all = static_cast<std::uint64_t>(wait.count) + after;
  return static_cast<std::int64_t>(std::bit_width(all / after)) - 3;
}

// Calls of a class (of the same function, size and length) have waited if their evidence adds up to
// kSureOfClass, except for calls with less than kSureOfCall.
inline constexpr std::int64_t kSureOfClass = 10;
inline constexpr std::int64_t kSureOfCall = 0;

// Collective operations need less evidence, because their members wait for each other anyway.
inline constexpr std::int64_t kSureOfOperations = 7;

}  // namespace tarry::analysis
