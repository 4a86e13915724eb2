// SPDX-License-Identifier: BSD-3-Clause
// Constants of the binary members of a .cubex; see docs/formats/cubex.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tarry::report {

inline const std::string kIndexMarker = "CUBEX.INDEX";
inline const std::string kDataMarker = "CUBEX.DATA";
inline const std::string kCompressedMarker = "ZCUBEX.DATA";
// Our own member with a line "<crc32 in hexadecimal> <name>" for every other one.
inline const std::string kChecksumMember = "checksums.tarry";
// Statistics of waits, as in the JSON of a report. The Cube GUI reads some of them from a file
// beside the report, which has that ending.
inline const std::string kStatisticsMember = "statistics.json";
inline const std::string kStatisticsEnding = ".stat";
// Our own members "<metric id>.sums" begin with this; see cubex_sums.h.
inline const std::string kSumsMarker = "TARRY.SUMS";
inline constexpr std::uint8_t kSparseIndex = 1;
inline constexpr std::uint8_t kDenseIndex = 3;
// The header of an index: marker, u32 byte order, u16 version, u8 kind.
inline constexpr std::size_t kIndexHeader = 11 + 4 + 2 + 1;
// Three u64 per row: position of the raw data, position of the compressed data, and its size.
inline constexpr std::size_t kSegmentHeader = 24;

}  // namespace tarry::report
