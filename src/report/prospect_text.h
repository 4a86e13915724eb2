// SPDX-License-Identifier: BSD-3-Clause
// Describes in text what a change of the program would bring.
#pragma once

#include <string>

#include "model/insights.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Returns lines with run time and waiting before and after, and the call paths whose waiting
// changes most.
std::string prospect_text(const model::Prospect& prospect, const model::SeverityCube& cube);

}  // namespace tarry::report
