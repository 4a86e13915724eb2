// SPDX-License-Identifier: BSD-3-Clause
// Times of one rank as another one would have them that is as much slower or faster in each call.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "compressed/fit/time_shape.h"

namespace tarry::compressed {

// Returns as many times with another mean: all are later or earlier by the same, but not below 0.
// Their distances from the mean are multiplied by `width`.
inline TimeHistogram moved_to(const TimeHistogram& times, double mean, double width = 1.0) {
  if (times.count() == 0) return {};
  const double wanted = std::max(0.0, mean);
  const auto moved = [&, from = times.mean()](double time) {
    return std::max(0.0, wanted + (time - from) * width);
  };
  std::vector<TimePart> parts = TimeShape(times).parts();
  for (TimePart& part : parts) part = {part.share, moved(part.low), moved(part.high)};
  return TimeShape(std::move(parts), moved(static_cast<double>(times.smallest())),
                   moved(static_cast<double>(times.largest())))
      .histogram(times.count(), wanted);
}

}  // namespace tarry::compressed
