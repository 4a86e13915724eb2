// SPDX-License-Identifier: BSD-3-Clause
// The report as one page that needs nothing else: no network, no other file, no server.
#pragma once

#include <string>

#include "report/query.h"

namespace tarry::report {

// `selection.metrics` narrows the wait-state tables to these metrics, `top` their length.
std::string html_report(const model::SeverityCube& cube, const Selection& selection);

}  // namespace tarry::report
