// SPDX-License-Identifier: BSD-3-Clause
// Source files that a report names. A report may come from anybody, and a page made of it may go to
// anybody, so a report must not make us hand out other files: only what looks like a source file is
// read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace tarry::explorer {

inline constexpr std::uintmax_t kLargestSource = std::uintmax_t{4} << 20;

// Returns whether a file of this name can be the source of a program: "heat.cc", "solve.F90".
bool is_source_name(const std::filesystem::path& file);

// Returns the text, with '?' for bytes that are no UTF-8. A relative path is looked for in
// `folders` one after another, then by its name alone. NotFound if there is none, else why it is
// not read.
base::Result<std::string> read_source(const std::filesystem::path& file,
                                      const std::vector<std::filesystem::path>& folders);

}  // namespace tarry::explorer
