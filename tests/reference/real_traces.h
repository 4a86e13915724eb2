// SPDX-License-Identifier: BSD-3-Clause
// The place of the traces that other writers made. They are not part of the source tree: the
// variable TARRY_TRACES names their folder, in the environment of the tests or, as the default, in
// CMake's cache.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tarry::reference {

inline std::filesystem::path real_traces() {
  const char* const other = std::getenv("TARRY_TRACES");
  return other != nullptr ? other : TARRY_TRACES;
}

// Returns why a test is skipped.
inline std::string no_real_traces() {
  const std::string folder = real_traces().string();
  return "TARRY_TRACES names no folder with this trace: " +
         (folder.empty() ? "it is not set" : folder);
}

}  // namespace tarry::reference
