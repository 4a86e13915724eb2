// SPDX-License-Identifier: BSD-3-Clause
// Findings of the analysis in plain words, and as the JSON that a .cubex keeps.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "model/severity_cube.h"

namespace tarry::report {

// Returns "on rank 3" or "on rank 3, threads 0-1".
std::string who_text(const model::SeverityCube& cube, const model::Finding& finding);
// Returns whether the range of a gain is worth showing.
bool has_wide_range(const model::Finding& finding);
// Returns text like "main/relax on rank 3".
std::string cause_name(const model::SeverityCube& cube, const model::Finding& finding);
// Returns text like "MPI_Recv on rank 1 (Late Sender, 1.2 s), from there MPI_Recv on rank 2 (...)".
std::string chain_text(const model::SeverityCube& cube, const model::Finding& finding);
// Returns whether that many seconds less would be noticed.
bool is_gain(const model::SeverityCube& cube, double seconds);
// Returns text like "the run would take 1.1 s less (22.0 %)".
std::string gain_text(const model::SeverityCube& cube, const model::Finding& finding);
// Returns the whole finding in one sentence.
std::string finding_text(const model::SeverityCube& cube, const model::Finding& finding);

// Returns an array as docs/formats/report-json.md describes it.
std::string findings_text(const model::SeverityCube& cube);
// Reads the output of findings_text(). Entries that are impossible in this cube are left out. Never
// throws.
void read_findings(const nlohmann::json& array, model::SeverityCube& cube);
void read_findings(std::string_view text, model::SeverityCube& cube);

}  // namespace tarry::report
