// SPDX-License-Identifier: BSD-3-Clause
// Functions for windows and files that a generated program in C may need.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "compressed/emit/c_support.h"

namespace tarry::emit {

// Returns the texts of the helpers, which stand behind those of c_support().
std::string c_remote_support(const std::set<Helper>& needed,
                             const std::vector<std::int64_t>& file_lengths);

}  // namespace tarry::emit
