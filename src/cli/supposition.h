// SPDX-License-Identifier: BSD-3-Clause
// Reads what the user supposes of the program: --what-if, --balance, --on and --factor.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "model/insights.h"

namespace tarry::cli {

// The values of the options; empty if an option is not given.
struct SuppositionWords {
  std::string what_if, balance, on, factor;

  [[nodiscard]] bool is_asked() const { return !what_if.empty() || !balance.empty(); }
};

// Returns nothing if nothing is supposed. An Error says which words are wrong, alone or together.
base::Result<std::optional<model::Supposition>> supposition_of(const SuppositionWords& words);

}  // namespace tarry::cli
