// SPDX-License-Identifier: BSD-3-Clause
// The regions that a program names itself. They are found by name and file without a lock, because
// Fortran programs look them up at every call; they are written once and never removed.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/core/events.h"

namespace tarry::runtime::functions {

// Stands for all regions that a filter excludes.
inline constexpr core::RegionNumber kExcludedRegion{core::RegionNumber::kNone - 1};

// Returns the region's number or kExcludedRegion, and defines the region if it is new. The result
// is not valid() if this process is not measured; when the table is full, all further names share
// one region. Thread: any. Signal: safe.
core::RegionNumber find_or_define_region(std::string_view name, std::string_view file,
                                         std::uint32_t line);

// Returns the number of a region that was defined before, or kExcludedRegion. It looks for the
// region in this file, then in any file. The result is not valid() if there is none; once the table
// is full, it is then the region that all further names share. Thread: any. Signal: safe.
core::RegionNumber find_region(std::string_view name, std::string_view file);

}  // namespace tarry::runtime::functions
