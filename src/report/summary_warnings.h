// SPDX-License-Identifier: BSD-3-Clause
// Warnings for readers of a run-time summary that follow from its cube: the call tree reached its
// bounds, or some threads recorded nothing.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Returns one sentence each; none if there is nothing odd about `summary`.
std::vector<std::string> summary_warnings(const model::SeverityCube& summary);

}  // namespace tarry::report
