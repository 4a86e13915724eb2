// SPDX-License-Identifier: BSD-3-Clause
// The rules that a severity cube keeps by itself: metrics contain those below them, and costs of
// delays add up to waits.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"
#include "support/violations.h"

namespace tarry::testing {

// `paths`: names of the call paths.
void check_cube(const model::SeverityCube& cube, const std::vector<std::string>& paths,
                Violations& found);

}  // namespace tarry::testing
