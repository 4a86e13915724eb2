// SPDX-License-Identifier: BSD-3-Clause
// The file beside a trace with the corrections that its analysis has found
// (docs/formats/clock-corrections.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "clocks/corrections.h"

namespace tarry::clocks {

// Returns the place of the file beside a trace: traces.otf2 or its folder, a .case or .synth file.
std::filesystem::path corrections_beside(const std::filesystem::path& trace);

// `stamp` tells traces apart.
base::Status write_corrections(const std::filesystem::path& file, const Corrections& corrections,
                               std::uint64_t stamp);

// Returns the corrections; none if there is no file, or if it is of another trace. A damaged file
// is an Error.
base::Result<Corrections> read_corrections(const std::filesystem::path& file, std::uint64_t stamp);

}  // namespace tarry::clocks
