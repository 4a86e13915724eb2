// SPDX-License-Identifier: BSD-3-Clause
// The counters that the readings in the logs of one process show: sets of counters, by the numbers
// in its definitions log. The table has a fixed size and uses no heap, because it lies in the
// measured process. There it grows while logs are folded: a set is always added before a reading of
// it is folded.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "model/counter.h"

namespace tarry::trace::summary {

// The meaning of a counter's readings for the amount in between.
enum class Counting : std::uint8_t {
  Nothing,
  Total,   // counted so far
  Amount,  // counted since the previous reading
};

// Only whole numbers count; other readings of a recording are values at a moment.
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
  // Counters and sets beyond these limits are not counted.
  static constexpr std::size_t kMostCounters = 320;
  static constexpr std::size_t kMostSets = 320;
  static constexpr std::size_t kMostMembers = 1024;  // sum over all sets

  // Thread: one at a time. Signal: safe.
  void add_counter(std::uint32_t counter, Counting counting) {
    if (counter < kMostCounters) counting_[counter] = counting;
  }
  // Adds a set, once; its members must have been added before.
  void add_set(std::uint32_t set, std::span<const std::uint32_t> members) {
    if (set >= kMostSets || members.size() > kMostMembers - used_) return;
    for (const std::uint32_t member : members)
      if (member >= kMostCounters) return;
    const std::uint16_t first = used_;
    for (const std::uint32_t member : members)
      members_[used_++] = static_cast<std::uint16_t>(member);
    sets_[set] = {first, static_cast<std::uint16_t>(members.size())};
  }

  // Returns the members in the order of their values; empty if there is no such set. Thread: any.
  // Signal: safe.
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
