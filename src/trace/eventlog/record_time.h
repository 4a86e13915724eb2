// SPDX-License-Identifier: BSD-3-Clause
// The time of a record of a log. That of a leave of joined calls may be estimated and lie behind
// the present (docs/decisions/061-joined-polls.md): the calls have ended when the next record is
// made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "trace/eventlog/log_format.h"

namespace tarry::trace::eventlog {

// Returns the ticks of the record that begins at `at` and ends at `next`, in a window that ends at
// `end`.
inline std::uint64_t ticks_of_record(const unsigned char* at, const unsigned char* next,
                                     const unsigned char* end) {
  RecordHead head;
  std::memcpy(&head, at, sizeof head);
  const std::uint64_t ticks = unpack_ticks(head.time_and_kind);
  if (unpack_kind(head.time_and_kind) != RecordKind::RegionLeave ||
      calls_of_leave(head.payload) == 1) [[likely]]
    return ticks;
  if (static_cast<std::size_t>(end - next) < sizeof head) return ticks;
  std::memcpy(&head, next, sizeof head);
  if (unpack_kind(head.time_and_kind) == RecordKind::None) return ticks;
  return std::min(ticks, unpack_ticks(head.time_and_kind));
}

}  // namespace tarry::trace::eventlog
