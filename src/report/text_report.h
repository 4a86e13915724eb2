// SPDX-License-Identifier: BSD-3-Clause
// Writes the report as text, the first thing users see: without a selection one screen
// (text_first_screen.h), with -v everything, otherwise a table, a tree, or a metric in detail.
#pragma once

#include <string>

#include "report/query.h"
#include "report/text_layout.h"

namespace tarry::report {

std::string text_report(const model::SeverityCube& cube, const Selection& selection,
                        const TextStyle& style);

// Returns text like "wave: 4 ranks, ran 2.500 s, 10.00 s over all ranks".
std::string headline(const model::SeverityCube& cube);

}  // namespace tarry::report
