// SPDX-License-Identifier: BSD-3-Clause
// The timeline of an experiment for `tarry view`, with the index that it needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/result.h"
#include "cli/command.h"
#include "explorer/timeline_answers.h"
#include "model/severity_cube.h"

namespace tarry::cli {

// Opens the archive beside the report in `report_file`, and makes its index if there is none that
// fits. Returns nullptr if there is no archive, or if its locations are not those of `cube`.
base::Result<std::unique_ptr<explorer::TimelineAnswers>> timeline_beside(
    const std::filesystem::path& report_file, const model::SeverityCube& cube,
    std::uint64_t memory_limit, const CommonOptions& common);

}  // namespace tarry::cli
