// SPDX-License-Identifier: BSD-3-Clause
// What plug-ins measured of the calls of each function, of all ranks together.
#pragma once

#include <string>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

struct MeasuredValues {
  std::string function;
  TimeHistogram values;  // of the statistic's unit
};

// Those that have values, in the order of their first event. `statistic`: index into
// Trace::statistics.
std::vector<MeasuredValues> measured_values(const Trace& trace, std::uint32_t statistic);

}  // namespace tarry::compressed
