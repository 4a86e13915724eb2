// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace tarry::base {

// Returns the part of a path behind its last slash, or the whole path if it has none. The result
// refers to the memory of `path`.
inline std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace tarry::base
