// SPDX-License-Identifier: BSD-3-Clause
// What another process will send to this one: a walk through its calls that draws what it draws.
// It has a clock of its own, of recorded time, by which a receive is posted about when the message
// is sent.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.6.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "compressed/model/cursor.h"
#include "compressed/model/membership.h"
#include "compressed/replay/destinations.h"
#include "compressed/replay/settings.h"
#include "compressed/replay/time_draw.h"

namespace tarry::replay {

struct ExpectedMessage {
  double time_ns = 0;  // of the recording, as far as it is known
  std::uint64_t bytes = 0;
};

// Thread: one. The trace must outlive it.
class SenderOutlook {
 public:
  static constexpr double kEver = std::numeric_limits<double>::infinity();

  SenderOutlook(const compressed::Trace& trace, std::uint32_t sender, Destinations destinations,
                std::uint32_t receiver, const Settings& settings);

  // Takes the next message that is sent until `time_ns`; false: there is none.
  bool next(double time_ns, ExpectedMessage& message);

 private:
  bool read_on();

  const compressed::Trace& trace_;
  std::uint32_t receiver_;
  double bytes_factor_;
  Destinations destinations_;
  compressed::Memberships comms_;
  compressed::Cursor cursor_;
  TimeDraw times_;
  compressed::CursorCall call_;
  std::deque<ExpectedMessage> found_;
  double now_ns_ = 0;
  bool done_ = false;
};

}  // namespace tarry::replay
