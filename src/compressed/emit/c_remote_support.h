// SPDX-License-Identifier: BSD-3-Clause
// Functions for windows and files that a generated program in C may need.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compressed/emit/c_support.h"
#include "compressed/emit/program.h"

namespace tarry::emit {

// The lengths of files before the program uses them, as expressions of C.
struct FileLengths {
  std::vector<std::string> texts;
  bool are_known = true;  // before the program starts; otherwise they depend on the extents
};
FileLengths file_lengths(const Program& program);

// Returns the texts of the helpers, which stand behind those of c_support().
std::string c_remote_support(const std::set<Helper>& needed, const FileLengths& lengths);

}  // namespace tarry::emit
