// SPDX-License-Identifier: BSD-3-Clause
// Findings of the analysis in plain words, and as JSON, which is how a .cubex keeps them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "model/severity_cube.h"

namespace tarry::report {

// "on rank 3", "on rank 3, threads 0-1"
std::string who_text(const model::SeverityCube& cube, const model::Finding& finding);
// Whether the range of a gain is worth telling.
bool has_wide_range(const model::Finding& finding);
// "main/relax on rank 3"
std::string cause_name(const model::SeverityCube& cube, const model::Finding& finding);
// "MPI_Recv on rank 1 (Late Sender, 1.2 s), from there MPI_Recv on rank 2 (...)"
std::string chain_text(const model::SeverityCube& cube, const model::Finding& finding);
// Whether so many seconds less would be noticed.
bool is_gain(const model::SeverityCube& cube, double seconds);
// "the run would take 1.1 s less (22.0 %)"
std::string gain_text(const model::SeverityCube& cube, const model::Finding& finding);
// All of it in one sentence.
std::string finding_text(const model::SeverityCube& cube, const model::Finding& finding);

// An array, as docs/formats/report-json.md says.
std::string findings_text(const model::SeverityCube& cube);
// Takes what findings_text() wrote; what makes no sense in this cube is left out. Never throws.
void read_findings(const nlohmann::json& array, model::SeverityCube& cube);
void read_findings(std::string_view text, model::SeverityCube& cube);

}  // namespace tarry::report
