// SPDX-License-Identifier: BSD-3-Clause
// Cuts the text of a filter file into words, each with its place for messages. A word ends at a
// blank, a line end or a `#`; a backslash takes the next character into the word, and stays there
// because it means the same to fnmatch(3).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text_cursor.h"

namespace tarry::filter {

inline constexpr std::string_view kExclude = "EXCLUDE";
inline constexpr std::string_view kInclude = "INCLUDE";
inline constexpr std::string_view kMangled = "MANGLED";
inline constexpr std::string_view kRanks = "TARRY_RANKS";
inline constexpr std::string_view kTime = "TARRY_TIME";
inline constexpr std::string_view kBegin = "_BEGIN";
inline constexpr std::string_view kEnd = "_END";
// Names of blocks; kBegin and kEnd follow them.
inline constexpr std::string_view kRegionBlock = "SCOREP_REGION_NAMES";
inline constexpr std::string_view kFileBlock = "SCOREP_FILE_NAMES";
inline constexpr std::string_view kModuleBlock = "TARRY_MODULE_NAMES";

// Returns whether the word is a keyword, which is a pattern only if it is escaped.
bool is_keyword(std::string_view word);

struct Word {
  std::string text;  // empty: the end of the file
  base::TextPlace place;
};

// Returns the words; the last one is the end of the file. `file` is for messages.
base::Result<std::vector<Word>> words_of(std::string_view text, std::string_view file);

}  // namespace tarry::filter
