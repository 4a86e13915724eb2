// SPDX-License-Identifier: BSD-3-Clause
// Numbers as people read them: "1.375 s", "43.6 us", "2.57 M", "1.00 MiB", "13.8 %".
#pragma once

#include <cstddef>
#include <string>

#include "model/metric.h"

namespace tarry::report {

// Three to four significant digits with a unit that fits.
std::string quantity(double value, model::Unit unit);

// `part` of `whole` with one decimal, "0.0 %" for nothing of nothing; "<0.1 %" for a trace of it.
std::string percent(double part, double whole);

// "1 rank", "4 ranks".
std::string counted(std::size_t count, const std::string& noun);

}  // namespace tarry::report
