// SPDX-License-Identifier: BSD-3-Clause
// The few sentences at the end of `tarry record` and `tarry analyze`: how much of the time is
// waiting, and in which operation most of it lies.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::cli {

// One sentence each, without a full stop.
std::vector<std::string> closing_lines(const model::SeverityCube& cube);

}  // namespace tarry::cli
