// SPDX-License-Identifier: BSD-3-Clause
// The messages of a whole trace: how many are sent and received in each bin of time, and those of
// each bin that took longest, for windows with more messages than anybody can draw.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "timeline/line_parts.h"
#include "timeline/time_grid.h"

namespace tarry::timeline {

// Longer ones come first; the order of equally long ones is that of their times and lines.
bool is_longer(const ReceivedMessage& a, const ReceivedMessage& b);
// Keeps the `most` longest, in the order of is_longer.
void keep_longest(std::vector<ReceivedMessage>& messages, std::size_t most);

class MessageOverview {
 public:
  // `events`: of the whole trace; traces with few have few bins.
  MessageOverview(const TimeGrid& grid, std::uint64_t events);

  // The order of calls makes no difference. Thread: caller locks.
  void add(std::span<const ReceivedMessage> messages);

  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  // Returns about how many messages are on their way in a part of the window, and no fewer.
  [[nodiscard]] std::uint64_t count(std::int64_t from, std::int64_t to) const;
  // Returns long messages that are on their way in a part of the window: the longest that are
  // received in each of some eight parts of it, and of the time behind it.
  [[nodiscard]] std::vector<ReceivedMessage> long_ones(std::int64_t from, std::int64_t to) const;

  // Call it before bytes() and questions.
  void finish();
  [[nodiscard]] std::string bytes() const;
  static base::Result<MessageOverview> of(std::string_view bytes, const TimeGrid& grid,
                                          std::uint64_t events, std::size_t lines);

 private:
  struct Bin {
    std::uint64_t sent = 0, received = 0;
    std::vector<ReceivedMessage> longest;
  };

  [[nodiscard]] std::size_t bin_at(std::int64_t time) const {
    return static_cast<std::size_t>(time >> shift_);
  }
  void make_levels();

  unsigned shift_;
  std::uint64_t messages_ = 0;
  std::vector<Bin> bins_;
  std::vector<std::vector<std::vector<ReceivedMessage>>> levels_;  // longest of 2, 4, … bins
};

}  // namespace tarry::timeline
