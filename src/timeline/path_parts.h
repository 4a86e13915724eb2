// SPDX-License-Identifier: BSD-3-Clause
// The critical path of a trace as its timeline shows it: on which line it is when.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::timeline {

inline constexpr std::size_t kMostPathParts = 1'000'000;

struct PathPart {
  std::int64_t begin = 0, end = 0;
  std::uint32_t line = 0;

  friend auto operator<=>(const PathPart&, const PathPart&) = default;
};

// Keeps the `most` longest parts, ascending.
void keep_longest(std::vector<PathPart>& parts, std::size_t most);

// Sorts the parts, and cuts off what lies before the end of those before: one line is on the path
// at a time.
void take_turns(std::vector<PathPart>& parts);

// The parts must be ascending.
std::string bytes_of(std::span<const PathPart> parts);
// Returns an error unless the parts lie in a trace of that length and on that many lines.
base::Result<std::vector<PathPart>> path_of(std::string_view bytes, std::int64_t length,
                                            std::size_t lines);

}  // namespace tarry::timeline
