// SPDX-License-Identifier: BSD-3-Clause
// The interface by which an analysis reads the samples that were taken while its trace was
// recorded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/ticks.h"
#include "model/ids.h"

namespace tarry::model {

// The samples of one location. A path lists functions by their number, from the outermost inwards;
// it may be empty.
struct LocationSamples {
  // The weight of a sample that stands for one period.
  static constexpr std::uint32_t kPeriod = 256;

  struct At {
    base::Ticks time;  // by the clock of the trace
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
  // All processes of an analysis number the functions alike.
  [[nodiscard]] virtual const std::vector<Function>& functions() const = 0;
  // The result is empty if the location was not sampled. Thread: any.
  [[nodiscard]] virtual base::Result<LocationSamples> read(LocationIndex location) const = 0;
};

}  // namespace tarry::model
