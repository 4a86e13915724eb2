// SPDX-License-Identifier: BSD-3-Clause
// Tells which user regions are a function of the program, as TARRY_FUNCTION makes them: they stand
// in place of that function in call paths, because they know when it begins and ends.
// docs/decisions/045-call-stacks.md
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/core/events.h"

namespace tarry::runtime::stacks {

struct NamedRegion {
  core::RegionNumber number;
  std::string_view name;
};

// Returns whether the region bears the name of the function at this address, without the classes
// and arguments of templates that belong to the name. False if the object has no symbol for it.
// `function`: as in OpenFrame. Thread: any, not in a QuietSection. Signal: safe.
bool is_function_itself(const NamedRegion& region, std::uint64_t function);

}  // namespace tarry::runtime::stacks
