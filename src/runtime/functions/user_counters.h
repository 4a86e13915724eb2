// SPDX-License-Identifier: BSD-3-Clause
// What a program counts itself: a set of one counter for each name.
#pragma once

#include <cstdint>
#include <string_view>

namespace tarry::runtime::functions {

// Amounts add up; a level holds until the next one.
enum class UserCounterKind : std::uint8_t { Amount, Level };

// Number of the counter's set, defining it if it is new; 0 if this process is not measured or there
// are too many of them. Thread: any. Signal: safe.
std::uint32_t find_or_define_counter(UserCounterKind kind, std::string_view name,
                                     std::string_view unit);

// Something of what a set counts has happened at the present place. Thread: any. Signal: safe.
void record_amount(std::uint32_t set, std::uint64_t amount);
void record_level(std::uint32_t set, double level);

}  // namespace tarry::runtime::functions
