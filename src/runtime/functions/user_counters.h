// SPDX-License-Identifier: BSD-3-Clause
// Counters of the program itself: for each name a set of one counter.
#pragma once

#include <cstdint>
#include <string_view>

namespace tarry::runtime::functions {

// Amounts add up; a level holds until the next one.
enum class UserCounterKind : std::uint8_t { Amount, Level };

// Returns the number of the counter's set and defines it if it is new; 0 if this process is not
// measured or there are too many counters. Thread: any. Signal: safe.
std::uint32_t find_or_define_counter(UserCounterKind kind, std::string_view name,
                                     std::string_view unit);

// Record an amount or a level at the present place. Thread: any. Signal: safe.
void record_amount(std::uint32_t set, std::uint64_t amount);
void record_level(std::uint32_t set, double level);

}  // namespace tarry::runtime::functions
