// SPDX-License-Identifier: BSD-3-Clause
// Patterns in Python: their file is read, and their functions are called, in guarded processes.
#pragma once

#include <string>

#include "analysis/declared/pattern.h"
#include "base/result.h"

namespace tarry::analysis::declared {

// Adds the patterns of the file to `set`. `bridge` is the path of libtarry-python.so.
base::Status load_python(const std::string& file, const std::string& bridge, PatternSet& set);

// Returns the functions of a plug-in. To be called in the guarded process; throws if Python cannot
// be started.
const tarry_pattern& functions_of(const Plugin& plugin, int last_words);

// Returns " (FILE:LINE)" if the last words of a guarded process name a line of the file, else "".
std::string place_in(const std::string& last_words, const std::string& file);

}  // namespace tarry::analysis::declared
