// SPDX-License-Identifier: BSD-3-Clause
// Shows where two reports differ, as text and as JSON of the schema tarry-comparison/1:
// docs/formats/comparison-json.md
#pragma once

#include <string>

#include "algebra/difference.h"

namespace tarry::cli {

std::string comparison_text(const algebra::Comparison& comparison);
// `tolerance` is the one of the comparison.
std::string comparison_json(const algebra::Comparison& comparison, double tolerance);

}  // namespace tarry::cli
