// SPDX-License-Identifier: BSD-3-Clause
// Ranks and times in the form of a filter file: "0-3,8", "10s-20s,1m-".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "filter/filter.h"

namespace tarry::filter {

// Parses parts with commas between them: a rank, "first-last", or "first-" for all from there on.
// Returns nothing if the text has another form.
std::optional<std::vector<RankRange>> ranks_from_text(std::string_view text);

// Parses a number with the unit h, m, s, ms or us; without a unit it is in seconds. Returns nothing
// if the text has another form.
std::optional<std::chrono::nanoseconds> time_from_text(std::string_view text);

// Parses parts with commas between them: "begin-end", "begin-", "-end". Returns nothing if the text
// has another form.
std::optional<std::vector<TimeWindow>> times_from_text(std::string_view text);

// Sorts, and joins ranges that overlap or touch.
void put_in_order(std::vector<RankRange>& ranks);
void put_in_order(std::vector<TimeWindow>& times);

}  // namespace tarry::filter
