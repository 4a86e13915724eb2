// SPDX-License-Identifier: BSD-3-Clause
// --what-if, --balance, --on and --factor: what the user supposes of the program.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "model/insights.h"

namespace tarry::cli {

// As they were given; empty: not given.
struct SuppositionWords {
  std::string what_if, balance, on, factor;

  [[nodiscard]] bool is_asked() const { return !what_if.empty() || !balance.empty(); }
};

// None if nothing is supposed. The error says which words make no sense, or not together.
base::Result<std::optional<model::Supposition>> supposition_of(const SuppositionWords& words);

}  // namespace tarry::cli
