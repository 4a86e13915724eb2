// SPDX-License-Identifier: BSD-3-Clause
// Which counters the readings in the logs of one process show: sets of counters, by the numbers
// that its definitions log gives them. Of fixed size and without heap, because it lies in the
// measured process, where it is added to while logs are folded: whoever folds a reading knows its
// set to have been added before.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "model/counter.h"

namespace tarry::trace::summary {

// What its readings say of what was counted in between.
enum class Counting : std::uint8_t {
  Nothing,
  Total,   // counted so far
  Amount,  // counted since the reading before
};

// Of whole numbers; what a recording has of others are values at a moment.
constexpr Counting counting_of(model::CounterType type, model::CounterMode mode) {
  if (type != model::CounterType::UInt64) return Counting::Nothing;
  switch (mode) {
    case model::CounterMode::AccumulatedStart:
    case model::CounterMode::AccumulatedPoint:
      return Counting::Total;
    case model::CounterMode::AccumulatedLast:
      return Counting::Amount;
    default:
      return Counting::Nothing;
  }
}

class CounterTable {
 public:
  // What exceeds these is not counted.
  static constexpr std::size_t kMostCounters = 320;
  static constexpr std::size_t kMostSets = 320;
  static constexpr std::size_t kMostMembers = 1024;  // of all sets together

  // Thread: one at a time. Signal: safe.
  void add_counter(std::uint32_t counter, Counting counting) {
    if (counter < kMostCounters) counting_[counter] = counting;
  }
  // A set is added once; its members have been added before.
  void add_set(std::uint32_t set, std::span<const std::uint32_t> members) {
    if (set >= kMostSets || members.size() > kMostMembers - used_) return;
    for (const std::uint32_t member : members)
      if (member >= kMostCounters) return;
    const std::uint16_t first = used_;
    for (const std::uint32_t member : members)
      members_[used_++] = static_cast<std::uint16_t>(member);
    sets_[set] = {first, static_cast<std::uint16_t>(members.size())};
  }

  // In the order of their values; empty if there is no such set. Thread: any. Signal: safe.
  [[nodiscard]] std::span<const std::uint16_t> members(std::uint32_t set) const {
    if (set >= kMostSets) return {};
    return std::span(members_).subspan(sets_[set].first, sets_[set].count);
  }
  [[nodiscard]] Counting counting(std::uint16_t counter) const { return counting_[counter]; }

 private:
  struct Set {
    std::uint16_t first = 0;
    std::uint16_t count = 0;
  };
  std::array<Counting, kMostCounters> counting_{};
  std::array<Set, kMostSets> sets_{};
  std::array<std::uint16_t, kMostMembers> members_{};
  std::uint16_t used_ = 0;
};

}  // namespace tarry::trace::summary
