// SPDX-License-Identifier: BSD-3-Clause
// Formats numbers for people: "1.375 s", "43.6 us", "2.57 M", "1.00 MiB", "13.8 %".
#pragma once

#include <string>

#include "base/counted.h"
#include "model/metric.h"

namespace tarry::report {

// Returns three to four significant digits with a fitting unit.
std::string quantity(double value, model::Unit unit);
inline std::string seconds(double value) { return quantity(value, model::Unit::Seconds); }

// Returns `part` of `whole` with one decimal; "0.0 %" if either is 0, "<0.1 %" for a very small
// part.
std::string percent(double part, double whole);

using base::counted;

}  // namespace tarry::report
