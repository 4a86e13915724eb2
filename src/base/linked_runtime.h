// SPDX-License-Identifier: BSD-3-Clause
// The note by which an ELF file says that the recording runtime is linked into it. Its text is the
// version of Tarry: the runtime in a program must fit the tarry that records it. Unlike a symbol, a
// note stays in a stripped file.
#pragma once

#include <cstdint>
#include <string_view>

namespace tarry::base {

inline constexpr std::string_view kRuntimeNoteOwner = "Tarry";
inline constexpr std::uint32_t kRuntimeNoteType = 1;

}  // namespace tarry::base
