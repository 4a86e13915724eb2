// SPDX-License-Identifier: BSD-3-Clause
// Reads where functions begin and end from call frame information: compilers write it for all code
// of x86-64, and it stays when symbols are stripped.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tarry::code {

using CodeRange = std::pair<std::uint64_t, std::uint64_t>;

// Returns the ranges of a section .eh_frame that is loaded at `address`, without damaged entries.
// `ident`: the first bytes of the file. Thread: any.
std::vector<CodeRange> frame_entries(const unsigned char* ident,
                                     std::span<const std::uint8_t> section, std::uint64_t address);

}  // namespace tarry::code
