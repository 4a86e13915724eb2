// SPDX-License-Identifier: BSD-3-Clause
// The regions that a program names itself. Found by name and file without a lock, because Fortran
// programs look them up at every call; written once and never removed.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/core/events.h"

namespace tarry::runtime::functions {

// Stands for all regions that a filter leaves out.
inline constexpr core::RegionNumber kExcludedRegion{core::RegionNumber::kNone - 1};

// The region's number or kExcludedRegion, defining it if it is new. Not valid() if this process is
// not measured; when the table is full, all further names share one region. Thread: any. Signal:
// safe.
core::RegionNumber find_or_define_region(std::string_view name, std::string_view file,
                                         std::uint32_t line);

// The number of a region defined before, or kExcludedRegion: of this file, or of any if `file` has
// none. Not valid() if there is none; once the table is full, that of all further names. Thread:
// any. Signal: safe.
core::RegionNumber find_region(std::string_view name, std::string_view file);

}  // namespace tarry::runtime::functions
