// SPDX-License-Identifier: BSD-3-Clause
// Predicts what another process will send to this one by walking through its calls and drawing what
// it draws. Its own clock of recorded time tells about when a message is sent, so its receive can
// be posted in time.
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
  double time_ns = 0;  // in the recording, as far as it is known
  std::uint64_t bytes = 0;
};

// Thread: one. The trace must outlive it.
class SenderOutlook {
 public:
  static constexpr double kEver = std::numeric_limits<double>::infinity();

  SenderOutlook(const compressed::Trace& trace, std::uint32_t sender, Destinations destinations,
                std::uint32_t receiver, const Settings& settings);

  // Takes the next message that is sent until `time_ns`; returns false if there is none.
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
