// SPDX-License-Identifier: BSD-3-Clause
// Writes and reads the cube as JSON of the schema tarry-report/1: docs/formats/report-json.md.
// Numbers survive the round trip.
#pragma once

#include <string>

#include "base/result.h"
#include "report/query.h"

namespace tarry::report {

// Only the metrics of `selection` are used: the schema has a single form for severities.
std::string json_report(const model::SeverityCube& cube, const Selection& selection);
// Returns the same without "severity", which large reports have too much of.
std::string json_structure(const model::SeverityCube& cube);

// Reads any JSON that keeps the schema. Values that the schema does not hold (paradigms), or
// that are missing (descriptions), are derived from names and from the catalog. An Error has no
// `where`.
base::Result<model::SeverityCube> parse_json_report(const std::string& text);

}  // namespace tarry::report
