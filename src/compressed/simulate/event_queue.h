// SPDX-License-Identifier: BSD-3-Clause
// What is to happen next in a simulation, in the order of time. Events of the same time come in the
// order of kind and number, so the result depends on nothing else.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "compressed/simulate/network.h"

namespace tarry::simulate {

struct Event {
  enum class Kind : std::uint8_t { Transfer, Call, Step };
  Nanoseconds time = 0;
  Kind kind = Kind::Call;
  std::uint32_t number = 0;  // of the transfer, the rank or the schedule
  friend auto operator<=>(const Event&, const Event&) = default;
};

using EventQueue = std::priority_queue<Event, std::vector<Event>, std::greater<>>;

}  // namespace tarry::simulate
