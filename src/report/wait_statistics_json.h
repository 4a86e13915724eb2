// SPDX-License-Identifier: BSD-3-Clause
// Statistics of waits as JSON; docs/formats/report-json.md describes it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "model/severity_cube.h"

namespace tarry::report {

std::string wait_statistics_json(const model::SeverityCube& cube);

// Reads the output of wait_statistics_json() into a cube whose metrics and call paths are there.
// Entries that are impossible in this cube are left out. Never throws.
void read_wait_statistics(const nlohmann::json& array, model::SeverityCube& cube);
void read_wait_statistics(std::string_view text, model::SeverityCube& cube);

}  // namespace tarry::report
