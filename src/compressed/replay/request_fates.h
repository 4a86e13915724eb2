// SPDX-License-Identifier: BSD-3-Clause
// What becomes of a request, known when it is opened: a receive from anybody is replayed as one
// from the process that it got its message from, and one that never got any is not replayed at all.
// A second cursor runs ahead of the first, no further than it must.
#pragma once

#include <cstdint>
#include <deque>

#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"

namespace tarry::replay {

struct RequestFate {
  enum class End : std::uint8_t { Completed, Cancelled, Never };
  End end = End::Never;
  std::int64_t peer = 0, tag = 0;  // of the message that a receive got
};

// Thread: one. The trace must outlive it.
class RequestFates {
 public:
  RequestFates(const compressed::Trace& trace, std::uint32_t rank, std::uint64_t seed)
      : ahead_(trace, rank) {
    ahead_.set_seed(seed);
  }

  // Of the next request that the rank opens.
  RequestFate next();

 private:
  bool read_on();

  struct Entry {
    bool known = false;
    RequestFate fate;
  };
  compressed::Cursor ahead_;
  compressed::CursorCall call_;
  compressed::OpenRequests<std::uint64_t> open_;  // by number
  std::deque<Entry> waiting_;                     // the first has number first_
  std::uint64_t first_ = 0;
};

}  // namespace tarry::replay
