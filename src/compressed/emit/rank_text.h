// SPDX-License-Identifier: BSD-3-Clause
// Values that depend on the rank, as text: conditions for sets of ranks, and numbers that grow
// evenly with the rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compressed/emit/program.h"

namespace tarry::emit {

// How a language spells the operators of a condition.
struct Words {
  const char* both;       // " && "
  const char* either;     // " || "
  const char* equal;      // " == "
  const char* different;  // " != "
  const char* remainder;  // " % "
};

// Returns the condition for one of `ranks` ranks, called `name`, to be in the set; none if it
// would be long. All ranks give "".
std::optional<std::string> condition(const RankSet& set, std::uint32_t ranks, const Words& words,
                                     const std::string& name);

// Returns how the value grows with the rank if it is a constant + slope * rank on all its ranks.
struct Line {
  std::int64_t constant = 0;
  std::int64_t slope = 0;
};
std::optional<Line> line_of(const Value& value);

// A number that is the rank divided by `by`, or the remainder.
struct Division {
  std::int64_t by = 1;
  bool is_remainder = false;
};
std::optional<Division> division_of(const Value& value);

// Returns whether text for the value needs to know the part of the rank (Program::parts).
bool needs_parts(const Value& value, std::uint32_t ranks);
bool needs_parts(const RankSet& set, std::uint32_t ranks);

// Divides the ranks into parts by all values and sets of the program that need them.
void find_parts(Program& program);

}  // namespace tarry::emit
