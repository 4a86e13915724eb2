// SPDX-License-Identifier: BSD-3-Clause
// base/display_name.h without the heap, for names that are needed while the program runs: the
// program may be inside its own allocator.
#pragma once

namespace tarry::runtime::core {

// For symbols and names longer than this the result is nullptr. Up to this length, fnmatch(3) does
// not need the heap either.
inline constexpr unsigned kLongestName = 1023;

// Returns `symbol` as its programmer writes it; valid until the next call. Needs a stack of 300 KB.
// Thread: caller-locks. Signal: safe.
const char* readable_name(const char* symbol);

}  // namespace tarry::runtime::core
