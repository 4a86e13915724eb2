// SPDX-License-Identifier: BSD-3-Clause
// Tells what becomes of a request when it is opened. A receive from anybody is replayed as a
// receive from the process whose message it got, and a receive that never got one is not replayed
// at all. A second cursor runs ahead of the first, no further than necessary.
#pragma once

#include <cstdint>
#include <deque>

#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"

namespace tarry::replay {

struct RequestFate {
  enum class End : std::uint8_t { Completed, Cancelled, Never };
  End end = End::Never;
  std::int64_t peer = 0, tag = 0;  // values of the message that a receive got
};

// Thread: one. The trace must outlive it.
class RequestFates {
 public:
  RequestFates(const compressed::Trace& trace, std::uint32_t rank, std::uint64_t seed)
      : ahead_(trace, rank) {
    ahead_.set_seed(seed);
  }

  // Returns the fate of the next request that the rank opens.
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
