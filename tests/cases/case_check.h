// SPDX-License-Identifier: BSD-3-Clause
// Compares a cube with the `expect` lines of a case.
#pragma once

#include <string>
#include <vector>

#include "model/insights.h"
#include "model/severity_cube.h"
#include "trace/synthetic/case_file.h"

namespace tarry::testing {

// Returns one message per expectation that does not hold, "file:line: what", and one per value or
// warning that no line announces, "file: what".
std::vector<std::string> check_expectations(const trace::synthetic::Case& expected,
                                            const model::SeverityCube& cube);

// Does the same for one line that makes a supposition, with the answer of the analysis.
std::vector<std::string> check_prospect(const trace::synthetic::Case& expected,
                                        const trace::synthetic::Expectation& line,
                                        const model::Prospect& prospect);

}  // namespace tarry::testing
