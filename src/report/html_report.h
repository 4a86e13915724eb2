// SPDX-License-Identifier: BSD-3-Clause
// Writes the report as one page that needs no network, no other file and no server.
#pragma once

#include <string>

#include "report/query.h"

namespace tarry::report {

// `selection.metrics` limits the wait-state tables to these metrics, `top` limits their length.
std::string html_report(const model::SeverityCube& cube, const Selection& selection);

}  // namespace tarry::report
