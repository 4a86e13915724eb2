// SPDX-License-Identifier: BSD-3-Clause
// What a line did in one bin of time: the two states that took most of it, the waiting, and the
// wait state that took most of that. Times are exact until they become shares here.
#pragma once

#include <cstdint>
#include <span>

#include "timeline/picture.h"

namespace tarry::timeline {

// A share is a number of 255ths.
struct Bin {
  std::uint16_t state = kNoState;
  std::uint16_t second = kNoState;
  std::uint16_t wait = kNoState;
  std::uint8_t share = 0;
  std::uint8_t second_share = 0;
  std::uint8_t waiting = 0;

  friend bool operator==(const Bin&, const Bin&) = default;
};

// The time of a state in a bin; lists are ascending by state.
struct StateTime {
  std::uint16_t state = 0;
  std::int64_t ticks = 0;
};

// Returns `part` of `whole` as a share, rounded to the nearest. 0 <= part <= whole.
std::uint8_t share_of(std::int64_t part, std::int64_t whole);

// `first_wait`: states from here on are wait states. Of states with the same time, the first one
// counts as the longer one. Whatever took no time is no state of the bin.
Bin bin_of(std::span<const StateTime> times, std::int64_t length, std::uint16_t first_wait);

}  // namespace tarry::timeline
