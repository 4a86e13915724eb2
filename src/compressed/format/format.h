// SPDX-License-Identifier: BSD-3-Clause
// The common part of the writer and the parser of compressed traces: the words of the format, and
// the values that need not be written. The format is described in docs/formats/tct.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "compressed/model/call.h"
#include "compressed/model/time_histogram.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

inline constexpr std::string_view kFormatName = "tarry-compressed-trace";
// A trace is written as the first version that has its kinds of actions.
inline constexpr std::uint64_t kFirstVersion = 1;
inline constexpr std::uint64_t kOneSidedVersion = 2;
inline constexpr std::uint64_t kFileVersion = 3;
inline constexpr std::uint64_t kMostRanks = 16'777'216;
// The limit of the values in a vector; each level of brackets repeats at least twice.
inline constexpr std::uint64_t kMostValues = std::uint64_t{1} << 62;
inline constexpr std::size_t kMostNesting = 64;
// Limit of the loops that one event heads, over all ranks together.
inline constexpr std::size_t kMostLevels = 4096;

// Returns the word for a value in a vector of this parameter, such as "any" or "allreduce"; empty
// for values without a word.
std::string_view word_of(Parameter parameter, std::int64_t value);
std::optional<std::int64_t> value_of_word(Parameter parameter, std::string_view word);

std::optional<Parameter> parameter_by_name(std::string_view name);

// Returns the value of a parameter that is not written because all ranks that use it have nothing
// else. Only calls with kinds of actions have such values.
std::optional<std::int64_t> default_of(Parameter parameter, bool has_kinds);
// Returns the oldest version of the format that can hold the trace.
std::uint64_t version_of(const Trace& trace);

// Returns the level of times that is not written: the level of the mean of all.
std::uint32_t level_of(const TimeHistogram& before);

}  // namespace tarry::compressed
