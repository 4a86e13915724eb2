// SPDX-License-Identifier: BSD-3-Clause
// The order of all events of a trace: by time, then location, then number. Within a location it is
// the order of the trace, because times never decrease there.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

#include "tarry/trace.h"

namespace tarry::event_library {

struct Moment {
  std::int64_t time = 0;
  std::uint32_t location = events::kNone;
  std::uint64_t number = events::kNowhere;

  [[nodiscard]] events::Position position() const { return {location, number}; }
  // Returns whether it is that of an event.
  [[nodiscard]] bool valid() const { return location != events::kNone; }
  friend auto operator<=>(const Moment&, const Moment&) = default;

  // Is behind all events; the end of what never ends.
  static constexpr Moment never() { return {std::numeric_limits<std::int64_t>::max()}; }
};

inline Moment moment_of(const events::Event& event) {
  return {event.time, event.location, event.number};
}

}  // namespace tarry::event_library
