// SPDX-License-Identifier: BSD-3-Clause
#include "filter/pattern.h"

namespace tarry::filter {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Returns the position behind a class such as `[:alpha:]`, `[.x.]` or `[=x=]` that begins at `at`;
// `at` if there is none.
std::size_t behind_class(std::string_view pattern, std::size_t at) {
  if (pattern[at] != '[' || at + 1 == pattern.size()) return at;
  const char kind = pattern[at + 1];
  if (kind != ':' && kind != '.' && kind != '=') return at;
  const char end[] = {kind, ']'};
  const std::size_t found = pattern.find(std::string_view(end, 2), at + 2);
  return found == kNone ? at : found + 2;
}

// Returns where the bracket that is opened at `open` is closed.
std::size_t closing(std::string_view pattern, std::size_t open) {
  std::size_t at = open + 1;
  if (at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^')) ++at;
  const std::size_t first = at;
  while (at < pattern.size()) {
    if (pattern[at] == ']' && at != first) return at;
    const std::size_t behind = behind_class(pattern, at);
    if (behind != at)
      at = behind;
    else
      at += pattern[at] == '\\' ? 2 : 1;
  }
  return kNone;
}

}  // namespace

std::optional<std::size_t> unclosed_bracket(std::string_view pattern) {
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] == '\\')
      ++at;
    else if (pattern[at] == '[') {
      const std::size_t end = closing(pattern, at);
      const bool is_empty_pair = at + 1 < pattern.size() && pattern[at + 1] == ']';
      if (end == kNone && !is_empty_pair) return at;
      at = end == kNone ? at + 1 : end;
    }
  }
  return std::nullopt;
}

bool is_plain_name(std::string_view pattern) { return pattern.find_first_of("*?[\\") == kNone; }

}  // namespace tarry::filter
