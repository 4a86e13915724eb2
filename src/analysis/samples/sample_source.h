// SPDX-License-Identifier: BSD-3-Clause
// Samples that were taken while a trace was recorded, as an analysis wants them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "model/ids.h"

namespace tarry::analysis {

// A path lists functions by their number, from the outermost inwards; it may be empty.
struct LocationSamples {
  // The weight of a sample that stands for one period.
  static constexpr std::uint32_t kPeriod = 256;

  struct At {
    base::Ticks time;  // of the trace
    std::uint32_t path;
    std::uint32_t weight = kPeriod;
  };
  std::vector<At> samples;  // by time
  std::vector<std::vector<std::uint32_t>> paths;
};

class SampleSource {
 public:
  struct Function {
    std::string name;  // a region of the trace with this name is the same function
    std::string file;
  };

  virtual ~SampleSource() = default;
  // By number; the same for all processes of an analysis.
  [[nodiscard]] virtual const std::vector<Function>& functions() const = 0;
  // Empty if there are none of the location. Thread: any.
  [[nodiscard]] virtual base::Result<LocationSamples> read(model::LocationIndex location) const = 0;
};

}  // namespace tarry::analysis
