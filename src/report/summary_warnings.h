// SPDX-License-Identifier: BSD-3-Clause
// What a reader of a run-time summary has to know, and can be seen in its cube: that bounds of its
// call tree were reached, and that nothing was recorded of some threads.
#pragma once

#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// One sentence each; none if there is nothing odd about `summary`.
std::vector<std::string> summary_warnings(const model::SeverityCube& summary);

}  // namespace tarry::report
