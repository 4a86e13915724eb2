// SPDX-License-Identifier: BSD-3-Clause
// The text cases of tests/cases, for checks that hold in every trace.
#pragma once

#include <filesystem>
#include <vector>

namespace tarry::testing {

// False under a sanitizer, where such checks take ten times as long.
extern const bool kTakesAllCases;

// Returns all cases in a folder, or every fourth, by name. Each case is a test of its own as well.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& folder);

}  // namespace tarry::testing
