// SPDX-License-Identifier: BSD-3-Clause
// Statistics of waits as the text that Scalasca writes beside its reports (trace.stat) and that the
// Cube GUI shows as box plots and as the most severe instances. docs/formats/cubex.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// The call paths of a cube by their numbers in the file of the report.
using CallPathNumbers = std::unordered_map<std::uint32_t, model::CallPathId>;

// Returns the statistics of a cube with the numbers that its call paths have in a .cubex of ours.
// All values come back bit for bit.
std::string wait_statistics_text(const model::SeverityCube& cube);

// Reads such a text into a cube whose metrics and call paths are there. Statistics of metrics that
// the cube lacks, and waits at call paths that it lacks, are left out. An Error has no `where`.
base::Status read_wait_statistics(std::string_view text, const CallPathNumbers& callpaths,
                                  model::SeverityCube& cube);

// Returns where the Cube GUI looks for the text of a report that names no file: beside the report,
// with the ending .stat in place of .cubex.
std::string statistics_beside(const std::string& path);

// Returns whether all numbers are finite and none is negative, as those of a real run are.
bool is_possible(const model::WaitStatistics& statistics);

}  // namespace tarry::report
