// SPDX-License-Identifier: BSD-3-Clause
// When a process was in MPI, as far as its records tell: it was outside while none of its threads
// was in a call that synchronises or moves data.
#pragma once

#include <memory_resource>
#include <optional>
#include <vector>

#include "analysis/patterns/late_progress.h"
#include "analysis/records/process_records.h"

namespace tarry::analysis {

// Thread: one at a time.
class Presence {
 public:
  // Of one process; the memory is used again.
  void of(const ProcessRecords& process);

  struct Found {
    Return partner;
    RecordRef call;  // in `instances`
  };
  // Among the process' returns after `from` and before `end` the one before which it was outside
  // for longest since `from`, the earliest of equals; none if it did not come back. Only the last
  // kMostLooked calls before `end` are looked at.
  [[nodiscard]] std::optional<Found> longest(Ticks from, Ticks end) const;
  // The call in which the process was in MPI at `from`, among the last kMostLooked that began by
  // then, or the first one after it and before `end`.
  [[nodiscard]] std::optional<Found> first(Ticks from, Ticks end) const;

 private:
  static constexpr std::size_t kMostLooked = 256;

  struct Stay {
    Ticks begin, leave;
    Ticks away;  // the latest leave of those before it
    RecordRef call;
  };
  // The first that begins at a time or after it.
  [[nodiscard]] std::pmr::vector<Stay>::const_iterator first_at(Ticks time) const;

  std::pmr::vector<Ticks> begins_;  // of one location, by instance
  std::pmr::vector<Stay> stays_;    // by begin
  mutable std::size_t last_ = 0;    // what was found last
};

}  // namespace tarry::analysis
