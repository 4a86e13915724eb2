// SPDX-License-Identifier: BSD-3-Clause
// Writes the cube as CSV (RFC 4180, full precision): docs/formats/report-csv.md.
#pragma once

#include <string>

#include "report/query.h"

namespace tarry::report {

// Without `by` there is one line per non-zero metric, call path and location; with it, one line per
// row of that table.
std::string csv_report(const model::SeverityCube& cube, const Selection& selection);

}  // namespace tarry::report
