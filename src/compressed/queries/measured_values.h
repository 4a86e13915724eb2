// SPDX-License-Identifier: BSD-3-Clause
// Values that plug-ins measured for the calls of each function, over all ranks.
#pragma once

#include <string>
#include <vector>

#include "compressed/model/trace.h"

namespace tarry::compressed {

struct MeasuredValues {
  std::string function;
  TimeHistogram values;  // in the unit of the statistic
};

// Returns the functions that have values, in the order of their first event. `statistic` is an
// index into Trace::statistics.
std::vector<MeasuredValues> measured_values(const Trace& trace, std::uint32_t statistic);

}  // namespace tarry::compressed
