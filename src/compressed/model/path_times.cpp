// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/path_times.h"

namespace tarry::compressed {

const EventTimes* find_times(const Event& event, SiteId predecessor, std::uint32_t rank) {
  for (const EventTimes& times : event.times)
    if (times.predecessor == predecessor && times.ranks.contains(rank)) return &times;
  return nullptr;
}

}  // namespace tarry::compressed
