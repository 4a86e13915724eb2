// SPDX-License-Identifier: BSD-3-Clause
// A first look at an event log before it is converted. It finds the room that its events will take,
// the region that most of them refer to, and the teams that its thread forked: a team is named only
// at its join, but its events in other logs come before that.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "trace/eventlog/short_functions.h"

namespace tarry::trace::eventlog {

struct LogSurvey {
  std::uint64_t most_event_file_bytes = 0;  // the event file will not be larger
  std::uint64_t regions = 0;                // enters
  bool function_is_frequent = false;        // the most frequent region is a function
  std::uint64_t frequent = 0;               // its address or number, if `regions` is not 0
  std::uint32_t thread = 0;
  std::vector<std::uint32_t> teams;  // the team number of each fork, in order; 0 if unknown
};

// Functions in `left_out` will not be converted. A log that cannot be read counts as empty.
LogSurvey survey_log(const std::filesystem::path& path, const ShortFunctions& left_out = {});

}  // namespace tarry::trace::eventlog
