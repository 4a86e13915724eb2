// SPDX-License-Identifier: BSD-3-Clause
// An archive of two locations as one piece of bytes: its files one after the other with a mark
// between them, so that a fuzzer may lengthen and shorten each without touching the others.
#pragma once

#include <array>
#include <string_view>

namespace tarry::fuzz {

inline constexpr std::string_view kMark = "\n#file#\n";
inline constexpr std::array<std::string_view, 6> kFiles = {
    "traces.otf2", "traces.def", "traces/0.evt", "traces/0.def", "traces/1.evt", "traces/1.def"};

}  // namespace tarry::fuzz
