// SPDX-License-Identifier: BSD-3-Clause
#include "clocks/corrections.h"

#include <algorithm>

namespace tarry::clocks {

const TimeMap* Corrections::map_of(model::LocationIndex location) const {
  const auto behind = std::upper_bound(processes.begin(), processes.end(), location.value,
                                       [](std::uint32_t at, const ProcessCorrection& process) {
                                         return at < process.first_location;
                                       });
  if (behind == processes.begin()) return nullptr;
  const ProcessCorrection& process = *(behind - 1);
  return location.value - process.first_location < process.locations ? &process.map : nullptr;
}

std::int64_t Corrections::largest_shift() const {
  std::int64_t largest = 0;
  for (const ProcessCorrection& process : processes)
    largest = std::max(largest, process.map.largest_shift());
  return largest;
}

}  // namespace tarry::clocks
