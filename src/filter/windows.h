// SPDX-License-Identifier: BSD-3-Clause
// Ranks and times as a filter file writes them: "0-3,8", "10s-20s,1m-".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "filter/filter.h"

namespace tarry::filter {

// Parts with commas between them: a rank, "first-last", "first-" for all from there on. Nothing if
// it is not that.
std::optional<std::vector<RankRange>> ranks_from_text(std::string_view text);

// A number with the unit h, m, s, ms or us; without one it is in seconds. Nothing if it is not
// that.
std::optional<std::chrono::nanoseconds> time_from_text(std::string_view text);

// Parts with commas between them: "begin-end", "begin-", "-end". Nothing if it is not that.
std::optional<std::vector<TimeWindow>> times_from_text(std::string_view text);

// Sorts, and joins what overlaps or touches.
void put_in_order(std::vector<RankRange>& ranks);
void put_in_order(std::vector<TimeWindow>& times);

}  // namespace tarry::filter
