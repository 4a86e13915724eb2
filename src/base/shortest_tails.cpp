// SPDX-License-Identifier: BSD-3-Clause
#include "base/shortest_tails.h"

#include <algorithm>
#include <string_view>

namespace tarry::base {
namespace {

std::string_view without_last_slashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// Returns the last `parts` parts of a path: "b/c" of "/a/b/c" for two.
std::string_view tail(std::string_view path, std::size_t parts) {
  std::size_t begin = path.size();
  for (; parts > 0; --parts) {
    if (begin == 0) return path;
    const std::size_t slash = path.rfind('/', begin - 1);
    if (slash == std::string_view::npos) return path;
    begin = slash;
  }
  return begin + 1 < path.size() ? path.substr(begin + 1) : path;
}

}  // namespace

std::vector<std::string> shortest_tails(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& each : paths) {
    const std::string_view path = without_last_slashes(each);
    std::size_t parts = 1;
    const auto is_shared = [&](const std::string& other) {
      const std::string_view others = without_last_slashes(other);
      return others != path && tail(others, parts) == tail(path, parts);
    };
    while (tail(path, parts) != path && std::any_of(paths.begin(), paths.end(), is_shared)) ++parts;
    out.emplace_back(tail(path, parts));
  }
  return out;
}

}  // namespace tarry::base
