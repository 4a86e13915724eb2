// SPDX-License-Identifier: BSD-3-Clause
// Whether it makes sense to look for inlined functions in an object file after the run.
#pragma once

#include <string>

namespace tarry::trace::eventlog {

// True if the file has debug information, or names another file that may have it. False if it
// cannot be read.
bool has_debug_information(const std::string& path);

}  // namespace tarry::trace::eventlog
