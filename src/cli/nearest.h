// SPDX-License-Identifier: BSD-3-Clause
// "Did you mean": the known word that is nearest to a mistyped one.
#pragma once

#include <string>
#include <vector>

namespace tarry::cli {

// Empty if none is near: within two letters, or the shortest one that contains `word`.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace tarry::cli
