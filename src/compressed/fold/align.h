// SPDX-License-Identifier: BSD-3-Clause
// Longest common subsequence of two lists of numbers. Equal prefixes and suffixes cost one
// comparison each; in between, time is the product of the lengths and memory their sum.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tarry::compressed {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // rising in both

// Returns the positions of a longest common subsequence; if there are several, always the same one.
// Thread: any.
Pairs align(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

// Returns the number of cells of the table that align() would fill, which is its cost.
std::uint64_t cells_to_align(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

// Returns an upper bound for the length of the result of align(), in the time of a sort.
std::size_t most_common(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace tarry::compressed
