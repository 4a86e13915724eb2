// SPDX-License-Identifier: BSD-3-Clause
// Lists of ranks in the form that people write.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tarry::base {

// Returns ascending numbers with ranges joined: "0-3,7".
std::string joined(std::span<const std::uint32_t> numbers);

}  // namespace tarry::base
