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
  model::Ticks away;   // since then it was outside of MPI
};

// How long a call that waits for nothing else since `from` has waited for it.
inline model::Ticks late_progress(const Return& partner, model::Ticks from) {
  return base::positive_part(partner.event - std::max(from, partner.away));
}

// Whether a wait that ended `tail` before its call did so because of the event, in bits. If the
// event had come at any time of the call, each bit would be half as likely as the one before. Two
// are taken off, so that calls without a cause add up to less than nothing.
inline std::int64_t progress_evidence(model::Ticks wait, model::Ticks tail) {
  if (wait.count <= 0) return -2;
  const auto after = static_cast<std::uint64_t>(std::max<std::int64_t>(tail.count, 1));
  const auto all = static_cast<std::uint64_t>(wait.count) + after;
  return static_cast<std::int64_t>(std::bit_width(all / after)) - 3;
}

// Calls of a class (what they do, how much, how long) have waited if all of them together are that
// sure; each if its own evidence is not against it.
inline constexpr std::int64_t kSureOfClass = 10;
inline constexpr std::int64_t kSureOfCall = 0;

// The same for collective operations. Their members wait for each other anyway, so less is enough.
inline constexpr std::int64_t kSureOfOperations = 7;

}  // namespace tarry::analysis
