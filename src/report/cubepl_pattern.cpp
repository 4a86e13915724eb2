// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubepl_pattern.h"

namespace tarry::report::cubepl {
namespace {

base::Error unusable(const std::string& what) {
  return base::Error{base::ErrorCode::Unsupported, what, "", ""};
}

}  // namespace

base::Result<std::regex> compiled_pattern(std::string pattern) {
  constexpr std::size_t kLongestPattern = 2'000;
  constexpr int kDeepestGroups = 20;
  for (std::size_t at = 0; (at = pattern.find("{0,1}", at)) != std::string::npos;)
    pattern.replace(at, 5, "?");
  int open = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\') return unusable("a pattern with a backslash");
    if (c == '{') return unusable("a pattern with a number of repetitions");
    if (c == '(' && ++open > kDeepestGroups) return unusable("a pattern with many groups");
    if (c == ')') --open;
  }
  if (pattern.size() > kLongestPattern) return unusable("a very long pattern");
  try {
    return std::regex(pattern, std::regex::ECMAScript | std::regex_constants::__polynomial);
  } catch (const std::regex_error&) {
    return unusable("a broken pattern");
  }
}

}  // namespace tarry::report::cubepl
