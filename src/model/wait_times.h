// SPDX-License-Identifier: BSD-3-Clause
// When the waits of a location were: it follows the regions of the location and gives each wait the
// first time of its call that is not spent in nested regions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/event_insights.h"

namespace tarry::model {

class WaitTimes {
 public:
  // A piece of a wait without nested regions.
  struct Piece {
    MetricId metric;
    Ticks begin;
    Ticks end;
    Rank receiver{};  // CallWait::receiver
  };

  WaitTimes() = default;
  // `waits` must outlive it; it is ascending by enter.
  explicit WaitTimes(std::span<const CallWait> waits) : waits_(waits), is_placed_(waits.size()) {}

  void enter(Ticks time);
  // Returns the waits of the region that is left, in the order of time; valid until the next call.
  std::span<const Piece> leave(Ticks time);
  // Returns the waits of calls that were not seen here as a whole, because their task was begun or
  // ended by another thread: each is one piece from its enter on. After the last event; valid as
  // long as the object.
  std::span<const Piece> finish();

 private:
  struct Nested {
    Ticks begin;
    Ticks end;
  };
  struct Open {
    Ticks enter;
    std::size_t first;  // first wait of a call that was entered then
    bool may_wait;
    std::vector<Nested> nested;  // kept only if it may wait
  };

  void place(const Open& call, Ticks leave);

  std::span<const CallWait> waits_;
  std::vector<bool> is_placed_;  // by wait
  std::size_t next_ = 0;         // first wait that was not entered before now
  std::vector<Open> open_;
  std::vector<Piece> pieces_;
};

}  // namespace tarry::model
