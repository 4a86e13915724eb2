// SPDX-License-Identifier: BSD-3-Clause
// The cube as JSON, schema tarry-report/1: docs/formats/report-json.md. Numbers round-trip.
#pragma once

#include <string>

#include "base/result.h"
#include "report/query.h"

namespace tarry::report {

// Of `selection` only the metrics matter: the schema knows one way to tell severities.
std::string json_report(const model::SeverityCube& cube, const Selection& selection);

// Any JSON that keeps the schema. What the schema does not hold (descriptions, paradigms) is taken
// from the catalogue and from names. An Error has no `where`.
base::Result<model::SeverityCube> parse_json_report(const std::string& text);

}  // namespace tarry::report
