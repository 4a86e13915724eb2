// SPDX-License-Identifier: BSD-3-Clause
// The option --memory: how much memory an analysis may take in each process.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "cli/option.h"

namespace tarry::cli {

inline constexpr const char* kUnlimited = "unlimited";

// Returns the option, whose value goes to `text`.
Option memory_option(std::string& text);

// Returns the bytes that the value of the option stands for; 0: no limit.
base::Result<std::uint64_t> memory_limit(const std::string& text);

}  // namespace tarry::cli
