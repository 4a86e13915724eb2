// SPDX-License-Identifier: BSD-3-Clause
// A place between two events of a location, from which its events can be read on. A source names
// places while it reads; it alone knows what they mean.
#pragma once

#include <cstdint>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

struct EventPlace {
  struct OpenCall {
    RegionId region;
    std::uint32_t inlined = 0;  // functions that were entered with it

    friend bool operator==(const OpenCall&, const OpenCall&) = default;
  };

  std::uint64_t offset = 0;    // in what holds the events
  std::uint64_t event = 0;     // number of events before
  Ticks time;                  // of the event before
  RegionId program;            // that is left at the end of the program
  std::vector<OpenCall> open;  // calls that the source must know, the outermost first

  // Places of every source that has places at all.
  static EventPlace begin_of_events() { return {}; }
  static EventPlace end_of_events() {
    constexpr std::uint64_t kBehind = ~std::uint64_t{0};
    return {.offset = kBehind, .event = kBehind, .time = {}, .program = {}, .open = {}};
  }

  friend bool operator==(const EventPlace&, const EventPlace&) = default;
};

class PlaceHandler {
 public:
  virtual ~PlaceHandler() = default;

  // Reading can begin here. Comes between two events, after some thousand at the latest.
  virtual void place_reached(const EventPlace& place) = 0;
};

}  // namespace tarry::model
