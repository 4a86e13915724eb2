// SPDX-License-Identifier: BSD-3-Clause
// Lists of ranks as people write them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tarry::base {

// Ascending numbers with ranges joined: "0-3,7".
std::string joined(std::span<const std::uint32_t> numbers);

}  // namespace tarry::base
