// SPDX-License-Identifier: BSD-3-Clause
// base/display_name.h without the heap, for names that are needed while the program runs: it may be
// inside of its own allocator.
#pragma once

namespace tarry::runtime::core {

// Longer symbols and names are not looked at: nullptr. With less than that, fnmatch(3) has no need
// of the heap either.
inline constexpr unsigned kLongestName = 1023;

// `symbol` as its programmer writes it; valid until the next call. Needs a stack of 300 KB.
// Thread: caller-locks. Signal: safe.
const char* readable_name(const char* symbol);

}  // namespace tarry::runtime::core
