// SPDX-License-Identifier: BSD-3-Clause
// Writes the report as text, the first thing users see: the whole in a line, then where the time
// goes (metric tree), then the largest wait states with their call paths and ranks, then odd data.
#pragma once

#include <string>

#include "report/query.h"

namespace tarry::report {

struct TextStyle {
  bool color = false;
  bool verbose = false;  // shows all causes, with details
};

std::string text_report(const model::SeverityCube& cube, const Selection& selection,
                        const TextStyle& style);

// Returns text like "wave: 4 ranks, 2.500 s, 10.00 s over all locations".
std::string headline(const model::SeverityCube& cube);

}  // namespace tarry::report
