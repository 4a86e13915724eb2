// SPDX-License-Identifier: BSD-3-Clause
// How large the parts of a report may be that somebody else wrote. A file that claims more is
// damaged or made to exhaust the memory; each reader refuses it before it takes the memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "model/severity_cube.h"

namespace tarry::report {

// Scalasca has two hundred.
inline constexpr std::size_t kMostMetrics = 10'000;
// Levels of a tree. No stack of a program is as deep, and no tree of metrics.
inline constexpr std::size_t kDeepestCalls = 100'000;
inline constexpr std::size_t kDeepestMetrics = 1'000;
inline constexpr std::size_t kDeepestSystem = 1'000;
// Bytes of XML after decompression: a million locations take half of them.
inline constexpr std::uint64_t kLargestXml = std::uint64_t{256} << 20;
// Bytes of a region's name, which each of its call paths has.
inline constexpr std::size_t kLongestName = 65'536;
// Values in a tuple, such as the bins of a histogram.
inline constexpr std::size_t kLargestTuple = 4'096;

// deflate reaches 1:1032 at best, so a file of `size` bytes that unpacks to more is damaged. Small
// files may unpack to what takes no effort.
constexpr std::uint64_t largest_unpacked(std::uint64_t size) {
  constexpr std::uint64_t kLargestRatio = 1100;
  constexpr std::uint64_t kNoEffort = std::uint64_t{16} << 20;
  return std::max(size * kLargestRatio, kNoEffort);
}

// Returns an Error without `where` if a tree of the cube has more levels than a reader allows, or
// if two metrics have the same id.
base::Status check_structure(const model::SeverityCube& cube);
// Returns an Error without `where` if a value is not finite.
base::Status check_values(const model::SeverityCube& cube);
// Returns the first Error of both.
base::Status check_limits(const model::SeverityCube& cube);

}  // namespace tarry::report
