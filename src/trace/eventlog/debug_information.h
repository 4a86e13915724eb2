// SPDX-License-Identifier: BSD-3-Clause
// Tells whether looking for inlined functions in an object file makes sense after the run.
#pragma once

#include <string>

namespace tarry::trace::eventlog {

// Returns true if the file has debug information, or names another file that may have it. Returns
// false if the file cannot be read.
bool has_debug_information(const std::string& path);

}  // namespace tarry::trace::eventlog
