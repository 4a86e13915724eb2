// SPDX-License-Identifier: BSD-3-Clause
// Counted things in messages: "1 sample is left out", "3 samples are left out".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tarry::base {

// Returns `one` for a count of one, otherwise `many`: the form of a noun or of its verb.
std::string_view form_for(std::uint64_t count, std::string_view one, std::string_view many);

// Returns "1 rank" or "4 ranks". `many` is the plural of a noun that takes more than an "s".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace tarry::base
