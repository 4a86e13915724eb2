// SPDX-License-Identifier: BSD-3-Clause
// The times in which a process was in MPI, as far as its records tell. It was outside while none of
// its threads was in a call that synchronises or moves data.
#pragma once

#include <memory_resource>
#include <optional>
#include <vector>

#include "analysis/patterns/late_progress.h"
#include "analysis/records/process_records.h"
#include "workers/message.h"

namespace tarry::analysis {

// Thread: one at a time.
class Presence {
 public:
  // Takes the calls of a process. The memory is used again.
  void of(const ProcessRecords& process);

  struct Found {
    Return partner;
    RecordRef call;  // in `instances`
  };
  // Looks at the returns of the process after `from` and before `end`. Returns the one before which
  // it was outside for longest since `from`, the earliest of equals; none if it did not come back.
  // Only the last kMostLooked calls before `end` are looked at.
  [[nodiscard]] std::optional<Found> longest(Ticks from, Ticks end) const;
  // Returns the call in which the process was in MPI at `from`, among the last kMostLooked that had
  // begun by then, or the first one after it and before `end`.
  [[nodiscard]] std::optional<Found> first(Ticks from, Ticks end) const;

  // One of these two.
  using Search = std::optional<Found> (Presence::*)(Ticks from, Ticks end) const;

 private:
  static constexpr std::size_t kMostLooked = 256;

  struct Stay {
    Ticks begin, leave;
    Ticks away;  // the latest leave of the stays before it
    RecordRef call;
  };
  // Returns the first stay that begins at a time or after it.
  [[nodiscard]] std::pmr::vector<Stay>::const_iterator first_at(Ticks time) const;

  std::pmr::vector<Ticks> begins_;  // of one location, by instance
  std::pmr::vector<Stay> stays_;    // by begin
  mutable std::size_t last_ = 0;    // the stay that was found last
};

// A question about the calls of a process while another one was in a call.
struct PresenceQuestion {
  Ticks from, end;
  std::uint32_t process;  // place of the asked process on its worker
};

struct PresenceAnswer {
  static constexpr Ticks kNever{INT64_MIN};
  Ticks event = kNever, away;
  RecordRef call;

  [[nodiscard]] bool is_found() const { return event != kNever; }
};

// Answers the questions of all workers about processes of this one, in the order of the questions.
std::vector<workers::Bytes> answer(const std::vector<workers::Bytes>& questions,
                                   const std::vector<ProcessRecords>& processes,
                                   Presence::Search find);

}  // namespace tarry::analysis
