// SPDX-License-Identifier: BSD-3-Clause
// What the writer and the parser of compressed traces have in common: the words of the format and
// what is left out because it says nothing. The format: docs/formats/tct.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "compressed/model/call.h"
#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

inline constexpr std::string_view kFormatName = "tarry-compressed-trace";
inline constexpr std::uint64_t kFormatVersion = 1;
inline constexpr std::uint64_t kMostRanks = 16'777'216;
// Each level of brackets repeats at least twice and no vector has more values than this.
inline constexpr std::uint64_t kMostValues = std::uint64_t{1} << 62;
inline constexpr std::size_t kMostNesting = 64;
// Loops that one event heads, of all ranks together.
inline constexpr std::size_t kMostLevels = 4096;

// A value that has a word, in a vector of this parameter: "any", "allreduce". Others are empty.
std::string_view word_of(Parameter parameter, std::int64_t value);
std::optional<std::int64_t> value_of_word(Parameter parameter, std::string_view word);

std::optional<Parameter> parameter_by_name(std::string_view name);

// The value of a parameter that is not written: all ranks that use it have nothing else. Calls with
// kinds of actions have one, others none.
std::optional<std::int64_t> default_of(Parameter parameter, bool has_kinds);
// There may be no values although there are actions that have the parameter.
bool may_be_unknown(Parameter parameter);

// The level of times that is not written: that of the mean of all.
std::uint32_t level_of(const TimeHistogram& before);

}  // namespace tarry::compressed
